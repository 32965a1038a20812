//! Numbers as people read them.

/// Digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share of a whole, in percent.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let percent = part as f64 * 100.0 / whole as f64;
    // A part is never shown as nothing, nor less than the whole as the whole.
    if part > 0 && percent < 0.01 {
        "<0.01%".to_owned()
    } else if part < whole && percent >= 99.995 {
        ">99.99%".to_owned()
    } else {
        format!("{percent:.2}%")
    }
}

/// A number of bytes with a decimal unit.
pub fn bytes(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.0} B"),
        n if n < 1e6 => format!("{:.1} kB", n / 1e3),
        n if n < 1e9 => format!("{:.1} MB", n / 1e6),
        n => format!("{:.2} GB", n / 1e9),
    }
}

/// A count with its noun.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let texts = [0, 12, 123, 1_234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn a_share_is_never_rounded_to_nothing_or_to_all() {
        assert_eq!(percent(1, 1_000_000), "<0.01%");
        assert_eq!(percent(999_999, 1_000_000), ">99.99%");
        assert_eq!(percent(1, 3), "33.33%");
        assert_eq!(percent(0, 0), "-");
        assert_eq!(percent(3, 3), "100.00%");
    }
}
