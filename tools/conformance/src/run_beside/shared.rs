//! Shared memory that begins as zeros: a run whose workgroup is smaller than the shader expects reads what none of its
//! invocations wrote, and that must not differ between modules.

use std::collections::{HashMap, HashSet};

use rspirv::spirv::{Decoration, Op, StorageClass};

/// Words before the first instruction, and the one among them that is above all ids.
const HEADER: usize = 5;
const BOUND: usize = 3;

/// The module with an initializer for each shared variable that may have one. Blocks with a layout may not.
pub(crate) fn cleared(words: &[u32]) -> Vec<u32> {
    let mut out = words.get(..HEADER).unwrap_or(words).to_vec();
    let mut blocks = HashSet::new();
    let mut pointees = HashMap::new();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let count = (first >> 16).max(1) as usize;
        let Some(instruction) = words.get(at..at + count) else {
            out.extend(&words[at..]);
            break;
        };
        at += count;
        match (Op::from_u32(first & 0xFFFF), instruction) {
            (Some(Op::Decorate), [_, id, decoration, ..]) if *decoration == Decoration::Block as u32 => {
                blocks.insert(*id);
            }
            (Some(Op::TypePointer), &[_, id, storage, to]) if storage == StorageClass::Workgroup as u32 => {
                pointees.insert(id, to);
            }
            (Some(Op::Variable), &[_, ty, id, storage]) => {
                if let Some(to) = pointees.get(&ty).filter(|to| !blocks.contains(to))
                    && let Some(bound) = out.get_mut(BOUND)
                {
                    let zero = *bound;
                    *bound += 1;
                    out.extend([3 << 16 | Op::ConstantNull as u32, *to, zero]);
                    out.extend([5 << 16 | Op::Variable as u32, ty, id, storage, zero]);
                    continue;
                }
            }
            _ => {}
        }
        out.extend(instruction);
    }
    out
}

#[cfg(test)]
mod tests {
    use vitrum::{Options, Stage};

    use super::super::module::Module;
    use super::cleared;

    #[test]
    fn shared_variables_begin_as_zeros() {
        let text = "#version 450\nlayout(binding = 0) buffer B { int b[]; };\nshared int a[4], c;\n\
                    void main() { b[0] = a[1] + c; }\n";
        let words = vitrum::compile(text, &Options::new(Stage::Compute)).ok().and_then(|it| it.spirv().ok());
        let words = words.unwrap_or_default();
        let made = cleared(&words);
        assert_eq!(made.len(), words.len() + 2 * 4);
        assert_eq!(made.get(3).copied(), words.get(3).map(|bound| bound + 2));
        assert!(Module::read(made).is_ok());
        assert_eq!(cleared(&[1, 2]), [1, 2]);
    }
}
