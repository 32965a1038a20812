//! The slow twin of the boundary rule: how many games a text holds, by the rule's own words, line by line and token by
//! token, with nothing clever about it.
//!
//! A tag line opens a game if the nearest line above it that is not blank is no tag line, or there is none. An Event tag
//! line under other tag lines opens one too, if walking up over tag and blank lines meets another Event line before any
//! other kind of line. After a result at depth 0 the next move opens a game without tags. Text without any move is between
//! games. (The rule's limit of 64 KiB above a line is left out: no file has such tags.)

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    Tag,
    Event,
    Other,
}

/// How many games `text` holds.
pub(crate) fn count_games(text: &[u8]) -> usize {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let lines: Vec<&[u8]> = text.split(|byte| matches!(byte, b'\n' | b'\r')).collect();
    let kinds: Vec<Line> = lines.iter().map(|line| kind(line)).collect();
    let mut starts: Vec<usize> = (0..lines.len()).filter(|index| opens(&kinds, *index)).collect();
    let before = games_without_tags(&lines[..starts.first().copied().unwrap_or(lines.len())]);
    starts.push(lines.len());
    before
        + starts
            .windows(2)
            .map(|section| 1 + games_after_the_first(&lines[section[0]..section[1]]))
            .sum::<usize>()
}

fn kind(line: &[u8]) -> Line {
    let line = line.trim_ascii();
    let Some(rest) = line.strip_prefix(b"[") else {
        return if line.is_empty() { Line::Blank } else { Line::Other };
    };
    let rest = rest.trim_ascii_start();
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return Line::Other;
    }
    let length =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte)).count();
    let (name, value) = rest.split_at(length);
    match value.trim_ascii_start().first() {
        Some(b'"') if name == b"Event" => Line::Event,
        Some(b'"') => Line::Tag,
        _ => Line::Other,
    }
}

/// Whether the line at `index` opens a game.
fn opens(kinds: &[Line], index: usize) -> bool {
    let mut above = kinds[..index].iter().rev().filter(|kind| **kind != Line::Blank);
    match kinds[index] {
        Line::Blank | Line::Other => false,
        Line::Tag => !matches!(above.next(), Some(Line::Tag | Line::Event)),
        Line::Event => match above.next() {
            None | Some(Line::Other | Line::Blank) => true,
            Some(Line::Event) => true,
            Some(Line::Tag) => above.find(|kind| **kind != Line::Tag) == Some(&Line::Event),
        },
    }
}

/// What a word of movetext is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Move,
    Result,
    Other,
}

fn games_without_tags(lines: &[&[u8]]) -> usize {
    games_in(&words(lines))
}

/// The games without tags that follow the first result of a section.
fn games_after_the_first(lines: &[&[u8]]) -> usize {
    let words = words(lines);
    words.iter().position(|word| *word == Word::Result).map_or(0, |result| games_in(&words[result..]))
}

/// A move opens a game, a result ends it.
fn games_in(words: &[Word]) -> usize {
    let (mut games, mut open) = (0, false);
    for word in words {
        match word {
            Word::Move if !open => {
                games += 1;
                open = true;
            }
            Word::Result => open = false,
            Word::Move | Word::Other => {}
        }
    }
    games
}

/// The words of the main line: no tags, comments, escape lines or variations.
fn words(lines: &[&[u8]]) -> Vec<Word> {
    let mut words = Vec::new();
    let (mut comment, mut depth, mut in_tags) = (false, 0usize, true);
    for line in lines {
        let mut rest: &[u8] = line;
        if !comment && rest.first() == Some(&b'%') {
            continue;
        }
        if in_tags {
            // Tags may stand side by side, and the movetext may begin behind them.
            while let Some(tag) = rest.trim_ascii_start().strip_prefix(b"[") {
                let end = after_tag(tag);
                rest = &tag[end..];
            }
            in_tags = rest.trim_ascii().is_empty();
        }
        while let Some(first) = rest.first() {
            if comment {
                let Some(end) = rest.iter().position(|byte| *byte == b'}') else { break };
                comment = false;
                rest = &rest[end + 1..];
                continue;
            }
            let mut length = 1;
            match first {
                b'{' => comment = true,
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b';' => break,
                b' ' | b'\t' => {}
                _ => {
                    let end = |byte: &u8| {
                        matches!(byte, b' ' | b'\t' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';')
                    };
                    length = rest.iter().skip(1).position(end).map_or(rest.len(), |at| at + 1);
                    // `e8(Q)` is one word.
                    if rest[length..].first() == Some(&b'(') && rest[length..].get(2) == Some(&b')') {
                        length += 3;
                    }
                    if depth == 0 {
                        words.extend(classify(&rest[..length]));
                    }
                }
            }
            rest = &rest[length..];
        }
    }
    words
}

/// Where a tag ends, given what follows its opening bracket: behind the last bracket after a quote, or with the line.
fn after_tag(tag: &[u8]) -> usize {
    let mut quoted = false;
    let mut bytes = tag.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if quoted => {
                bytes.next();
            }
            b'"' => quoted = !quoted,
            b']' if !quoted => return at + 1,
            _ => {}
        }
    }
    tag.len()
}

/// The words of one piece of text: `1.e4` holds a number and a move, `Nf3*` a move and a result.
fn classify(piece: &[u8]) -> Vec<Word> {
    let piece = piece.trim_ascii_start();
    if let Some(head) = piece.strip_suffix(b"*") {
        let mut words = if head.is_empty() { Vec::new() } else { classify(head) };
        words.push(Word::Result);
        return words;
    }
    if is_result(piece) {
        return vec![Word::Result];
    }
    let digits = piece.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = piece[digits..].iter().take_while(|byte| **byte == b'.').count();
    let word = if dots > 0 || digits == piece.len() { &piece[digits + dots..] } else { piece };
    if word.is_empty() {
        return vec![Word::Other];
    }
    if is_result(word) {
        return vec![Word::Result];
    }
    vec![if looks_like_a_move(word) { Word::Move } else { Word::Other }]
}

fn is_result(word: &[u8]) -> bool {
    let text = String::from_utf8_lossy(word).replace(['–', '—', '−', '‐', ':', '_'], "-");
    let score = |side: &str| matches!(side, "1" | "0" | "1/2" | "½" | "0.5" | "+");
    match text.as_str() {
        "1/2" | "½" | "DRAW" | "WHITEWIN" | "BLACKWIN" | "+--" | "--+" => true,
        "0-0" => false,
        other => other.split_once('-').is_some_and(|(white, black)| score(white) && score(black)),
    }
}

/// Castling, a null move, or a square with at most a few letters around it.
fn looks_like_a_move(word: &[u8]) -> bool {
    if [&b"O-O"[..], b"0-0", b"o-o", b"--", b"Z0"].iter().any(|start| word.starts_with(start)) {
        return true;
    }
    let starts = word.first().is_some_and(|byte| b"abcdefghKQRBNP".contains(byte));
    starts && word.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}
