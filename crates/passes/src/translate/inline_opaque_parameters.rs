//! Functions that take textures, samplers, images or addresses of variables become functions for what they are called with, or
//! their calls are inlined.
//!
//! ```text
//! fn &f(%t: ptr<opaque, sampled<2d, f32>> in, %x: f32 in)           fn &f(%x: f32 in)
//!     %0 = load %t                                                      %0 = load @a
//!                                                             =>
//! %1 = call &f @a, %x                                               %1 = call &f %x
//! ```
//!
//! With `by=copy` there is one copy for each list of resources that a function is called with; an index into an array of
//! resources that is not constant becomes a parameter. With `by=inline` the calls are inlined. Addresses of local variables
//! (`inout` and `out` parameters, the kind `pointers`) can only be inlined, which is done for `by=copy` as well. Functions that
//! call themselves, those of other modules and those for other modules stay as they are.
//!
//! `specialize_parameters` is the lowering, which does this for what a target cannot pass.
//!
//! Called `MonomorphizeUnsupportedFunctions` by ANGLE, `DirectVariableAccess` by Tint, `fix-func-call-arguments` by spirv-opt.

use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use crate::lower::specialize_parameters::{formats, specialize_parameters};
use crate::optimize::inline_functions::inline_all;
use rustc_hash::FxHashSet;
use vitrum_ir::{FunctionData, Linkage, Module, Storage, Type, TypeData, flag_set};

flag_set! {
    /// Kinds of parameters of `inline_opaque_parameters`.
    ParameterKinds: u8 {
        /// Textures, with a sampler or without.
        TEXTURES "textures" = 0,
        SAMPLERS "samplers" = 1,
        /// Storage images.
        IMAGES "images" = 2,
        /// Atomic counters, acceleration structures, ray queries and other states.
        OTHERS "others" = 3,
        /// Addresses of local variables: `inout` and `out` parameters.
        POINTERS "pointers" = 4,
    }
}

/// The options of `inline_opaque_parameters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlineOpaqueParameters {
    /// The parameters that are to go.
    pub kinds: ParameterKinds,
    /// True if calls are inlined, false if functions are copied.
    pub inlines: bool,
}

impl Default for InlineOpaqueParameters {
    fn default() -> Self {
        let kinds = [ParameterKinds::SAMPLERS, ParameterKinds::IMAGES, ParameterKinds::OTHERS];
        Self {
            kinds: kinds.into_iter().fold(ParameterKinds::TEXTURES, ParameterKinds::union),
            inlines: false,
        }
    }
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "by",
        values: "copy|inline",
        summary: "a copy of the function for each list of arguments, or inlining",
        set: |options, text| {
            let inlines = match text {
                "copy" => false,
                "inline" => true,
                _ => return None,
            };
            options.change(|it: &mut InlineOpaqueParameters| it.inlines = inlines);
            Some(())
        },
    },
    PassOption {
        name: "kinds",
        values: "textures,samplers,images,others,pointers",
        summary: "the kinds of parameters that go; all but pointers without it",
        set: set_kinds,
    },
];

fn set_kinds(options: &mut PassOptions, text: &str) -> Option<()> {
    let mut kinds = ParameterKinds::NONE;
    for word in text.split(',') {
        kinds.insert(ParameterKinds::ALL.iter().find(|row| row.1 == word)?.0);
    }
    options.change(|it: &mut InlineOpaqueParameters| it.kinds = kinds);
    Some(())
}

/// A module may have this many times its instructions, and [`LEEWAY`] more.
const GROWTH: usize = 16;
const LEEWAY: usize = 1 << 16;

/// Runs the pass; gives the number of calls and functions changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: InlineOpaqueParameters = session.settings.options.get();
    let goes = |module: &Module, storage: Storage, pointee: Type| {
        kind(module, storage, pointee).is_some_and(|kind| options.kinds.contains(kind))
    };
    let has = |module: &Module, data: &FunctionData, test: &dyn Fn(Storage) -> bool| {
        data.blocks[data.body].params.iter().any(|&param| match module.types.get(data.values[param].ty) {
            TypeData::Pointer { storage, pointee } => test(storage) && goes(module, storage, pointee),
            _ => false,
        })
    };
    let found: Vec<&FunctionData> =
        module.functions.values().filter(|data| has(module, data, &|_| true)).collect();
    // A function that other modules call or define keeps its parameters, and so do those that call it.
    if found.is_empty() || found.iter().any(|data| data.linkage != Linkage::Internal) || !session.may_change()
    {
        return 0;
    }
    let place = found.first().map(|data| data.origin.span).unwrap_or_default();
    let size: usize = module.functions.values().map(|data| data.insts.len()).sum();
    let most = size.saturating_mul(GROWTH).saturating_add(LEEWAY);
    let inlined = inline_all(
        module,
        session,
        |module, data| has(module, data, &|storage| options.inlines || storage == Storage::Function),
        most,
    );
    let Some(mut changes) = inlined else {
        session.refuse(place, "inlining makes the module more than 16 times as large");
        return 0;
    };
    let rest =
        module.functions.values().filter(|data| has(module, data, &|it| it != Storage::Function)).count();
    if rest == 0 {
        return changes;
    }
    let closes = formats::is_needed(module);
    // Addresses of variables that stay are those of functions that call themselves.
    let is_resource =
        |module: &Module, storage, pointee| storage != Storage::Function && goes(module, storage, pointee);
    if specialize_parameters(module, session, is_resource) {
        if closes {
            formats::close_formats(module);
        }
        changes += rest;
    } else {
        session.refuse(
            place,
            "copies of functions for their resources make the module more than 16 times as large",
        );
    }
    session.summaries.clear();
    changes
}

/// The kind of a parameter that is an address, unless it stays whatever is asked for.
fn kind(module: &Module, storage: Storage, pointee: Type) -> Option<ParameterKinds> {
    if storage == Storage::Function {
        return Some(ParameterKinds::POINTERS);
    }
    let mut parts = vec![pointee];
    let mut found = None;
    let mut seen = FxHashSet::default();
    while let Some(part) = parts.pop() {
        let part = module.types.innermost(part);
        if !seen.insert(part) {
            continue;
        }
        let kind = match module.types.get(part) {
            TypeData::Image(image) if image.storage => ParameterKinds::IMAGES,
            TypeData::Image(_) | TypeData::SampledImage(_) => ParameterKinds::TEXTURES,
            TypeData::Sampler { .. } => ParameterKinds::SAMPLERS,
            TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject => ParameterKinds::OTHERS,
            TypeData::Struct(id) => {
                parts.extend(module.structs[id].members.iter().map(|member| member.ty));
                continue;
            }
            _ if storage == Storage::AtomicCounter => ParameterKinds::OTHERS,
            _ => continue,
        };
        found = Some(found.unwrap_or(kind));
    }
    found
}
