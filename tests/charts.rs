//! The charts of `arbitro report` and what stands behind them: each has a table of its own, with the numbers that it draws.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const DAMAGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/damaged");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

/// The page of an audit of these inputs.
fn page(folder: &Folder, inputs: &[&str]) -> String {
    assert_eq!(folder.audit(inputs).0.code, 0);
    let ran = folder.run(&["report", "out"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout
}

/// What stands between the tags of a stretch of the page.
fn text(markup: &str) -> String {
    let pieces = markup.split('<').enumerate();
    let text: String = pieces
        .map(|(number, piece)| if number == 0 { piece } else { piece.split_once('>').unwrap().1 })
        .collect();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// What stands in elements of a name, one after the other.
fn elements<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let starts = page.split(open.as_str()).skip(1).filter(|rest| rest.starts_with([' ', '>']));
    starts.map(|rest| rest.split(close.as_str()).next().unwrap().split_once('>').unwrap().1).collect()
}

fn number(text: &str) -> Option<u64> {
    text.replace(',', "").parse().ok()
}

/// The bars and columns of a chart, each with the games that it stands for.
fn drawn(svg: &str) -> Vec<(String, u64)> {
    let titles = elements(svg, "title");
    if titles.len() > 1 {
        let column = |title: &&str| {
            text(title).rsplit_once(": ").map(|(name, games)| (name.to_owned(), number(games).unwrap()))
        };
        return titles[1..].iter().filter_map(column).collect();
    }
    let texts: Vec<_> = elements(svg, "text").into_iter().map(text).collect();
    let bar = |pair: &[String]| (pair[0].clone(), number(pair[1].split(" · ").next().unwrap()).unwrap());
    texts.chunks(2).map(bar).collect()
}

/// A chart's words name no bar for all others among its greatest, and say of its table what is true.
fn described_as_it_is(id: &str, svg: &str, table: &BTreeMap<String, Vec<u64>>) {
    let words = text(elements(svg, "desc")[0]);
    assert!(!words.contains("All others"), "{id}: {words}");
    let lines = table.keys().filter(|name| *name != "All others").count();
    let is_cut = lines < table.len() && id != "claims";
    let cut = format!("The table has the {lines} most frequent, and all others together.");
    assert_eq!(words.contains(&cut), is_cut, "{id}: {words}");
    if let Some((named, more)) = words.split_once("; and ") {
        let more = number(more.split(' ').next().unwrap()).unwrap();
        // The legal games have a line, and no bar.
        assert!(more + 3 + u64::from(id == "legality") >= lines as u64, "{id}: {words}");
        assert_eq!(words.contains("The table has all of them."), !is_cut, "{id}: {words}");
        assert!(named.matches(", ").count() >= 2, "{id}: {words}");
    }
}

#[test]
fn the_lines_of_a_table_add_up_to_all_games() {
    let folder = Folder::new();
    let games = (0..70).map(|number| {
        format!(
            "[TimeControl \"{}+1\"]\n[Opening \"Opening {number}\"]\n[Result \"*\"]\n\n1. e4 *\n\n",
            60 + number
        )
    });
    let won = "[TimeControl \"60+1\"]\n[Opening \"Opening 0\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    folder.write("a.pgn", games.chain([won.to_owned()]).collect::<String>());
    let page = page(&folder, &["a.pgn", "--columns", "default,-opening_name,-opening_eco"]);
    let table = |id: &str| {
        let details = page.split(&format!("<details id=\"{id}-table\">")).nth(1).unwrap();
        let body = elements(details.split("</details>").next().unwrap(), "tbody")[0];
        let cells = |row| elements(row, "td").iter().map(|cell| number(&text(cell))).collect::<Vec<_>>();
        elements(body, "tr")
            .into_iter()
            .map(|row| (text(elements(row, "th")[0]), cells(row)))
            .collect::<Vec<_>>()
    };
    for (id, lines) in [("time-controls", 60), ("opening-names", 50)] {
        let rows = table(id);
        assert_eq!(rows.len(), lines + 1, "{id}");
        assert_eq!(rows.last().map(|(name, _)| name.as_str()), Some("All others"));
        assert_eq!(rows.iter().map(|(_, cells)| cells[0].unwrap()).sum::<u64>(), 71, "{id}");
        assert!(
            text(&page)
                .contains(&format!("; the table has the {lines} most frequent, and all others together."))
        );
    }
    // Games, and then won, drawn, lost and without a result, which are all of them.
    for (name, cells) in table("opening-names") {
        let results: u64 = cells[2..6].iter().map(|cell| cell.unwrap()).sum();
        assert_eq!(Some(results), cells[0], "{name}");
    }
    assert_eq!(table("opening-names")[0].1[2..6], [1, 0, 0, 1].map(Some));
}

#[test]
fn rulings_and_what_they_rest_on_are_told_in_words() {
    let folder = Folder::new();
    let page = page(&folder, &[SAMPLES, SPECIMENS]);
    let both = page.split("<h3>Both together</h3>").nth(1).unwrap();
    let body = elements(both.split("</details>").next().unwrap(), "tbody")[0];
    let names: Vec<_> = elements(body, "tr")
        .into_iter()
        .map(|row| (text(elements(row, "th")[0]), text(elements(row, "td")[0])))
        .collect();
    assert!(
        names.contains(&("Resignation".to_owned(), "Inferred: nothing else is left".to_owned())),
        "{names:?}"
    );
    assert!(names.iter().all(|(ruling, basis)| !format!("{ruling}{basis}").contains('_')), "{names:?}");
}

#[test]
fn behind_each_chart_stands_a_table_with_its_numbers() {
    let folder = Folder::new();
    let page = page(&folder, &[SAMPLES, SPECIMENS, DAMAGED]);
    let mut charts = Vec::new();
    for svg in page.split("<svg class=\"chart\"").skip(1).map(|rest| rest.split("</svg>").next().unwrap()) {
        let id = svg.split("aria-details=\"").nth(1).unwrap().split("-table\"").next().unwrap();
        charts.push(id.to_owned());
        let opening = format!("<details id=\"{id}-table\">");
        assert_eq!(page.matches(&opening).count(), 1, "{id}");
        // The next table after a chart is its own.
        let behind = page.split(svg).nth(1).unwrap();
        let details = &behind[behind.find("<details").unwrap()..];
        assert!(details.starts_with(&opening), "{id}");
        let table = details.split("</details>").next().unwrap();
        // Cells, summed over the rows of one name.
        let mut sums: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for row in elements(elements(table, "tbody")[0], "tr") {
            let name = text(elements(row, "th")[0]);
            let cells: Vec<_> =
                elements(row, "td").iter().map(|cell| number(&text(cell)).unwrap_or(0)).collect();
            let sum = sums.entry(name).or_insert_with(|| vec![0; cells.len()]);
            sum.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell);
        }
        let bars = drawn(svg);
        assert!(!bars.is_empty(), "{id}");
        described_as_it_is(id, svg, &sums);
        for (label, games) in bars.into_iter().filter(|(label, _)| label != "All others") {
            assert!(!label.contains('_'), "{id}: {label} is a word of the dataset's");
            let start = label.trim_end_matches('…');
            let mut named =
                sums.iter().filter(|(name, _)| **name == label || start != label && name.starts_with(start));
            assert!(named.any(|(_, sums)| sums.contains(&games)), "{id}: {label} {games} in {sums:?}");
        }
    }
    let expected = [
        "rulings",
        "bases",
        "legality",
        "claims",
        "ratings",
        "gaps",
        "speeds",
        "time-controls",
        "lengths",
        "opening-names",
        "opening-codes",
    ];
    assert_eq!(charts, expected);
}

#[test]
fn eco_tags_that_the_moves_contradict_are_counted_and_shown() {
    let folder = Folder::new();
    let game =
        |tags: &str| format!("[Event \"x\"]\n[White \"ann\"]\n{tags}\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n");
    let fen = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
    folder.write("right.pgn", [game("[ECO \"C60\"]\n"), game("[ECO \"C60a\"]\n")].concat());
    let other = game("[Site \"https://example.org/7\"]\n[ECO \"B01\"]\n");
    folder.write(
        "wrong.pgn",
        [game(""), game("[ECO \"?\"]\n"), game(&format!("{fen}[ECO \"A00\"]\n")), other].concat(),
    );
    let shown = page(&folder, &["right.pgn", "wrong.pgn"]);
    let section = text(shown.split("<section id=\"openings\"").nth(1).unwrap());
    assert!(section.contains("In 1 game (33.33% of 3 from the usual start with both)"), "{section}");
    assert!(
        section.contains("The tag says B01, the moves C60.") && section.contains("wrong.pgn --game 3"),
        "{section}"
    );
    assert!(shown.contains("href=\"https://example.org/7\""));
    let right = text(page(&folder, &["right.pgn"]).split("<section id=\"openings\"").nth(1).unwrap());
    assert!(right.contains("In 0 games (0.00% of 2") && !right.contains("The tag says"), "{right}");
    // Without a column nothing is said.
    assert!(!page(&folder, &["wrong.pgn", "--columns", "default,-FEN"]).contains("Tags and moves"));
}
