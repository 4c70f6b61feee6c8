//! SPIR-V as a list of instructions, for tests.

/// The instructions of a module: opcodes and operands.
pub(crate) fn instructions(words: &[u32]) -> Vec<(u32, &[u32])> {
    let mut rest = &words[5..];
    let mut all = Vec::new();
    while let Some(&head) = rest.first() {
        let (inst, behind) = rest.split_at((head >> 16) as usize);
        all.push((head & 0xffff, &inst[1..]));
        rest = behind;
    }
    all
}
