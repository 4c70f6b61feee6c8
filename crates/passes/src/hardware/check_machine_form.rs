//! Refuses a module that is not in the form of its machine: what the lowerings of `hardware` leave.
//!
//! ```text
//! %0: mat2x2<f32> = fmul %a, %b     refused: a value of type `mat2x2<f32>` is left, which the machine has no register for
//! ```
//!
//! In this form there are no addresses and no calls, only loads and stores by offset, index and slot; values are numbers, vectors
//! only where the machine has some or where an operation on an image, a subgroup or memory takes or gives one; types, division,
//! functions and dynamic components are those that the machine has. The module stays as it is.
//!
//! Mesa checks this in each back end.

use super::machine::{Features, Machine};
use super::scalarize::is_of_vectors;
use super::{lower_bit_functions, lower_float_functions, lower_frexp_ldexp, lower_packing};
use crate::framework::session::Session;
use vitrum_ir::machine::Space;
use vitrum_ir::{
    Function, FunctionData, Inst, Intrinsic, Module, Op, OperandKind, Scalar, Sig, Span, Type, TypeData,
    text, typing, visit,
};

/// The most places that are reported.
const MOST: usize = 16;

/// Reports what is left; changes nothing.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    // Without fuel, the passes before did not do all they had to.
    if session.fuel() == Some(0) {
        return 0;
    }
    let machine: Machine = session.settings().options.get();
    for (span, message) in leftovers(module, &machine) {
        session.refuse(span, message);
    }
    0
}

/// The constructs of a module that a machine lacks, as places with messages; their number is limited.
pub fn leftovers(module: &Module, machine: &Machine) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let Some(entry) = module.entry else { return found };
    if let Some(data) = module.globals.values().find(|data| module.is_passed_on(data)) {
        let message = "a geometry shader that passes inputs on is left, which machines lack".to_owned();
        found.push((data.origin.span, message));
    }
    let check = Check { module, has: machine.has };
    // Only the entry point is executed.
    check.function(entry, &mut found);
    found
}

struct Check<'m> {
    module: &'m Module,
    has: Features,
}

impl Check<'_> {
    fn function(&self, id: Function, found: &mut Vec<(Span, String)>) {
        let function = &self.module.functions[id];
        for (_, inst) in visit::insts(function) {
            if found.len() >= MOST {
                return;
            }
            let span = function.insts[inst].span();
            if let Some(message) = self.operation(function, inst) {
                found.push((span, message));
                continue;
            }
            let values = function.results(inst).map(|value| function.values[value].ty);
            let params = function.control(inst).into_iter().flat_map(vitrum_ir::ControlData::blocks);
            let params = params.flat_map(|block| function.blocks[block].params.iter());
            let types = values.chain(params.map(|&param| function.values[param].ty));
            if let Some(ty) =
                types.into_iter().find(|&ty| !self.has_register(ty, keeps_vectors(function, inst)))
            {
                let name = text::type_name(self.module, ty);
                found.push((
                    span,
                    format!("a value of type `{name}` is left, which the machine has no register for"),
                ));
            }
        }
    }

    /// The reason why an operation is none of the machine.
    fn operation(&self, function: &FunctionData, inst: Inst) -> Option<String> {
        let op = function.op(inst);
        let lacks = |fact: Features| !self.has.contains(fact);
        let operands = function.operands(inst);
        if let Some(global) = operands.iter().find_map(|operand| match operand.kind() {
            OperandKind::Global(global) => Some(global),
            OperandKind::Value(_) | OperandKind::Constant(_) => None,
        }) {
            let name = self.module.names.get(self.module.globals[global].name);
            return Some(format!("the variable `{name}` is accessed by its address"));
        }
        let is_left = match op {
            Op::Intrinsic => {
                let wide = |ty: Type| lacks(Features::INT64) && self.is_wide(ty);
                // Addresses have two words on any machine.
                let address = match function.intrinsic(inst).and_then(Intrinsic::memory) {
                    Some((Space::Global, access)) => Some(access.address()),
                    _ => None,
                };
                let taken = operands.iter().enumerate().filter(|row| Some(row.0) != address);
                let mut taken = taken.map(|row| typing::operand_type(self.module, function, *row.1));
                is_missing(function, inst, self.has)
                    || taken.any(wide)
                    || function.results(inst).any(|value| wide(function.values[value].ty))
            }
            Op::Var | Op::Access | Op::Load | Op::Store | Op::StoreSwizzle | Op::Call | Op::ArrayLength => {
                true
            }
            Op::Sdiv | Op::Udiv | Op::Srem | Op::Smod | Op::Umod => lacks(Features::DIVISION),
            _ if lacks(Features::FLOAT_FUNCTIONS)
                && (lower_float_functions::OPS.contains(&op) || lower_frexp_ldexp::OPS.contains(&op)) =>
            {
                true
            }
            _ if lacks(Features::BIT_FUNCTIONS) && lower_bit_functions::OPS.contains(&op) => true,
            _ if lacks(Features::PACKING) && lower_packing::OPS.contains(&op) => true,
            _ if lacks(Features::VECTORS) && is_of_vectors(op) => true,
            Op::ExtractDynamic | Op::InsertDynamic => lacks(Features::INDIRECT),
            _ => matches!(
                op.info().sig,
                Sig::VectorTimesMatrix
                    | Sig::MatrixTimesVector
                    | Sig::MatrixTimesMatrix
                    | Sig::MatrixTimesScalar
                    | Sig::OuterProduct
                    | Sig::Transpose
                    | Sig::Determinant
                    | Sig::Inverse
            ),
        };
        let name = || function.intrinsic(inst).map_or(op.mnemonic(), Intrinsic::name);
        is_left.then(|| format!("the operation `{}` is left, which the machine lacks", name()))
    }

    /// True for numbers of 64 bits.
    fn is_wide(&self, ty: Type) -> bool {
        matches!(self.module.types.scalar_of(ty), Some(Scalar::I64 | Scalar::U64))
    }

    /// True if a register holds a value of a type.
    fn has_register(&self, ty: Type, keeps_vectors: bool) -> bool {
        let scalar = |scalar: Scalar| match (scalar, scalar.width()) {
            // A Boolean is there between a comparison and its use, as part of the use.
            (Scalar::Bool, _) | (_, 32) => true,
            (small, _) if small.is_microscaling() => false,
            // A value of 64 bits is moved as words.
            (Scalar::F64, _) => self.has.contains(Features::FLOAT64) || keeps_vectors,
            (_, 64) => self.has.contains(Features::INT64) || keeps_vectors,
            _ => self.has.contains(Features::SMALL) || keeps_vectors,
        };
        match self.module.types.get(ty) {
            TypeData::Scalar(it) => scalar(it),
            TypeData::Vector { scalar: it, .. } => {
                scalar(it) && (keeps_vectors || self.has.contains(Features::VECTORS))
            }
            TypeData::BufferReference { .. } => self.has.contains(Features::INT64) || keeps_vectors,
            TypeData::Void
            | TypeData::Image(_)
            | TypeData::SampledImage(_)
            | TypeData::Sampler { .. }
            | TypeData::AccelerationStructure => true,
            _ => false,
        }
    }
}

/// True for an access of registers with an index, if the machine has none.
fn is_missing(function: &FunctionData, inst: Inst, has: Features) -> bool {
    !has.contains(Features::INDIRECT_REGISTERS)
        && matches!(function.intrinsic(inst), Some(Intrinsic::LoadRegister | Intrinsic::StoreRegister))
}

/// True for operations that take or give several numbers at once, on any machine: of images, subgroups and memory; and for
/// those that only move numbers to them.
fn keeps_vectors(function: &FunctionData, inst: Inst) -> bool {
    let op = function.op(inst);
    matches!(
        op,
        Op::Intrinsic
            | Op::Construct
            | Op::Extract
            | Op::Insert
            | Op::Splat
            | Op::Swizzle
            | Op::Shuffle
            | Op::Bitcast
            | Op::Sconvert
            | Op::Uconvert
            | Op::Fconvert
    ) || matches!(
        op.info().sig,
        Sig::Image | Sig::ImageSize | Sig::ImageWrite | Sig::QueryLod | Sig::Pack | Sig::ImageQuery
    )
}
