//! Types and constants of integers that nothing uses any more, and decorations of casts that are gone.

use super::Signs;
use super::forms::Role;
use crate::words::{Ids, opcode};
use spirv::Op;
use std::collections::BTreeSet;

impl Signs<'_, '_> {
    /// Leaves out what is unused.
    pub(super) fn remove_unused(&mut self) {
        let mut uses = Uses(vec![0; self.w.mark() as usize]);
        for (number, words) in self.w.functions.numbered() {
            if !self.concerns(words) {
                continue;
            }
            let op = opcode(number);
            for (at, &id) in words.iter().enumerate() {
                if self.forms.role(op, words, at) != Role::Literal {
                    uses.add(id);
                }
            }
        }
        for section in [self.w.annotations(), &self.w.modes] {
            for (op, words) in section.instructions() {
                let says_one = matches!(op, Op::Decorate | Op::MemberDecorate | Op::ExecutionMode);
                let ids = if says_one { 1 } else { words.len() };
                words.iter().take(ids).for_each(|&id| uses.add(id));
            }
        }
        let globals: Vec<(Op, &[u32])> = self.w.globals.instructions().collect();
        for &(op, words) in &globals {
            parts(op, words).iter().for_each(|&id| uses.add(id));
        }
        // Uses come behind declarations.
        let mut gone = BTreeSet::new();
        for &(op, words) in globals.iter().rev() {
            let Some(id) = declared(op, words) else { continue };
            if self.at(id).shape.is_some() && uses.is_unused(id) {
                gone.insert(id);
                parts(op, words).iter().for_each(|&id| uses.remove(id));
            }
        }
        self.w.globals.retain(|op, words| !declared(opcode(op), words).is_some_and(|id| gone.contains(&id)));
        let replaced = &self.replaced;
        let is_left = |words: &[u32]| words.first().is_some_and(|id| replaced.contains_key(id));
        self.w.annotations_mut().retain(|op, words| op != Op::Decorate as u32 || !is_left(words));
    }
}

/// The number of uses of each id.
struct Uses(Vec<u32>);

impl Uses {
    fn add(&mut self, id: u32) {
        if let Some(count) = self.0.get_mut(id as usize) {
            *count += 1;
        }
    }

    fn remove(&mut self, id: u32) {
        if let Some(count) = self.0.get_mut(id as usize) {
            *count = count.saturating_sub(1);
        }
    }

    fn is_unused(&self, id: u32) -> bool {
        self.0.get(id as usize) == Some(&0)
    }
}

/// The id of a declaration that may go.
fn declared(op: Op, words: &[u32]) -> Option<u32> {
    match op {
        Op::TypeInt | Op::TypeVector => words.first().copied(),
        Op::Constant | Op::ConstantNull | Op::ConstantComposite | Op::Undef => words.get(1).copied(),
        _ => None,
    }
}

/// The ids that a declaration is made of. Where the table says nothing, all words.
fn parts(op: Op, words: &[u32]) -> Ids {
    let range = match op {
        Op::TypeInt | Op::TypeFloat | Op::TypeBool | Op::TypeVoid | Op::TypeSampler => 0..0,
        Op::TypeVector | Op::TypeMatrix | Op::TypeImage => 1..2,
        Op::TypePointer => 2..3,
        Op::Constant | Op::ConstantNull | Op::Undef | Op::ConstantTrue | Op::ConstantFalse => 0..1,
        Op::SpecConstant => 0..1,
        Op::ConstantComposite => {
            let own = |row: &(usize, u32)| row.0 != 1;
            return words.iter().copied().enumerate().filter(own).map(|row| row.1).collect();
        }
        _ => 0..words.len(),
    };
    Ids::from_slice(words.get(range).unwrap_or(&[]))
}
