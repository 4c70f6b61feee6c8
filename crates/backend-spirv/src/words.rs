//! Sections of a module: runs of instructions as words.

use spirv::Op;

/// Instructions, as words.
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<u32>,
    /// Set once an instruction was longer than the 65,535 words that SPIR-V allows; it is left out.
    pub(crate) overflow: bool,
}

impl Words {
    /// Adds an instruction.
    pub(crate) fn push(&mut self, op: Op, operands: &[u32]) {
        self.push_parts(op, operands, &[]);
    }

    /// Adds an instruction with operands in two runs.
    pub(crate) fn push_parts(&mut self, op: Op, first: &[u32], second: &[u32]) {
        let length = first.len() + second.len() + 1;
        let Ok(count) = u16::try_from(length) else {
            self.overflow = true;
            return;
        };
        self.words.push(u32::from(count) << 16 | op as u32);
        self.words.extend_from_slice(first);
        self.words.extend_from_slice(second);
    }

    /// Adds an instruction with a string after its first operands.
    pub(crate) fn push_string(&mut self, op: Op, operands: &[u32], text: &str, rest: &[u32]) {
        let mut all = operands.to_vec();
        string(&mut all, text);
        self.push_parts(op, &all, rest);
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The words.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Adds the instructions of `other`.
    pub(crate) fn append(&mut self, other: &Self) {
        self.words.extend_from_slice(&other.words);
        self.overflow |= other.overflow;
    }

    /// Changes a word that is already there.
    pub(crate) fn patch(&mut self, position: usize, word: u32) {
        if let Some(slot) = self.words.get_mut(position) {
            *slot = word;
        }
    }
}

/// Adds a literal string: UTF-8, terminated by a zero byte and filled up to whole words. Zero bytes in it are left out.
fn string(words: &mut Vec<u32>, text: &str) {
    let mut word = 0u32;
    let mut filled = 0;
    for byte in text.bytes().filter(|&byte| byte != 0) {
        word |= u32::from(byte) << (8 * filled);
        filled += 1;
        if filled == 4 {
            words.push(word);
            (word, filled) = (0, 0);
        }
    }
    words.push(word);
}

#[cfg(test)]
mod tests {
    use super::Words;
    use spirv::Op;

    #[test]
    fn strings_end_in_zero() {
        let mut words = Words::default();
        words.push_string(Op::Name, &[7], "main", &[]);
        assert_eq!(words.words(), [4 << 16 | 5, 7, 0x6e69_616d, 0]);
    }

    #[test]
    fn long_instructions_are_noticed() {
        let mut words = Words::default();
        words.push(Op::CompositeConstruct, &vec![0; 70_000]);
        assert!(words.overflow && words.len() == 0);
    }
}
