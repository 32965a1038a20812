//! Moves that pgn-reader skips, rewritten in the notation that it reads.
//!
//! pgn-reader passes over `e8Q`, `Bf5++`, `e2-e4` and their like without a word, and then loses its way. To tell that from
//! a true disagreement the game is read a second time with those moves rewritten. Only their spelling is touched: tags,
//! comments and every other token stay as they are.

/// The game with such moves rewritten; `None` if it has none.
pub(super) fn rewritten(game: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(game.len() + 16);
    let mut changed = false;
    let mut rest = game;
    let mut line_start = true;
    while let Some(first) = rest.first() {
        let length = match first {
            b'[' | b'%' if line_start => line(rest),
            b';' => line(rest),
            b'{' => rest.iter().position(|byte| *byte == b'}').map_or(rest.len(), |at| at + 1),
            byte if is_end(*byte) => 1,
            _ => {
                let length = word(rest);
                let plain = rewrite(&rest[..length]);
                changed |= plain != rest[..length];
                out.extend_from_slice(&plain);
                rest = &rest[length..];
                line_start = false;
                continue;
            }
        };
        line_start = matches!(first, b'\n' | b'\r') || line_start && matches!(first, b' ' | b'\t');
        out.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    changed.then_some(out)
}

/// Bytes up to the end of the line.
fn line(rest: &[u8]) -> usize {
    rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

fn is_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}();!?$*".contains(&byte)
}

/// Bytes of the word at the start of `rest`; `e8(Q)` is one word.
fn word(rest: &[u8]) -> usize {
    let length = rest.iter().position(|byte| is_end(*byte)).unwrap_or(rest.len());
    match rest[length..] {
        [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] => {
            let behind = &rest[length + 3..];
            length + 3 + behind.iter().take_while(|byte| matches!(byte, b'+' | b'#')).count()
        }
        _ => length,
    }
}

/// One word as pgn-reader wants it.
fn rewrite(word: &[u8]) -> Vec<u8> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
    let (number, san) = word.split_at(if dots > 0 { digits + dots } else { 0 });
    let mut san = san.to_vec();
    if matches!(san.as_slice(), b"e.p." | b"ep" | b"e.p" | b"ep.") {
        return number.to_vec();
    }
    if !san.first().is_some_and(|first| b"abcdefghKQRBNPOo".contains(first)) {
        return word.to_vec();
    }
    let marks = san.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let mark = san[san.len() - marks..].first().copied();
    san.truncate(san.len() - marks);
    for suffix in [&b"e.p."[..], b"ep"] {
        if let Some(length) = san.strip_suffix(suffix).map(<[u8]>::len) {
            san.truncate(length);
        }
    }
    if san.starts_with(b"o-o") {
        san.make_ascii_uppercase();
    }
    // `e2-e4`: the hyphen behind a rank.
    if let Some(at) = san.windows(3).position(|three| matches!(three, [b'1'..=b'8', b'-', b'a'..=b'h'])) {
        san.remove(at + 1);
    }
    let (length, piece) = match san.as_slice() {
        [head @ .., b'(', piece, b')'] | [head @ .., b'/', piece] => (head.len(), *piece),
        [head @ .., piece] => (head.len(), *piece),
        [] => (0, 0),
    };
    if b"QRBNqrbn".contains(&piece) && matches!(san[..length], [.., b'1' | b'8']) {
        san.truncate(length);
        san.extend([b'=', piece.to_ascii_uppercase()]);
    }
    [number, &san, mark.as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_moves_are_rewritten_and_nothing_else() {
        let game =
            "[White \"e8Q\"]\n\n1.e2-e4 {e8Q} Bf5++ 2. e8(Q)+ ; e8Q\n% e8Q\nexd6 e.p. a1/N Ng1-f3! 1-0";
        let plain = "[White \"e8Q\"]\n\n1.e2e4 {e8Q} Bf5+ 2. e8=Q+ ; e8Q\n% e8Q\nexd6  a1=N Ng1f3! 1-0";
        assert_eq!(rewritten(game.as_bytes()), Some(plain.as_bytes().to_vec()));
    }

    #[test]
    fn plain_games_are_left_alone() {
        assert_eq!(rewritten(b"[A \"b\"]\n\n1. e4 e5 2. O-O-O exd8=Q# (2. Nf3) 1/2-1/2 *"), None);
        assert_eq!(rewritten(b""), None);
    }
}
