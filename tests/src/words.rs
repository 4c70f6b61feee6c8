//! SPIR-V modules as lists of instructions, for checks of what spirv-val does not look at.

use std::collections::{HashMap, HashSet};

/// An instruction: its opcode, and the words behind the first one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst<'a> {
    pub(crate) opcode: u32,
    pub(crate) words: &'a [u32],
}

impl Inst<'_> {
    /// The word at a position; 0 where there is none.
    pub(crate) fn word(&self, position: usize) -> u32 {
        self.words.get(position).copied().unwrap_or(0)
    }
}

/// The instructions of a module, in order.
pub(crate) fn instructions(words: &[u32]) -> Vec<Inst<'_>> {
    let mut rest = words.get(5..).unwrap_or(&[]);
    let mut all = Vec::new();
    while let Some(&head) = rest.first() {
        let count = ((head >> 16) as usize).clamp(1, rest.len());
        let (words, behind) = rest.split_at(count);
        all.push(Inst { opcode: head & 0xffff, words: &words[1..] });
        rest = behind;
    }
    all
}

/// The instructions within functions.
pub(crate) fn code<'a>(all: &[Inst<'a>]) -> Vec<Inst<'a>> {
    const FUNCTION: u32 = 54;
    let start = all.iter().position(|inst| inst.opcode == FUNCTION).unwrap_or(all.len());
    all[start..].to_vec()
}

/// Annotations of ids, and of members of structs.
#[derive(Debug, Default)]
pub(crate) struct Decorations {
    ids: HashSet<(u32, u32)>,
    members: HashSet<(u32, u32, u32)>,
}

impl Decorations {
    pub(crate) fn of(all: &[Inst<'_>]) -> Self {
        const DECORATE: u32 = 71;
        const MEMBER_DECORATE: u32 = 72;
        let mut decorations = Self::default();
        for inst in all {
            match inst.opcode {
                DECORATE => drop(decorations.ids.insert((inst.word(0), inst.word(1)))),
                MEMBER_DECORATE => {
                    decorations.members.insert((inst.word(0), inst.word(1), inst.word(2)));
                }
                _ => {}
            }
        }
        decorations
    }

    pub(crate) fn has(&self, id: u32, decoration: u32) -> bool {
        self.ids.contains(&(id, decoration))
    }

    pub(crate) fn member_has(&self, ty: u32, member: u32, decoration: u32) -> bool {
        self.members.contains(&(ty, member, decoration))
    }
}

/// Scalar integer constants of 32 bits by id; all others count as 0.
pub(crate) fn constants(all: &[Inst<'_>]) -> HashMap<u32, u32> {
    const CONSTANT: u32 = 43;
    let constants = all.iter().filter(|inst| inst.opcode == CONSTANT);
    constants.map(|inst| (inst.word(1), inst.word(2))).collect()
}
