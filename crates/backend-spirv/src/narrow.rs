//! Capabilities for arithmetic on numbers of 8 and 16 bits, found by a walk over the words of a finished module.
//!
//! A storage capability lets a shader declare such types, and load, store and convert to another width what lies in the
//! storage classes that it is about. Everything else that has such a number as a result or as an operand needs `Int8`,
//! `Int16` or `Float16` (SPIR-V section 2.16.2, and the `Storage...` rows of section 3.2.31). The walk looks at the type
//! of each result and at the types of operands, so that instructions need no check of their own.

use crate::words::Words;
use rustc_hash::FxHashMap;
use spirv::{Capability, Op, StorageClass};

/// Types of narrow numbers, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Narrow(u8);

impl Narrow {
    const INT_8: Self = Self(1);
    const INT_16: Self = Self(2);
    const FLOAT_16: Self = Self(4);

    /// The capabilities that arithmetic on them needs.
    pub(crate) fn capabilities(self) -> impl Iterator<Item = Capability> {
        let rows = [
            (Self::INT_8, Capability::Int8),
            (Self::INT_16, Capability::Int16),
            (Self::FLOAT_16, Capability::Float16),
        ];
        rows.into_iter().filter(move |row| self.0 & row.0.0 != 0).map(|row| row.1)
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Facts about an id.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The narrow numbers in a type, or in a value of that type; none for pointers.
    holds: Narrow,
    is_type: bool,
    /// True if it is a struct or an array, or of such a type.
    is_aggregate: bool,
}

/// The narrow types with which a module does more than to store them. `grants` says which narrow types variables of a
/// storage class may hold without arithmetic.
pub(crate) fn computed<const N: usize>(
    sections: [&Words; N],
    bound: u32,
    grants: impl Fn(StorageClass) -> Narrow,
) -> Narrow {
    let mut walk = Walk {
        known: vec![Known::default(); bound as usize],
        pointers: FxHashMap::default(),
        computed: Narrow::default(),
        grants,
    };
    for section in sections {
        for (op, words) in section.instructions() {
            walk.instruction(op, words);
        }
    }
    walk.computed
}

struct Walk<G> {
    known: Vec<Known>,
    /// Storage class and pointee of pointer types.
    pointers: FxHashMap<u32, (u32, u32)>,
    computed: Narrow,
    grants: G,
}

impl<G: Fn(StorageClass) -> Narrow> Walk<G> {
    fn known(&self, id: u32) -> Known {
        self.known.get(id as usize).copied().unwrap_or_default()
    }

    fn note(&mut self, id: u32, known: Known) {
        if let Some(slot) = self.known.get_mut(id as usize) {
            *slot = known;
        }
    }

    /// The words are those behind the first one, which has the opcode.
    fn instruction(&mut self, op: Op, words: &[u32]) {
        let &[first, ref rest @ ..] = words else { return };
        if self.declare(op, first, rest) {
            return;
        }
        let ty = self.known(first);
        // Types are first operands only where they are that of the result.
        let (result, operands) = match rest {
            &[result, ref operands @ ..] if ty.is_type => (Some(result), operands),
            _ => (None, words),
        };
        if let Some(result) = result {
            self.note(result, Known { is_type: false, ..ty });
        }
        match op {
            Op::Variable => self.variable(first),
            // Scalars, vectors and matrices go to and from memory as they are.
            Op::Load if !ty.is_aggregate => {}
            Op::Store => {
                let value = self.known(operands.get(1).copied().unwrap_or(0));
                if value.is_aggregate {
                    self.compute(value.holds);
                }
            }
            Op::FConvert | Op::SConvert | Op::UConvert | Op::CopyObject => {}
            _ => {
                if result.is_some() {
                    self.compute(ty.holds);
                }
                for &operand in ids(op, operands) {
                    let operand = self.known(operand);
                    if !operand.is_type {
                        self.compute(operand.holds);
                    }
                }
            }
        }
    }

    fn compute(&mut self, narrow: Narrow) {
        self.computed = self.computed.union(narrow);
    }

    /// Notes a type; `false` for an instruction that declares none.
    fn declare(&mut self, op: Op, id: u32, operands: &[u32]) -> bool {
        let first = operands.first().copied().unwrap_or(0);
        let mut is_aggregate = false;
        let holds = match op {
            Op::TypeInt if first == 8 => Narrow::INT_8,
            Op::TypeInt if first == 16 => Narrow::INT_16,
            // Those with an encoding have capabilities of their own.
            Op::TypeFloat if first == 16 && operands.len() == 1 => Narrow::FLOAT_16,
            Op::TypeInt | Op::TypeFloat | Op::TypeVoid | Op::TypeBool | Op::TypeFunction => Narrow::default(),
            Op::TypeVector | Op::TypeMatrix | Op::TypeImage | Op::TypeSampledImage => self.known(first).holds,
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV | Op::TypeVectorIdEXT => {
                self.known(first).holds
            }
            Op::TypeArray | Op::TypeRuntimeArray => {
                is_aggregate = true;
                self.known(first).holds
            }
            Op::TypeStruct => {
                is_aggregate = true;
                let parts = operands.iter().map(|&part| self.known(part).holds);
                parts.fold(Narrow::default(), Narrow::union)
            }
            Op::TypePointer => {
                let pointee = operands.get(1).copied().unwrap_or(0);
                self.pointers.insert(id, (first, pointee));
                Narrow::default()
            }
            Op::TypeSampler | Op::TypeTensorARM | Op::TypeAccelerationStructureKHR | Op::TypeRayQueryKHR => {
                Narrow::default()
            }
            Op::TypeForwardPointer => return true,
            _ => return false,
        };
        self.note(id, Known { holds, is_type: true, is_aggregate });
        true
    }

    fn variable(&mut self, ty: u32) {
        let Some(&(class, pointee)) = self.pointers.get(&ty) else { return };
        let granted = StorageClass::from_u32(class).map(&self.grants).unwrap_or_default();
        let holds = self.known(pointee).holds;
        self.compute(holds.without(granted));
    }
}

/// The operands that may be ids of values: literals must not be taken for such. Those behind the result are given.
fn ids(op: Op, operands: &[u32]) -> &[u32] {
    let range = match op {
        Op::Constant
        | Op::SpecConstant
        | Op::SpecConstantOp
        | Op::Function
        | Op::Line
        | Op::Label
        | Op::Branch
        | Op::BranchConditional
        | Op::SelectionMerge
        | Op::LoopMerge
        | Op::AccessChain
        | Op::ArrayLength => 0..0,
        Op::CooperativeMatrixLoadKHR | Op::CooperativeMatrixStoreKHR | Op::CooperativeMatrixMulAddKHR => 0..0,
        Op::CooperativeMatrixLoadNV | Op::CooperativeMatrixStoreNV | Op::CooperativeMatrixMulAddNV => 0..0,
        Op::Switch | Op::CompositeExtract => 0..1,
        Op::CompositeInsert | Op::VectorShuffle => 0..2,
        // Set and number.
        Op::ExtInst => 2..operands.len(),
        // Image and coordinate, and the texel that is written.
        Op::ImageWrite => 0..3,
        _ if is_image(op) => 0..2,
        // The scope, the operation, then the value.
        _ if is_group_arithmetic(op) => 2..3,
        _ if is_dot_product(op) => 0..2,
        _ => 0..operands.len(),
    };
    operands.get(range.start..range.end.min(operands.len())).unwrap_or(&[])
}

fn is_image(op: Op) -> bool {
    matches!(op as u32, 87..=98 | 305..=315 | 320)
}

fn is_group_arithmetic(op: Op) -> bool {
    matches!(op as u32, 342 | 349..=364)
}

fn is_dot_product(op: Op) -> bool {
    matches!(op as u32, 4450..=4455)
}

/// The narrow types that a storage capability lets variables hold.
pub(crate) fn granted(capability: u32) -> Narrow {
    match capability {
        4429 | 4448..=4450 => Narrow::INT_8,
        4430 | 4433..=4436 => Narrow::INT_16.union(Narrow::FLOAT_16),
        _ => Narrow::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Narrow, computed};
    use crate::words::Words;
    use spirv::{Capability, Op};

    /// Ids: 1 is `short`, 2 `int`, 3 a pointer to `short`, 4 a variable, 5 a short that was loaded.
    fn module(last: Op, operands: &[u32]) -> Vec<Capability> {
        let mut words = Words::default();
        words.push(Op::TypeInt, &[1, 16, 1]);
        words.push(Op::TypeInt, &[2, 32, 1]);
        words.push(Op::TypePointer, &[3, 12, 1]);
        words.push(Op::Variable, &[3, 4, 12]);
        words.push(Op::Load, &[1, 5, 4]);
        words.push_list(last, operands);
        let narrow = computed([&words], 8, |_| Narrow::INT_16);
        narrow.capabilities().collect()
    }

    #[test]
    fn storing_and_widening_is_no_arithmetic() {
        assert_eq!(module(Op::SConvert, &[2, 6, 5]), []);
        assert_eq!(module(Op::Store, &[4, 5]), []);
        assert_eq!(module(Op::CopyObject, &[1, 6, 5]), []);
    }

    #[test]
    fn results_and_operands_count() {
        assert_eq!(module(Op::IAdd, &[1, 6, 5, 5]), [Capability::Int16]);
        assert_eq!(module(Op::ConvertSToF, &[2, 6, 5]), [Capability::Int16]);
        assert_eq!(module(Op::ReturnValue, &[5]), [Capability::Int16]);
        assert_eq!(module(Op::Undef, &[1, 6]), [Capability::Int16]);
    }

    #[test]
    fn matrices_in_variables_count() {
        let mut words = Words::default();
        words.push(Op::TypeFloat, &[1, 16]);
        words.push(Op::TypeCooperativeMatrixNV, &[2, 1, 5, 6, 6]);
        words.push(Op::TypePointer, &[3, 7, 2]);
        words.push(Op::Variable, &[3, 4, 7]);
        let narrow = computed([&words], 8, |_| Narrow::default());
        assert_eq!(narrow.capabilities().collect::<Vec<_>>(), [Capability::Float16]);
    }

    #[test]
    fn literals_are_no_operands() {
        assert_eq!(module(Op::CompositeExtract, &[2, 6, 7, 5]), []);
        assert_eq!(module(Op::ExtInst, &[2, 6, 7, 5, 7]), []);
    }
}
