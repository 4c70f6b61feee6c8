//! Computes `.length()` of the last member of a storage block from the size of its buffer, which the application gives: for devices
//! that do not know the sizes of bound buffers.
//!
//! ```text
//! %a: ptr<buffer, array<f32>> = access @b, 1i32         %0: ptr<uniform, u32> = access @0, 0i32, 0u32, 0u32
//! %n: u32 = array_length %a                        =>   %1: u32 = load %0
//!                                                       %2: u32 = umax %1, 16u32
//!                                                       %3: u32 = isub %2, 16u32
//!                                                       %n: u32 = udiv %3, 4u32
//! ```
//!
//! The parameter `buffer_sizes` is an array of `uvec4` with the sizes of buffers in bytes, one after another. `map` says which number
//! belongs to which set and binding; others follow in the order of declaration, and the report has their offsets.
//!
//! Tint: `ArrayLengthFromUniform`; naga: the `_buffer_sizes` of its Metal printer; ANGLE: buffer lengths in its Metal and Direct3D back
//! ends; NIR: `nir_lower_ssbo` with the driver's sizes; spirv-opt has none.

use super::parameters::{HasPlace, ParameterPlace, with_place};
use super::sizes::{self, SizeIndex, Sizes};
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::paths::{Path, Paths};
use crate::lower::specialize_parameters::specialize_parameters;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{FunctionData, Global, Inst, LayoutRule, Module, Op, Operand, Storage, types::common, visit};

/// Options of `length_from_uniform`.
#[derive(Clone, Debug, Default)]
pub struct LengthFromUniform {
    /// Positions of sizes.
    pub map: Vec<SizeIndex>,
    /// The place of the parameter `buffer_sizes`.
    pub place: ParameterPlace,
}

impl HasPlace for LengthFromUniform {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![LengthFromUniform;
    PassOption {
        name: "map",
        values: "SET.BINDING:INDEX,...",
        summary: "positions of sizes; others follow in the order of declaration",
        set: |options, text| {
            let map = sizes::parse(text)?;
            options.change::<LengthFromUniform>(|it| it.map.extend(map));
            Some(())
        },
    },
];

/// The array whose length an instruction asks for.
fn array_of(function: &FunctionData, inst: Inst) -> Option<Operand> {
    (function.op(inst) == Op::ArrayLength).then(|| function.operands(inst).first().copied())?
}

/// True if an instruction asks for the length of an array in a storage block that is bound.
fn asks(module: &Module) -> bool {
    module.functions.values().any(|function| {
        let mut arrays = visit::insts(function).into_iter().filter_map(|(_, inst)| array_of(function, inst));
        arrays.any(|array| sizes::is_buffer(module, function, array))
    })
}

/// True if there is such an instruction.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    asks(module)
}

/// Replaces the instructions; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<LengthFromUniform>();
    let Some(buffers) = buffers(module, session) else { return 0 };
    let named = ("buffer_sizes", 1);
    let sizes = Sizes::add(module, session, &options.place, named, &options.map, &buffers);
    let Some(sizes) = sizes else { return 0 };
    replace_lengths(module, session, |rewriter, path, depth| {
        sizes.load(rewriter, path.global, path.indices.get(..depth)?)
    })
}

/// The storage blocks whose lengths are asked for. Functions that take them as parameters are copied; `None`, with an error, where
/// that is not possible.
pub(super) fn buffers(module: &mut Module, session: &mut Session) -> Option<Vec<Global>> {
    let find = |module: &Module| {
        sizes::resources_of(module, |function, inst| {
            array_of(function, inst).filter(|&array| sizes::is_buffer(module, function, array))
        })
    };
    let (mut found, mut computed) = find(module);
    if computed.is_some() {
        specialize_parameters(module, session, |_, storage, _| storage == Storage::Buffer);
        (found, computed) = find(module);
    }
    if let Some(place) = computed {
        session.refuse(place, "the length of an array is asked for that is no part of a declared block");
        return None;
    }
    Some(found)
}

/// Replaces lengths by what follows from the sizes of buffers in bytes; gives their number.
pub(super) fn replace_lengths(
    module: &mut Module,
    session: &mut Session,
    mut size: impl FnMut(&mut Rewriter<'_>, &Path, usize) -> Option<Operand>,
) -> usize {
    let mut count = 0;
    for id in module.code_ids() {
        let mut paths = Paths::default();
        let each = |rewriter: &mut Rewriter<'_>, inst: Inst| {
            paths.learn(rewriter.function(), inst, |_| true);
            let Some(array) = array_of(rewriter.function(), inst) else { return Action::Keep };
            let Some(path) = paths.of(array, |_| true) else { return Action::Keep };
            let Some((depth, offset, stride)) = layout_of(rewriter.module(), &path) else {
                return Action::Keep;
            };
            let Some(bytes) = size(rewriter, &path, depth) else { return Action::Keep };
            let [offset, stride] = [offset, stride].map(|it| rewriter.number(common::U32, f64::from(it)));
            // A buffer may be too small for the members in front.
            let bytes = rewriter.op(Op::Umax, &[bytes, offset]);
            let bytes = rewriter.op(Op::Isub, &[bytes, offset]);
            let length = rewriter.op(Op::Udiv, &[bytes, stride]);
            let length = match rewriter.function().result_data(inst) {
                Some(data) => rewriter.convert(length, data.ty),
                None => length,
            };
            count += 1;
            rewriter.replace_named(inst, length)
        };
        rewrite_in(module, id, session, each);
    }
    count
}

/// The number of indices in front of the member, its offset, and the stride of the array; `None` for what is no last member of a
/// storage block.
fn layout_of(module: &Module, path: &Path) -> Option<(usize, u32, u32)> {
    let data = &module.globals[path.global];
    let depth = module.types.array_depth(data.ty);
    let member = module.constant_index(*path.indices.get(depth)?)? as usize;
    if data.storage != Storage::Buffer || path.indices.len() != depth + 1 {
        return None;
    }
    let block = module.types.innermost(data.ty);
    let ty = module.members(block).get(member)?.ty;
    let mut layouts = Layouts::new(module, data.block.unwrap_or(LayoutRule::Std430));
    let offset = *layouts.members(block, false).offsets.get(member)?;
    let is_row_major = vitrum_ir::layout::is_row_major(module.members(block).get(member)?, false);
    Some((depth, offset, layouts.array_stride(ty, is_row_major).filter(|&stride| stride > 0)?))
}
