//! The page: its head, its sections in their order, and the promise that it loads nothing.
//!
//! The policy in the head forbids the browser whatever the page doesn't hold itself: every script, every address, and any style but
//! the one whose hash it names. A test holds the hash to the style.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::claims::claims;
use super::contradictions::contradictions;
use super::endings::endings;
use super::games::{lengths, time_controls};
use super::openings::{opening_tags, openings};
use super::players::{gaps, ratings};
use super::sections::{counted, section, words};
use super::sources::sources;
use super::validity::{oddities, validity};
use crate::pipeline::survey::Surveyed;
use crate::report::numbers::{counted as number, percent};
use crate::report::provenance::Provenance;
use crate::table::survey::Survey;

/// The style, which is the only one.
const STYLE: &str = include_str!("style.css");

/// What the browser may do with the page.
const POLICY: &str = concat!(
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-",
    include_str!("style.sha256"),
    "'"
);

/// The page that shows what a survey found. The same dataset gives the same page.
pub fn page(provenance: &Provenance, surveyed: &Surveyed) -> String {
    let Surveyed { survey, examples } = surveyed;
    let games = survey.games;
    let findings = counted(&survey.findings, |found| contradictions(found, games, examples, provenance));
    let validity = html! {
        (counted(&survey.validity, |found| validity(found, games, examples, provenance)))
        (counted(&survey.findings, |found| oddities(found, games)))
    };
    let begun = html! {
        (counted(&survey.openings, |found| openings(found, games)))
        @if let Some(tags) = survey.opening_tags.counted() { (opening_tags(tags, examples, provenance)) }
    };
    let sections: [(&str, &str, Markup); 10] = [
        ("sources", "What was read", sources(provenance, survey)),
        ("endings", "How games ended", counted(&survey.endings, endings)),
        ("contradictions", "Contradictions", findings),
        ("validity", "Validity", validity),
        ("claims", "Claimed and ruled", counted(&survey.claims, claims)),
        ("ratings", "Ratings", counted(&survey.ratings, ratings)),
        ("gaps", "Results by rating gap", counted(&survey.gaps, |found| gaps(found, survey.result_column))),
        (
            "time-control",
            "Time controls",
            counted(&survey.time_controls, |found| time_controls(found, games)),
        ),
        ("length", "Game lengths", counted(&survey.lengths, lengths)),
        ("openings", "Openings", begun),
    ];
    let title = format!("Report on {}", number(games, "game", "games"));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p { (lead(survey)) }
                    nav aria-label="Sections" {
                        ul { @for (id, heading, _) in &sections { li { a href={ "#" (id) } { (heading) } } } }
                    }
                }
                main { @for (id, heading, content) in &sections { (section(id, heading, content)) } }
                footer { p { "Written by Arbitro. This page loads nothing and runs no script." } }
            }
        }
    }
    .into_string()
}

/// The first thing to know.
fn lead(survey: &Survey) -> String {
    let rulings = survey.endings.counted().map(|endings| endings.sorted()).unwrap_or_default();
    let named = rulings
        .iter()
        .take(3)
        .map(|count| format!("{} {}", words(count.ruling.as_str()), percent(count.games, survey.games)));
    let named: Vec<_> = named.collect();
    if named.is_empty() { "What an audit found.".to_owned() } else { format!("{}.", named.join(", ")) }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// Base64 of RFC 4648, of a length that ends with one sign of padding.
    fn base64(bytes: &[u8; 32]) -> String {
        const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let mut bits = 0_u32;
            (0..3).for_each(|at| bits = bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
            let signs = (0..=three.len()).map(|at| SIGNS[(bits >> (18 - 6 * at) & 63) as usize] as char);
            text.extend(signs);
        }
        text + "="
    }

    #[test]
    fn the_policy_names_the_style_that_there_is() {
        let hash = base64(&Sha256::digest(STYLE).into());
        assert!(POLICY.contains(&format!("'sha256-{hash}'")), "style.sha256 must hold {hash}");
        assert!(!STYLE.contains("url(") && !STYLE.contains("@import") && !STYLE.contains('<'));
    }

    #[test]
    fn a_page_of_nothing_has_every_section() {
        let surveyed = Surveyed { survey: Survey::of_nothing(), examples: std::collections::BTreeMap::new() };
        let page = page(&Provenance::default(), &surveyed);
        for id in ["sources", "endings", "contradictions", "validity", "claims", "ratings", "gaps"] {
            assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
        }
        assert!(page.contains("The ledger balances.") && page.contains("Report on 0 games"));
        assert!(!page.contains("<script") && !page.contains(" style="));
    }
}
