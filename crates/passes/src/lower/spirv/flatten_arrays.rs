//! Arrays of arrays of resources become arrays, since Vulkan has no others.
//!
//! ```text
//! global @t: array<array<sampled<2d, f32>, 2>, 3> opaque     =>    global @t: array<sampled<2d, f32>, 6> opaque
//! %p: ptr<opaque, ...> = access @t, %i, 1i32                       %0: i32 = imul %i, 2i32
//!                                                                  %1: i32 = iadd %0, 1i32
//!                                                                  %p: ptr<opaque, ...> = access @t, %1
//! ```
//!
//! Blocks of uniforms and buffers alike. Needs every address to start at a global, which `specialize_parameters` sees
//! to.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::parts::index_i32;
use crate::lower::paths::Paths;
use crate::lower::specialize_parameters::takes;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Constant, Global, GlobalData, Inst, Length, Module, Op, Operand, Precision, Storage, Type, TypeData,
    fold, types::common,
};

/// True if a global is an array of arrays of resources or blocks.
pub(in crate::lower) fn is_nested(module: &Module, data: &GlobalData) -> bool {
    let resource = match data.storage {
        Storage::Opaque => true,
        Storage::Uniform | Storage::Buffer => data.block.is_some(),
        _ => false,
    };
    resource && module.types.element(data.ty).and_then(|ty| module.types.element(ty)).is_some()
}

/// The shape that a global had: the lengths of its arrays from the outside in.
struct Nest {
    /// The number of innermost elements in one element of each array, from the outside in.
    strides: Vec<Constant>,
}

/// True if the target is Vulkan, and every address of an array of arrays starts at its global.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.vulkan
        && module.globals.values().any(|data| is_nested(module, data))
        && !takes(module, |storage, pointee| {
            storage == Storage::Opaque && module.types.element(pointee).is_some()
        })
}

/// Flattens the globals; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut nests = FxHashMap::default();
    for global in module.globals_that(|data| is_nested(module, data)) {
        if let Some((ty, nest)) = flat(module, module.globals[global].ty) {
            let pointer = module.types.pointer(module.globals[global].storage, ty);
            module.globals[global].ty = ty;
            module.globals[global].pointer = pointer;
            nests.insert(global, nest);
        }
    }
    if !nests.is_empty() {
        rewrite(module, session, |_, _, _| Some(Flatten { nests: &nests, paths: Paths::default() }));
    }
    nests.len()
}

/// The flat type of an array of arrays; `None` if it has too many elements.
fn flat(module: &mut Module, ty: Type) -> Option<(Type, Nest)> {
    let mut lengths = Vec::new();
    let mut inner = ty;
    while let Some(part) = module.types.element(inner) {
        lengths.push(match module.types.get(inner) {
            TypeData::Array { length, .. } => Some(length),
            _ => None,
        });
        inner = part;
    }
    let mut stride = module.constants.i32(1);
    let mut strides = vec![stride; lengths.len()];
    for (index, length) in lengths.iter().enumerate().rev() {
        *strides.get_mut(index)? = stride;
        // Only the outermost array can be of unknown length.
        let &Some(length) = length else { continue };
        stride = match length {
            Length::Constant(length) => {
                let length = module.constants.i32(i32::try_from(length).ok()?);
                multiply(module, stride, length)?
            }
            Length::Spec(length) => {
                let length = spec_i32(module, length)?;
                multiply(module, stride, length)?
            }
        };
    }
    let flat = match (lengths.first()?, module.constants.as_int(stride)) {
        (None, _) => TypeData::RuntimeArray { element: inner },
        (Some(_), Some(length)) => {
            TypeData::Array { element: inner, length: Length::Constant(u32::try_from(length).ok()?) }
        }
        (Some(_), None) => TypeData::Array { element: inner, length: Length::Spec(stride) },
    };
    Some((module.types.intern(flat), Nest { strides }))
}

fn multiply(module: &mut Module, a: Constant, b: Constant) -> Option<Constant> {
    if let (Some(a), Some(b)) = (module.constants.as_int(a), module.constants.as_int(b)) {
        return Some(module.constants.i32(i32::try_from(a.checked_mul(b)?).ok()?));
    }
    fold::fold(module, Op::Imul, &[a.into(), b.into()], 0, common::I32)
}

fn spec_i32(module: &mut Module, constant: Constant) -> Option<Constant> {
    match module.constants.ty(constant) {
        common::I32 => Some(constant),
        common::U32 => fold::fold(module, Op::Bitcast, &[constant.into()], 0, common::I32),
        _ => None,
    }
}

struct Flatten<'a> {
    nests: &'a FxHashMap<Global, Nest>,
    paths: Paths,
}

impl Visitor for Flatten<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let is_nest = |global| self.nests.contains_key(&global);
        let Some(path) = self.paths.learn(&rewriter.function, inst, is_nest) else { return Action::Keep };
        let Some(nest) = self.nests.get(&path.global) else { return Action::Keep };
        let Some((outer, rest)) = path.indices.split_at_checked(nest.strides.len()) else {
            // The address of an array is only used to go on from there.
            return Action::Remove;
        };
        let mut sum: Option<Operand> = None;
        for (&index, &stride) in outer.iter().zip(&nest.strides) {
            let index = index_i32(rewriter, index);
            let one = rewriter.module.constants.as_int(stride) == Some(1);
            let scaled = if one {
                index
            } else {
                rewriter.push(Op::Imul, &[index, stride.into()], 0, common::I32, Precision::None)
            };
            sum = Some(match sum {
                None => scaled,
                Some(sum) => rewriter.push(Op::Iadd, &[sum, scaled], 0, common::I32, Precision::None),
            });
        }
        let mut operands = vec![Operand::from(path.global)];
        operands.extend(sum);
        operands.extend_from_slice(rest);
        rewriter.function.set_operands(inst, &operands);
        debug_assert!(rewriter.ty(path.global.into()) != common::VOID);
        Action::Keep
    }
}
