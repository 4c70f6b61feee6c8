//! Demanded components of each value.
//!
//! ```text
//! %v: vec3<f32> = construct %a, %b, %c       its components x and z
//! %w: vec3<f32> = fmul %v, %u                its components x and z, and those of %u
//! %1: f32 = extract.0 %w
//! %2: vec2<f32> = swizzle.zx %w
//! ```
//!
//! Found backwards: what has an effect wants all of its operands, what computes by components wants those of which its
//! own are wanted. Around loops and through branches the wanted components of a parameter are those of everything that is
//! passed on to it; so a component that only keeps itself alive around a loop is not wanted.

use super::flow::Flow;
use vitrum_ir::{
    FunctionData, Inst, Module, Op, Operand, Shuffle, SideTable, Sig, Swizzle, TypeData, Value, ValueDef,
    typing, visit,
};

/// A set of components: bit N is component N. What has more parts than that is wanted whole.
pub type Mask = u32;

/// Everything.
const ALL: Mask = Mask::MAX;

/// The wanted components of every value.
#[derive(Clone, Debug)]
pub struct Demand {
    masks: SideTable<Value, Mask>,
}

impl Demand {
    /// Of a function.
    pub fn new(module: &Module, function: &FunctionData, flow: &Flow) -> Self {
        let mut finder = Finder {
            module,
            function,
            flow,
            masks: SideTable::filled(function.values.len(), 0),
            work: Vec::new(),
        };
        for (_, inst) in visit::insts(function) {
            let op = function.op(inst);
            if op.is_control() {
                // Conditions are demanded; values that are passed on only as far as their targets are.
                if op != Op::Loop {
                    finder.want_first(inst);
                }
            } else if !passes_on(op) && (op == Op::Access || !op.effects().is_pure()) {
                for &operand in function.operands(inst) {
                    finder.want(operand, ALL);
                }
            } else if op == Op::BreakIf {
                finder.want_first(inst);
            }
        }
        while let Some(value) = finder.work.pop() {
            finder.spread(value);
        }
        Self { masks: finder.masks }
    }

    /// The wanted components of a value; all bits are set if that is more than some components of a vector.
    pub fn mask(&self, value: Value) -> Mask {
        self.masks.get(value).copied().unwrap_or(ALL)
    }

    /// True if a component of a vector is wanted.
    pub fn wants(&self, value: Value, component: u32) -> bool {
        1u32.checked_shl(component).is_none_or(|bit| self.mask(value) & bit != 0)
    }
}

/// True if the operands of a terminator are what parameters or results become.
fn passes_on(op: Op) -> bool {
    matches!(op, Op::Merge | Op::Break | Op::Continue | Op::Next | Op::BreakIf | Op::Fallthrough)
}

/// True if each component of the result comes from the components at the same place.
pub fn is_by_components(op: Op) -> bool {
    let by_components = matches!(
        op.info().sig,
        Sig::Unary(_)
            | Sig::Binary(_)
            | Sig::Ternary(_)
            | Sig::Compare(_)
            | Sig::Test(_)
            | Sig::Convert(..)
            | Sig::Shift
            | Sig::Select
            | Sig::VectorTimesScalar
            | Sig::BitQuery
    );
    by_components
        && op.effects().is_pure()
        && !matches!(op, Op::Normalize | Op::FaceForward | Op::Reflect | Op::Transpose | Op::Inverse)
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    flow: &'a Flow,
    masks: SideTable<Value, Mask>,
    /// Values of which more is wanted than their operands know.
    work: Vec<Value>,
}

impl Finder<'_> {
    fn want(&mut self, operand: Operand, mask: Mask) {
        let Some(value) = operand.value() else { return };
        let Some(slot) = self.masks.get_mut(value) else { return };
        if mask & !*slot != 0 {
            *slot |= mask;
            self.work.push(value);
        }
    }

    fn want_first(&mut self, inst: Inst) {
        if let Some(&first) = self.function.operands(inst).first() {
            self.want(first, ALL);
        }
    }

    fn is_vector(&self, operand: Operand) -> bool {
        let ty = typing::operand_type(self.module, self.function, operand);
        matches!(self.module.types.get(ty), TypeData::Vector { .. })
    }

    /// The components of an operand that is a vector, or all of it.
    fn want_part(&mut self, operand: Operand, mask: Mask) {
        let mask = if self.is_vector(operand) { mask } else { ALL };
        if mask != 0 {
            self.want(operand, mask);
        }
    }

    /// Spreads the demand of a value to its operands.
    fn spread(&mut self, value: Value) {
        let mask = self.masks.at(value);
        let ValueDef::Result { inst, .. } = self.function.values[value].def() else {
            return self.spread_flow(value, mask);
        };
        let data = self.function.insts[inst];
        if data.op.is_control() {
            return self.spread_flow(value, mask);
        }
        let function = self.function;
        let operands = function.operands(inst);
        let moved = |components: &[u8], from: u32, to: u32| {
            let wanted = components.iter().enumerate().filter(|row| mask >> row.0.min(31) & 1 != 0);
            wanted
                .map(|row| u32::from(*row.1))
                .filter(|&at| at >= from && at < to)
                .fold(0, |all, at| all | 1 << (at - from))
        };
        match (data.op, operands) {
            (Op::Extract, &[whole]) => {
                let bit = if data.imm < 31 { 1 << data.imm } else { ALL };
                self.want_part(whole, bit);
            }
            (Op::Insert, &[whole, part]) => {
                let bit = if data.imm < 31 { 1 << data.imm } else { 0 };
                if !self.is_vector(whole) {
                    self.want(whole, ALL);
                    self.want(part, ALL);
                    return;
                }
                self.want_part(whole, mask & !bit);
                if mask & bit != 0 {
                    self.want(part, ALL);
                }
            }
            (Op::Swizzle, &[whole]) => {
                let wanted = moved(Swizzle::from_bits(data.imm).components(), 0, 4);
                self.want_part(whole, wanted);
            }
            (Op::Shuffle, &[first, second]) => {
                let ty = typing::operand_type(self.module, function, first);
                let size = self.module.types.vector_size(ty).unwrap_or(4);
                let shuffle = Shuffle::from_bits(data.imm);
                let wanted =
                    [moved(shuffle.components(), 0, size), moved(shuffle.components(), size, size + 4)];
                self.want_part(first, wanted[0]);
                self.want_part(second, wanted[1]);
            }
            (Op::Construct, parts) if self.is_vector(value.into()) => {
                let mut at = 0;
                for &part in parts {
                    let ty = typing::operand_type(self.module, function, part);
                    let size = self.module.types.vector_size(ty).unwrap_or(1);
                    let wanted = mask.checked_shr(at).unwrap_or(0) & ((1 << size) - 1);
                    if wanted != 0 {
                        self.want_part(part, wanted);
                    }
                    at += size;
                }
            }
            (op, operands) if is_by_components(op) && self.is_vector(value.into()) => {
                for &operand in operands {
                    self.want_part(operand, mask);
                }
            }
            (_, operands) => {
                for &operand in operands {
                    self.want(operand, ALL);
                }
            }
        }
    }

    fn spread_flow(&mut self, value: Value, mask: Mask) {
        let flow = self.flow;
        for (_, source) in flow.sources(value) {
            self.want(source.operand, mask);
        }
    }
}
