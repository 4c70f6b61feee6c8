//! Modules of SPIR-V as words.

use std::io::Result;
use std::path::Path;

/// The words of a file.
///
/// # Errors
/// If the file cannot be read.
pub fn read_words(file: &Path) -> Result<Vec<u32>> {
    let bytes = std::fs::read(file)?;
    let word = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    Ok(bytes.chunks_exact(4).map(word).collect())
}

/// Words that are no names and no debug information.
pub fn count(words: &[u32]) -> usize {
    5 + instructions(words).filter(|(op, _)| !is_debug(*op)).map(|row| row.1).sum::<usize>()
}

/// Each instruction's opcode and number of words.
pub fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, usize)> + '_ {
    let mut at = 5;
    std::iter::from_fn(move || {
        let first = *words.get(at)?;
        let length = (first >> 16).max(1) as usize;
        at += length;
        Some((first & 0xffff, length))
    })
}

/// True if an instruction is a source, a name, a line or the like.
pub fn is_debug(op: u32) -> bool {
    matches!(op, 2..=8 | 317 | 330)
}
