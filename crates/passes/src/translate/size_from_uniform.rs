//! Takes sizes of textures, and on request of buffers, from the application: for devices that cannot ask for them.
//!
//! ```text
//! %t: sampled<2d, f32> = load @t                %0: ptr<uniform, vec4<u32>> = access @0, 0i32, 0u32
//! %s: vec2<i32> = image_size %t, 1i32      =>   %1: vec4<u32> = load %0
//!                                               ... max(%1.xy >> 1, 1)
//! ```
//!
//! The parameter `resource_sizes` is an array of `uvec4`: width, height, depth or layers (of cubes: cubes), and levels or samples. What a
//! shape lacks is not read. With `buffers=true` a storage block has its size in bytes in x, and `.length()` follows from it. `map` says
//! which number belongs to which set and binding; others follow in the order of declaration, and the report has their offsets.
//!
//! Tint: `TextureBuiltinsFromUniform`; ANGLE: the metadata of images in its Direct3D back end; NIR: `nir_lower_tex` with the driver's
//! sizes; naga: `_buffer_sizes` for buffers alone; spirv-opt has none.

use super::length_from_uniform::{buffers, replace_lengths};
use super::parameters::{HasPlace, ParameterPlace, with_place};
use super::sizes::{self, SizeIndex, Sizes};
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::paths::Paths;
use crate::lower::specialize_parameters::specialize_parameters;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Dim, FunctionData, Global, ImageType, Inst, Module, Op, Operand, Scalar, Storage, Value, types::common,
    typing, visit,
};

/// Options of `size_from_uniform`.
#[derive(Clone, Debug, Default)]
pub struct SizeFromUniform {
    /// Positions of sizes.
    pub map: Vec<SizeIndex>,
    /// True if lengths in storage blocks follow from sizes as well.
    pub buffers: bool,
    /// The place of the parameter `resource_sizes`.
    pub place: ParameterPlace,
}

impl HasPlace for SizeFromUniform {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![SizeFromUniform;
    PassOption {
        name: "map",
        values: "SET.BINDING:INDEX,...",
        summary: "positions of sizes; others follow in the order of declaration",
        set: |options, text| {
            let map = sizes::parse(text)?;
            options.change::<SizeFromUniform>(|it| it.map.extend(map));
            Some(())
        },
    },
    PassOption {
        name: "buffers",
        values: "true|false",
        summary: "take lengths in storage blocks from sizes as well",
        set: |options, text| {
            let buffers = text.parse().ok()?;
            options.change::<SizeFromUniform>(|it| it.buffers = buffers);
            Some(())
        },
    },
];

/// The image whose size an instruction asks for.
fn image_of(function: &FunctionData, inst: Inst) -> Option<Operand> {
    let asks = matches!(function.op(inst), Op::ImageSize | Op::ImageLevels | Op::ImageSamples);
    asks.then(|| function.operands(inst).first().copied())?
}

/// True if an instruction asks for a size.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<SizeFromUniform>();
    let asks = module.functions.values().any(|function| {
        visit::insts(function).into_iter().any(|(_, inst)| image_of(function, inst).is_some())
    });
    asks || options.buffers && super::length_from_uniform::is_needed(module, settings)
}

/// Replaces the instructions; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<SizeFromUniform>();
    let Some(mut resources) = images(module, session) else { return 0 };
    if options.buffers {
        // Copies of functions leave globals as they are.
        let Some(buffers) = buffers(module, session) else { return 0 };
        resources.extend(buffers);
        resources.sort_unstable();
    }
    let named = ("resource_sizes", 4);
    let sizes = Sizes::add(module, session, &options.place, named, &options.map, &resources);
    let Some(sizes) = sizes else { return 0 };
    let mut count = 0;
    for id in module.code_ids() {
        let mut paths = Paths::default();
        let mut loaded: FxHashMap<Value, Operand> = FxHashMap::default();
        let each = |rewriter: &mut Rewriter<'_>, inst: Inst| {
            let function = rewriter.function();
            paths.learn(function, inst, |_| true);
            if let (Some(result), Some(&first)) = (function.result(inst), function.operands(inst).first())
                && matches!(function.op(inst), Op::Load | Op::ImageOf | Op::CombineSampler)
            {
                loaded.insert(result, first);
            }
            let Some(image) = image_of(function, inst) else { return Action::Keep };
            let ty = typing::image_type(rewriter.module(), rewriter.ty(image));
            let path = paths.of(sizes::source(image, &loaded), |_| true);
            let (Some(ty), Some(path)) = (ty, path) else { return Action::Keep };
            let Some(numbers) = sizes.load(rewriter, path.global, &path.indices) else { return Action::Keep };
            let value = answer(rewriter, inst, ty, numbers);
            count += 1;
            rewriter.replace_named(inst, value)
        };
        rewrite_in(module, id, session, each);
    }
    if options.buffers {
        count += replace_lengths(module, session, |rewriter, path, depth| {
            let numbers = sizes.load(rewriter, path.global, path.indices.get(..depth)?)?;
            Some(rewriter.op_imm(Op::Extract, &[numbers], 0))
        });
    }
    count
}

/// The images whose sizes are asked for. Functions that take them as parameters are copied.
fn images(module: &mut Module, session: &mut Session) -> Option<Vec<Global>> {
    let (mut found, mut computed) = sizes::resources_of(module, image_of);
    if computed.is_some() {
        specialize_parameters(module, session, |_, storage, _| storage == Storage::Opaque);
        (found, computed) = sizes::resources_of(module, image_of);
    }
    if let Some(place) = computed {
        session.refuse(place, "the size of a texture is asked for that is not declared, but computed");
        return None;
    }
    Some(found)
}

/// Builds what an instruction gives from the numbers of its image.
fn answer(rewriter: &mut Rewriter<'_>, inst: Inst, image: ImageType, numbers: Operand) -> Operand {
    let level = rewriter.function().operands(inst).get(1).copied();
    let op = rewriter.function().op(inst);
    let number = |rewriter: &mut Rewriter<'_>, index: u32| rewriter.op_imm(Op::Extract, &[numbers], index);
    if op != Op::ImageSize {
        let value = number(rewriter, 3);
        return rewriter.convert(value, common::I32);
    }
    let extents = match image.dim {
        Dim::Cube => 2,
        dim => dim.coordinates(),
    };
    let mut components = Vec::new();
    for index in 0..extents {
        let mut extent = number(rewriter, index);
        if let Some(level) = level {
            let level = rewriter.convert(level, common::U32);
            // More levels than bits there are not.
            let (mask, one) = (rewriter.number(common::U32, 31.0), rewriter.number(common::U32, 1.0));
            let level = rewriter.op(Op::Iand, &[level, mask]);
            let shifted = rewriter.op(Op::Lshr, &[extent, level]);
            extent = rewriter.op(Op::Umax, &[shifted, one]);
        }
        components.push(rewriter.convert(extent, common::I32));
    }
    if image.arrayed {
        let layers = number(rewriter, 2);
        components.push(rewriter.convert(layers, common::I32));
    }
    match components.as_slice() {
        &[single] => single,
        _ => {
            let ty = rewriter.module_mut().types.vector(Scalar::I32, components.len() as u32);
            let precision =
                rewriter.function().result_data(inst).map_or(vitrum_ir::Precision::None, |it| it.precision);
            rewriter.push(Op::Construct, &components, 0, ty, precision)
        }
    }
}
