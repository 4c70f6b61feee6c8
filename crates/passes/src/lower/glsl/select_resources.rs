//! Dynamic indices of arrays of textures and images become switches over constant ones, for versions without dynamic indices.
//!
//! ```text
//! %0: ptr<opaque, sampled<2d, f32>> = access @maps, %i      %c: vec4<f32> = switch %i {
//! %1: sampled<2d, f32> = load %0                                case 0i32 { %0 = access @maps, 0i32  %1 = load %0
//! %c: vec4<f32> = image_sample %1, %uv                 =>                   %2 = image_sample %1, %uv  break %2 }
//!                                                               default   { %3 = access @maps, 1i32  %4 = load %3
//!                                                                           %5 = image_sample %4, %uv  break %5 }
//!                                                           }
//! ```
//!
//! These versions want the index to be the same in all invocations that are together, so that derivatives mean what they did; ESSL
//! 1.00 has the variables of loops as indices, which become constants by this. An index out of range chooses the last element.
//! The array of a call's argument is chosen around the call.
//!
//! ANGLE unrolled such loops (`UnrollForLoopWithSamplerArrayIndex`); Tint and naga have no arrays of textures in such versions;
//! NIR: `nir_lower_indirect_derefs`, `gl_nir_lower_samplers`.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::unused_loads::drop_unused_loads;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    FunctionData, Global, Inst, Length, Module, Op, Operand, Storage, TypeData, Value, ValueDef, typing,
};

/// Copies of an instruction at most: longer arrays stay, and the printer says what the version lacks.
const LONGEST: u32 = 64;

/// True if the target lacks dynamic indices, and the module has some.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let is_ruled = settings.chosen_glsl().is_some_and(|it| Feature::ConstantOpaqueIndex.is_in(it.version));
    let has_index = |function: &FunctionData| {
        function.insts.iter().any(|(inst, data)| {
            data.op == Op::Access
                && opaque_array(module, function, inst).is_some()
                && dynamic(function, inst).is_some()
        })
    };
    is_ruled && settings.lacks(module, Feature::OpaqueIndex) && module.functions.values().any(has_index)
}

/// Makes all indices constant that can be; gives the number of instructions that were copied.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    // Each round makes one index of each operand constant.
    loop {
        let mut round = 0;
        rewrite_each(module, session, |rewriter, inst| match Choice::of(rewriter, inst) {
            Some(choice) => {
                round += 1;
                choice.select(rewriter, inst)
            }
            None => Action::Keep,
        });
        if round == 0 {
            break;
        }
        drop_unused_loads(module, session);
        changes += round;
    }
    changes
}

/// The variable from which an access selects, if it is an array of resources or has some.
fn opaque_array(module: &Module, function: &FunctionData, access: Inst) -> Option<Global> {
    let global = function.operands(access).first()?.global()?;
    (module.globals[global].storage == Storage::Opaque).then_some(global)
}

/// The position of the first index that is not constant.
fn dynamic(function: &FunctionData, access: Inst) -> Option<usize> {
    function.operands(access).iter().skip(1).position(|index| index.constant().is_none()).map(|at| at + 1)
}

/// An operand of an instruction that a dynamic index chooses.
struct Choice {
    /// The position of the operand.
    position: usize,
    /// The access, and the load of what it leads to, if the operand is its value.
    access: Inst,
    load: Option<Inst>,
    /// The position of the index in the access.
    index: usize,
    /// Elements of the array.
    length: u32,
}

impl Choice {
    fn of(rewriter: &Rewriter<'_>, inst: Inst) -> Option<Self> {
        let function = &rewriter.function;
        // Instructions that only lead to the resource are made again in each case.
        if matches!(function.op(inst), Op::Load | Op::Access) || function.control(inst).is_some() {
            return None;
        }
        let operands = function.operands(inst).iter().enumerate();
        operands.filter_map(|(at, operand)| Some((at, operand.value()?))).find_map(|(position, value)| {
            let (load, access) =
                match (made_by(function, value, Op::Load), made_by(function, value, Op::Access)) {
                    (Some(load), _) => {
                        let pointer = function.operands(load).first()?.value()?;
                        (Some(load), made_by(function, pointer, Op::Access)?)
                    }
                    (None, access) => (None, access?),
                };
            opaque_array(rewriter.module, function, access)?;
            let index = dynamic(function, access)?;
            let length = length_at(rewriter, access, index)?;
            // All indices of the access that are not constant have a case for each of their elements.
            let others = (index..function.operands(access).len())
                .filter(|&at| function.operands(access).get(at).is_some_and(|it| it.constant().is_none()));
            let lengths = others.map(|at| length_at(rewriter, access, at).unwrap_or(u32::MAX));
            let copies = lengths.fold(1u32, u32::saturating_mul);
            (1..=LONGEST).contains(&copies).then_some(Self { position, access, load, index, length })
        })
    }

    /// Builds a switch with a copy of the instruction for each element.
    fn select(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let path = rewriter.function.operands(self.access).to_vec();
        let Some(&selector) = path.get(self.index) else { return Action::Keep };
        let numbers: Vec<i64> = (0..i64::from(self.length) - 1).collect();
        let index_type = rewriter.ty(selector);
        let results: Vec<Value> = rewriter.function.results(inst).collect();
        let given = rewriter.switch_(selector, &numbers, |rewriter, number| {
            let number = number.unwrap_or(i64::from(self.length) - 1);
            let mut path = path.clone();
            if let Some(index) = path.get_mut(self.index) {
                *index = rewriter.number(index_type, number as f64);
            }
            let mut resource = rewriter.op(Op::Access, &path);
            if self.load.is_some() {
                resource = rewriter.load(resource);
            }
            self.copy(rewriter, inst, resource)
        });
        for (old, new) in results.iter().zip(given) {
            if let Some(value) = new.value() {
                rewriter.inherit(*old, value);
            } else {
                rewriter.forward(*old, new);
            }
        }
        Action::Remove
    }

    /// Copies the instruction for a resource; gives its results.
    fn copy(&self, rewriter: &mut Rewriter<'_>, inst: Inst, resource: Operand) -> Vec<Operand> {
        let mut operands = rewriter.function.operands(inst).to_vec();
        if let Some(slot) = operands.get_mut(self.position) {
            *slot = resource;
        }
        rewriter.copy_with(inst, &operands)
    }
}

/// The instruction that makes a value, if it is one of this operation.
fn made_by(function: &FunctionData, value: Value, op: Op) -> Option<Inst> {
    match function.values[value].def() {
        ValueDef::Result { inst, .. } if function.op(inst) == op => Some(inst),
        ValueDef::Result { .. } | ValueDef::Param { .. } => None,
    }
}

/// The length of the array that an index of an access selects from.
fn length_at(rewriter: &Rewriter<'_>, access: Inst, position: usize) -> Option<u32> {
    let operands = rewriter.function.operands(access);
    let module = &*rewriter.module;
    let whole = module.types.pointee(rewriter.ty(*operands.first()?))?;
    let mut before = operands.get(1..position)?.iter();
    let ty = before.try_fold(whole, |ty, &index| typing::indexed_type(module, ty, index))?;
    match module.types.get(ty) {
        TypeData::Array { length: Length::Constant(length), .. } => Some(length),
        _ => None,
    }
}
