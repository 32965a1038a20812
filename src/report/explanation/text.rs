//! An explanation in words.

use std::fmt::{self, Write};

use crate::chess::outcome::Outcome;
use crate::finding::FindingInfo;
use crate::input::names::printable;
use crate::report::drawing::{Signs, drawing};
use crate::report::explanation::account::{Explanation, Player, Power};
use crate::report::explanation::evidence::{Item, Place};
use crate::report::explanation::words;
use crate::report::numbers::grouped;
use crate::report::prospect::half_moves;
use crate::ruling::Ruling;

impl Explanation {
    /// The explanation as an arbiter would write it.
    pub fn text(&self, signs: Signs) -> String {
        let mut text = String::new();
        // Writing to a String can't fail.
        let _ = self.write(&mut text, signs);
        text
    }

    fn write(&self, out: &mut String, signs: Signs) -> fmt::Result {
        self.write_head(out)?;
        self.write_ruling(out)?;
        self.power.iter().try_for_each(|power| write_power(out, power))?;
        writeln!(out, "\nEvidence")?;
        for item in &self.evidence {
            write_item(out, item)?;
        }
        write_findings(out, "Conflict", &self.conflicts)?;
        write_findings(out, "Noted", &self.notes)?;
        if let Some(moment) = &self.moment {
            match moment.ply {
                0 => writeln!(out, "\nThe board at the start\n")?,
                ply => writeln!(out, "\nThe board after {} (ply {ply})\n", moment.after)?,
            }
            out.push_str(&drawing(&moment.board, signs));
            writeln!(out, "  {}", moment.fen)?;
        }
        Ok(())
    }

    fn write_head(&self, out: &mut String) -> fmt::Result {
        let index = self.game_index.map_or_else(String::new, |index| format!(" {index}"));
        let id = self.game_id.as_ref().map_or_else(String::new, |id| format!(", {}", printable(id)));
        writeln!(out, "Game{index} of {}{id}", printable(&self.source_file))?;
        write!(out, "  bytes {} to {}", grouped(self.first.offset), grouped(self.last.offset))?;
        match (self.first.line, self.last.line) {
            (Some(first), Some(last)) => writeln!(out, ", lines {} to {}", grouped(first), grouped(last))?,
            (_, _) => out.push('\n'),
        }
        out.push('\n');
        for (label, player) in ["White", "Black"].into_iter().zip(&self.players) {
            writeln!(out, "{label:11}  {}", player.words())?;
        }
        for (name, value) in &self.occasion {
            writeln!(out, "{name:11}  {}", printable(value))?;
        }
        writeln!(out, "{:11}  {}", "Written by", self.dialect.as_str())?;
        writeln!(out, "{:11}  {}\n", "Laws", self.laws)
    }

    fn write_ruling(&self, out: &mut String) -> fmt::Result {
        let Ruling { termination, article, basis, result, declared, plies_after_end, .. } = self.ruling;
        write!(out, "Ruling       {}", termination.as_str())?;
        if !article.is_empty() {
            write!(out, ", FIDE Laws {article}")?;
        }
        writeln!(out, " ({})", words::basis(basis))?;
        writeln!(out, "             {}", printable(&self.sentence))?;
        let result = result.map_or("none", Outcome::as_str);
        let declared = declared.map_or("none", Outcome::as_str);
        let agreement =
            if result == declared { "as declared".to_owned() } else { format!("declared: {declared}") };
        writeln!(out, "Result       {result} ({agreement})")?;
        match plies_after_end {
            Some(plies) if plies > 0 => {
                writeln!(out, "Played on    {} after the end", half_moves(plies as usize))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl Player {
    fn words(&self) -> String {
        let name = self.name.as_deref().map_or("?".into(), printable);
        self.rating.map_or_else(|| name.to_string(), |rating| format!("{name} ({rating})"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", grouped(self.offset))?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {}", grouped(line)))
    }
}

fn write_item(out: &mut String, item: &Item) -> fmt::Result {
    let label = item.kind.replace('_', " ");
    write!(out, "  {label:12} ")?;
    if let Some(written) = &item.written {
        write!(out, "{}: ", printable(written))?;
    }
    write!(out, "{}", printable(&item.says))?;
    match &item.place {
        Some(place) => writeln!(out, " ({place})"),
        None => writeln!(out),
    }
}

fn write_findings(out: &mut String, title: &str, findings: &[&FindingInfo]) -> fmt::Result {
    if findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    for info in findings {
        writeln!(out, "  {}: {} ({})", info.code, info.sentence, info.source)?;
    }
    Ok(())
}

/// Under the ruling, from the last position on.
fn write_power(out: &mut String, power: &Power) -> fmt::Result {
    for prospect in &power.prospects {
        writeln!(out, "{} mates? {}", prospect.side, prospect.sentence())?;
        out.push_str(&prospect.numbered_line("             "));
    }
    if let Some([lichess, chesscom]) = power.tests {
        let word = |can: bool| if can { "yes" } else { "no" };
        let (lichess, chesscom) = (word(lichess), word(chesscom));
        writeln!(
            out,
            "             By the sites' tests of material: Lichess {lichess}, chess.com {chesscom}."
        )?;
    }
    Ok(())
}
