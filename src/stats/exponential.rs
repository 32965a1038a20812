//! The exponential function, the same to the last bit everywhere.
//!
//! Owns it because the dataset's bytes may not depend on the platform, as those of the system's `exp` do. Only additions, multiplications
//! and divisions are used, which IEEE 754 rounds exactly, and the tables are made by the compiler.

/// e to the power of `x`, for `x` of 0 or more, by its series. For constants: it takes as long as it takes.
pub(super) const fn series(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1.0);
    while term > sum * 1e-18 {
        term *= x / n;
        sum += term;
        n += 1.0;
    }
    sum
}

/// e to the power of -0, -1, ... -39.
static WHOLES: [f64; 40] = powers(1.0);
/// e to the power of -0/32, -1/32, ... -31/32.
static PARTS: [f64; 32] = powers(1.0 / 32.0);

const fn powers<const N: usize>(step: f64) -> [f64; N] {
    let mut powers = [1.0; N];
    let mut index = 0;
    while index < N {
        powers[index] = 1.0 / series(index as f64 * step);
        index += 1;
    }
    powers
}

/// e to the power of -`x`, for `x` of 0 or more, exact to some 1e-15 of its value; 0 from 40 on.
#[inline]
pub(super) fn decay(x: f64) -> f64 {
    // A cast saturates, so no number has an index beyond the tables.
    let index = (x * 32.0) as i32 as usize;
    if index >= 40 * 32 {
        return 0.0;
    }
    let rest = index as f64 / 32.0 - x;
    // In pairs of terms, which don't wait for each other. The next is below 1/32 to the 8th over 8!, or 2e-17.
    let square = rest * rest;
    let ends = 1.0 / 24.0 + rest * (1.0 / 120.0) + square * (1.0 / 720.0 + rest * (1.0 / 5040.0));
    let series = 1.0 + rest + square * (0.5 + rest * (1.0 / 6.0) + square * ends);
    WHOLES[index / 32] * PARTS[index % 32] * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decay_is_what_the_system_says_to_fifteen_digits(x in 0.0f64..39.9) {
            let expected = (-x).exp();
            prop_assert!((decay(x) - expected).abs() <= 4e-15 * expected, "{x}: {} for {expected}", decay(x));
        }
    }

    #[test]
    fn decay_begins_at_one_and_ends_at_nothing() {
        assert_eq!(decay(0.0), 1.0);
        for large in [40.0, 1e9, f64::MAX, f64::INFINITY] {
            assert_eq!(decay(large), 0.0);
        }
    }
}
