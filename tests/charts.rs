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
