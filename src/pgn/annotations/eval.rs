//! An engine's evaluation, as `[%eval ...]` in a comment has it.
//!
//! Owns the spellings. Lichess writes pawns with a point (`0.17`, `-12.3`, `0.0`) and mates with a hash (`#4`, `#-3`; `#0` where the side to
//! move is mated). python-chess and studies add a depth after a comma (`2.35,18`, `#-3,22`). ChessBase and the engine tables that follow
//! it write whole centipawns and a depth (`14,24`): a number without a point is one of centipawns. ChessGUI puts the sign before the
//! hash (`-#26,30`); `M5` for a mate is how engines' own output is often pasted.

/// An evaluation as written: from White's point of view, if its program [takes that](crate::pgn::dialect::Dialect::view).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, negative where Black mates; 0 where the side to move is mated already.
    Mate(i32),
}

impl Eval {
    /// Reads what stands behind `[%eval ` in a comment. The value ends with the comment, or at a bracket, comma or blank; what follows
    /// is not looked at. A value of more than 32 bits is none.
    #[inline]
    pub fn parse(text: &[u8]) -> Option<Eval> {
        short(text).or_else(|| in_full(text))
    }

    /// The depth that stands behind an evaluation and a comma (`2.35,18`), read from the same bytes. What is more than 16 bits is none.
    #[inline]
    pub fn depth(text: &[u8]) -> Option<i16> {
        let text = text.trim_ascii_start();
        let end = text.iter().position(|byte| b"], \t\r\n".contains(byte))?;
        let digits = text[end..].strip_prefix(b",")?;
        let length = digits.iter().position(|byte| b"], \t\r\n".contains(byte)).unwrap_or(digits.len());
        i16::try_from(whole(&digits[..length])?).ok()
    }

    /// The same from the other side's point of view.
    pub const fn turned(self) -> Eval {
        match self {
            Eval::Centipawns(centipawns) => Eval::Centipawns(centipawns.saturating_neg()),
            Eval::Mate(moves) => Eval::Mate(moves.saturating_neg()),
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const LOW_SIX: u64 = 0x0000_FFFF_FFFF_FFFF;

/// What Lichess writes: up to four digits, a point and one or two more, or a mate, with the bracket within eight bytes. `None` says
/// nothing. Reads eight bytes at once: 5.7 ns an evaluation of a real file, where byte after byte takes 7.6.
#[inline]
fn short(text: &[u8]) -> Option<Eval> {
    let first = u64::from_le_bytes(*text.first_chunk()?);
    let is_mate = first as u8 == b'#';
    let unhashed = if is_mate { first >> 8 } else { first };
    let is_negative = unhashed as u8 == b'-';
    let number = if is_negative { unhashed >> 8 } else { unhashed };
    let bracket = number ^ (ONES * b']' as u64);
    let found = bracket.wrapping_sub(ONES) & !bracket & HIGH_BITS;
    // The first bit found is exact. Without one, the length would be 8.
    let length = found.trailing_zeros() / 8;
    if !(1..8).contains(&length) {
        return None;
    }
    // The last byte before the bracket comes to the top, zeros below the first.
    let written = number << (8 * (8 - length));
    let (digits, count) = if is_mate {
        (written, length)
    } else if (written >> 40) as u8 == b'.' {
        ((written & !LOW_SIX) | ((written << 8) & LOW_SIX), length - 1)
    } else if (written >> 48) as u8 == b'.' {
        ((written & LOW_SIX) | ((written >> 56) << 48) | (u64::from(b'0') << 56), length)
    } else {
        return None;
    };
    if count < if is_mate { 1 } else { 3 } {
        return None;
    }
    // One digit a byte, the last in the highest.
    let ones = (digits ^ (ONES * b'0' as u64)) & (u64::MAX << (8 * (8 - count)));
    if (ones.wrapping_add(ONES * 0x76) | ones) & HIGH_BITS != 0 {
        return None;
    }
    let pairs = ((ones.wrapping_mul(10)).wrapping_add(ones >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = ((pairs.wrapping_mul(100)).wrapping_add(pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let value = (fours.wrapping_mul(10_000).wrapping_add(fours >> 32)) as u32 as i32;
    let signed = if is_negative { -value } else { value };
    Some(if is_mate { Eval::Mate(signed) } else { Eval::Centipawns(signed) })
}

/// Any spelling, one byte after the other.
#[cold]
fn in_full(text: &[u8]) -> Option<Eval> {
    let text = text.trim_ascii_start();
    let length = text.iter().position(|byte| b"], \t\r\n".contains(byte)).unwrap_or(text.len());
    let (outer, value) = sign(&text[..length]);
    if let [b'#' | b'M' | b'm', rest @ ..] = value {
        let (inner, digits) = match (outer, sign(rest)) {
            (None, signed) => signed,
            // A sign on one side of the hash is enough.
            (Some(sign), (None, digits)) => (Some(sign), digits),
            (Some(_), (Some(_), _)) => return None,
        };
        let moves = whole(digits)?;
        return i32::try_from(if inner == Some(b'-') { -moves } else { moves }).ok().map(Eval::Mate);
    }
    let hundredths = match value.iter().position(|&byte| byte == b'.') {
        Some(point) => pawns(&value[..point], &value[point + 1..])?,
        None => whole(value)?,
    };
    i32::try_from(if outer == Some(b'-') { -hundredths } else { hundredths }).ok().map(Eval::Centipawns)
}

/// A sign, if there is one, and what follows.
fn sign(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
        _ => (None, text),
    }
}

/// The number that one digit or more are.
fn whole(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0i64, |number, byte| match byte {
        b'0'..=b'9' => number.checked_mul(10)?.checked_add(i64::from(byte - b'0')),
        _ => None,
    })
}

/// Hundredths: `.5` and `5.` are numbers, the third decimal rounds, more say nothing.
fn pawns(whole_pawns: &[u8], decimals: &[u8]) -> Option<i64> {
    if whole_pawns.is_empty() && decimals.is_empty() || !decimals.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let pawns = if whole_pawns.is_empty() { 0 } else { whole(whole_pawns)? };
    let decimal = |index: usize| decimals.get(index).map_or(0, |byte| i64::from(byte - b'0'));
    let hundredths = decimal(0) * 10 + decimal(1) + i64::from(decimal(2) >= 5);
    pawns.checked_mul(100)?.checked_add(hundredths)
}

#[cfg(test)]
mod tests {
    use super::Eval::{Centipawns, Mate};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_spelling_that_programs_write_is_read() {
        for (text, eval) in [
            // Lichess
            ("0.17] [%clk 0:03:00] }", Centipawns(17)),
            ("0.0] }", Centipawns(0)),
            ("-0.5] }", Centipawns(-50)),
            ("-12.3] }", Centipawns(-1230)),
            ("-76.5] [%clk 0:00:01] }", Centipawns(-7650)),
            ("152.65] }", Centipawns(15265)),
            ("-152.65] }", Centipawns(-15265)),
            ("#4] [%clk 0:00:01] }", Mate(4)),
            ("#-3] [%clk 0:00:01] }", Mate(-3)),
            ("#-123] }", Mate(-123)),
            ("#0] }", Mate(0)),
            // python-chess, studies
            ("2.35,18] ", Centipawns(235)),
            ("-0.07,64]", Centipawns(-7)),
            ("#-3,22]", Mate(-3)),
            ("+0.25]", Centipawns(25)),
            // ChessBase, ChessGUI
            ("14,24]", Centipawns(14)),
            ("-77,23] [%emt 00:02:50]", Centipawns(-77)),
            ("250]", Centipawns(250)),
            ("-#26,30]", Mate(-26)),
            ("#34,22]", Mate(34)),
            // pasted
            ("M5]", Mate(5)),
            ("-M5]", Mate(-5)),
            ("#+3]", Mate(3)),
            (" 0.17 ]", Centipawns(17)),
            ("0.17", Centipawns(17)),
            (".5]", Centipawns(50)),
            ("5.]", Centipawns(500)),
            ("0.175]", Centipawns(18)),
            ("-0.174999]", Centipawns(-17)),
        ] {
            assert_eq!(Eval::parse(text.as_bytes()), Some(eval), "{text}");
        }
    }

    #[test]
    fn junk_is_no_evaluation() {
        for text in [
            "",
            "]",
            " ",
            "-]",
            "#]",
            "#-]",
            ".]",
            "-.]",
            "M]",
            "0.17x]",
            "x0.17]",
            "0.1.7]",
            "--1.0]",
            "-#-3]",
            "#1.5]",
            "##3]",
            "nan]",
            "1e3]",
            "0.17\u{2212}",
            "\u{2212}0.17]",
            "99999999999]",
            "99999999.99]",
            "#99999999999999999999]",
            "-]    ]",
            "1.]2.34]x",
        ] {
            let expected = if text == "1.]2.34]x" { Some(Centipawns(100)) } else { None };
            assert_eq!(Eval::parse(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_depth_is_a_whole_number_behind_the_comma() {
        for (text, depth) in [
            ("2.35,18] [%clk", Some(18)),
            ("#-3,22]", Some(22)),
            (" -77,23 ]", Some(23)),
            ("0.1,0", Some(0)),
            ("0.1,32767]", Some(32_767)),
            ("0.1,32768]", None),
            ("0.1,99999999999999999999]", None),
            ("0.17] 1,5]", None),
            ("0.17 ,5]", None),
            ("0.17,]", None),
            ("0.17,-5]", None),
            ("0.17,5x]", None),
            ("0.17", None),
            ("", None),
        ] {
            assert_eq!(Eval::depth(text.as_bytes()), depth, "{text}");
        }
    }

    #[test]
    fn what_lichess_writes_is_read_at_once() {
        for text in
            ["0.17] [%clk", "-12.3] [%clk", "#-3] [%clk", "-123.45]", "0.0] [%clk", "9999.9] ", "#12] }  "]
        {
            assert!(short(text.as_bytes()).is_some(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_at_once_is_read_the_same_byte_after_byte(
            text in r"[#M]?[+-]?[0-9]{0,6}(\.[0-9]{0,3})?(,[0-9]{1,2})?\][ -~]{0,9}|[ -~]{0,12}|[#.0-9\]-]{8,10}"
        ) {
            if let Some(eval) = short(text.as_bytes()) {
                prop_assert_eq!(in_full(text.as_bytes()), Some(eval));
            }
        }

        #[test]
        fn no_bytes_stop_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
            prop_assert_eq!(Eval::parse(&bytes), in_full(&bytes));
            prop_assert!(Eval::depth(&bytes).is_none_or(|depth| depth >= 0));
        }

        #[test]
        fn a_value_is_what_was_written(hundredths in -999_999i32..1_000_000, moves in -999i32..1000) {
            let sign = if hundredths < 0 { "-" } else { "" };
            let pawns = format!("{sign}{}.{:02}] }}    ", hundredths.abs() / 100, hundredths.abs() % 100);
            prop_assert_eq!(Eval::parse(pawns.as_bytes()), Some(Centipawns(hundredths)));
            prop_assert_eq!(Eval::parse(format!("#{moves}] }}    ").as_bytes()), Some(Mate(moves)));
        }
    }
}
