//! Ceiling: one bare pass over the map, every byte looked at once, nothing understood.
//!
//! Prints the sum of the file's bytes as words, so that the pass can't be left out.

use std::io;

fn main() -> io::Result<()> {
    let map = arbitro_peers::map_argument()?;
    let (words, rest) = map.as_chunks::<8>();
    let sum = words.iter().fold(0u64, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)));
    let sum = rest.iter().fold(sum, |sum, byte| sum.wrapping_add(u64::from(*byte)));
    println!("bytes={} sum={sum}", map.len());
    Ok(())
}
