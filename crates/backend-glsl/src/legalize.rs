//! Which lowerings a target needs: passes do the work, and this decides by the table of features.

use crate::features::{Feature, Support, is_there, support};
use crate::{Options, Target, passed};
use std::borrow::Cow;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::{
    BuiltIn, GlobalData, Interpolation, LayoutRule, Module, Qualifiers, Scalar, Stage, Storage, Struct,
    TypeData,
};
use vitrum_passes::legalize::glsl::{
    Functions, Layouts, Outputs, Renamed, Structs, combine_samplers, drop_layouts, expand_functions,
    flatten_nested, has_functions, keep_precision, lower_fragment_outputs, lower_rectangular, lower_switches,
    lower_unsigned, rename_counters, rename_extended, says_precision, separate_samplers, split_structs,
};
use vitrum_passes::legalize::{Config, assign_locations, gather_uniforms, split_resources};

/// What a target's lowerings did that can be seen from outside.
#[derive(Default)]
pub(crate) struct Changes {
    /// The structs that were blocks and are nothing now.
    pub(crate) dropped: Vec<Struct>,
    /// New names, in the order in which they were given.
    pub(crate) renamed: Vec<Renamed>,
}

/// Makes a module fit for a target as far as that goes.
pub(crate) fn fit(module: &mut Module, target: Target, options: &Options) -> Changes {
    let vulkan = options.vulkan;
    let lacks = |feature: Feature| matches!(support(feature, target), Support::Missing(_));
    let structs = Structs {
        uniform_blocks: lacks(Feature::UniformBlock),
        interface_blocks: lacks(Feature::InterfaceBlock),
        // ESSL lets them hold no arrays, and both sides have to look alike.
        interface_structs: target.is_es() || target.version < 150,
        push_constants: !vulkan,
    };
    rename_counters(module, vulkan);
    rename_extended(module, target == Target::es(100));
    let blocks = block_structs(module);
    let mut renamed = Vec::new();
    if lacks(Feature::ArraysOfArrays) && flatten_nested(module) {
        let names = &module.names;
        module.extensions.retain(|of| names.get(of.name) != Extension::ArbArraysOfArrays.name());
    }
    if lacks(Feature::Rectangular) {
        renamed.extend(lower_rectangular(module));
    }
    renamed.extend(split_structs(module, structs));
    let kept = block_structs(module);
    if !vulkan {
        renamed.extend(combine_samplers(module));
    }
    renamed.extend(lower_fragment_outputs(module, outputs(target, vulkan)));
    if lacks(Feature::Unsigned) {
        lower_unsigned(module);
    }
    expand_functions(module, functions(lacks));
    drop_layouts(module, layouts(target, vulkan));
    let depth_layout = match support(Feature::DepthLayout, target) {
        Support::Core => true,
        Support::Extension(extension) => module.has_extension(extension.name()),
        Support::Missing(_) => false,
    };
    if !depth_layout {
        // It only promises something.
        module.execution.depth = None;
    }
    keep_declarations(module, lacks(Feature::FragCoordLayout), !depth_layout);
    if target.is_es() && target.version >= 300 && module.stage == Stage::Fragment {
        place_outputs(module);
    }
    if target == Target::es(300) && module.stage == Stage::Vertex {
        flatten_integers(module);
    }
    let tessellation = matches!(module.stage, Stage::TessControl | Stage::TessEvaluation);
    if target.is_es() || tessellation && target.version < 410 {
        forget_redeclarations(module);
    }
    if target.is_es() {
        // WebGL has no layouts that are left to the implementation, and whoever asked where members lie is told the same.
        settle_layouts(module);
    }
    if vulkan {
        split_resources(module);
        if options.separate_samplers {
            renamed.extend(separate_samplers(module));
        }
        renamed.extend(gather(module));
    }
    if let Some(name) = passed::copied(module) {
        passed::pass_places(module, name);
    }
    vitrum_passes::lower_block_parameters(module);
    if lacks(Feature::Switch) {
        lower_switches(module);
    }
    if target.at_least(130, 100) {
        keep_precision(module);
    }
    Changes { dropped: blocks.into_iter().filter(|block| !kept.contains(block)).collect(), renamed }
}

/// Makes a module fit for the version that it comes from: passes may have brought in what only later ones have.
pub(crate) fn fit_own(module: &mut Cow<'_, Module>, target: Target) {
    let functions = functions(|feature| !is_there(feature, target, |name| module.has_extension(name)));
    if has_functions(module, functions) {
        expand_functions(module.to_mut(), functions);
    }
    if let Some(name) = passed::copied(module) {
        passed::pass_places(module.to_mut(), name);
    }
    if vitrum_passes::has_block_parameters(module) {
        vitrum_passes::lower_block_parameters(module.to_mut());
    }
    if target.at_least(130, 100) && says_precision(module) {
        keep_precision(module.to_mut());
    }
}

fn block_structs(module: &Module) -> Vec<Struct> {
    let blocks = module.globals.iter().filter(|(_, global)| global.block.is_some());
    blocks.filter_map(|(_, global)| crate::types::struct_of(module, global.ty)).collect()
}

/// Where there are several outputs, ESSL wants each to say its location (ESSL 3.00 section 4.3.8.2).
fn place_outputs(module: &mut Module) {
    let types = &module.types;
    let is_output = |data: &GlobalData| data.storage == Storage::Output && data.decorations.builtin.is_none();
    let slots = |data: &GlobalData| match types.get(data.ty) {
        TypeData::Array { .. } => types.length(data.ty).unwrap_or(1),
        _ => 1,
    };
    let outputs: Vec<&GlobalData> = module.globals.values().filter(|data| is_output(data)).collect();
    if outputs.len() < 2 {
        return;
    }
    let placed = outputs.iter().filter_map(|data| Some((data.decorations.location?, slots(data))));
    let mut taken: Vec<(u32, u32)> = placed.collect();
    taken.sort_unstable();
    let mut taken = taken.into_iter().peekable();
    let mut next = 0u32;
    for (_, data) in module.globals.iter_mut().filter(|(_, data)| is_output(data)) {
        if data.decorations.location.is_none() {
            let wanted = slots(data);
            while let Some((start, count)) = taken.next_if(|row| row.0 < next.saturating_add(wanted)) {
                next = next.max(start.saturating_add(count));
            }
            data.decorations.location = Some(next);
            next = next.saturating_add(wanted);
        }
    }
}

/// ESSL 3.00 wants integers flat at both ends, other versions at that which reads them.
fn flatten_integers(module: &mut Module) {
    let types = &module.types;
    for (_, global) in module.globals.iter_mut().filter(|(_, global)| global.storage == Storage::Output) {
        let mut ty = global.ty;
        while let TypeData::Array { element, .. } = types.get(ty) {
            ty = element;
        }
        if global.decorations.builtin.is_none() && types.scalar_of(ty).is_some_and(Scalar::is_integer) {
            global.decorations.interpolation = Some(Interpolation::Flat);
        }
    }
}

/// Blocks of built-in variables that the author declared again go without: which of them there are is known anyway.
fn forget_redeclarations(module: &mut Module) {
    let structs = &module.structs;
    for (_, global) in module.globals.iter_mut().filter(|(_, global)| global.block.is_some()) {
        let mut ty = global.ty;
        while let TypeData::Array { element, .. } | TypeData::RuntimeArray { element } = module.types.get(ty)
        {
            ty = element;
        }
        if let TypeData::Struct(id) = module.types.get(ty)
            && structs[id].members.iter().any(|member| member.decorations.builtin.is_some())
        {
            global.decorations.qualifiers.remove(Qualifiers::REDECLARED);
        }
    }
}

/// Built-in variables that the author declared again are declared where that is allowed.
fn keep_declarations(module: &mut Module, no_coordinate: bool, no_depth: bool) {
    for (_, global) in module.globals.iter_mut() {
        let gone = match global.decorations.builtin {
            Some(BuiltIn::FragCoord) => no_coordinate,
            Some(BuiltIn::FragDepth) => no_depth,
            _ => false,
        };
        if gone {
            global.decorations.qualifiers.remove(Qualifiers::REDECLARED);
        }
    }
}

/// What Vulkan wants to have a place gets one: loose uniforms in a block, locations, bindings.
fn gather(module: &mut Module) -> Vec<Renamed> {
    let config = Config::new(true);
    let before: Vec<_> = module.structs.iter().map(|(id, _)| id).collect();
    let mut renamed = Vec::new();
    let gathered = gather_uniforms(module);
    if !gathered.is_empty() {
        const BLOCK: &str = "Uniforms";
        let rename = |from: String| Renamed { to: format!("{BLOCK}.{from}"), from };
        renamed = gathered.into_iter().map(|it| rename(it.name)).collect();
        let name = module.names.intern(BLOCK);
        let new = module.structs.iter().map(|(id, _)| id).find(|id| !before.contains(id));
        if let Some(id) = new {
            module.structs[id].name = name;
        }
    }
    // Nor has Vulkan.
    settle_layouts(module);
    assign_locations(module, config);
    renamed
}

/// Blocks whose layout is left to the implementation get one.
fn settle_layouts(module: &mut Module) {
    for (_, global) in module.globals.iter_mut() {
        if matches!(global.block, Some(LayoutRule::Shared | LayoutRule::Packed)) {
            global.block = Some(LayoutRule::Std140);
        }
    }
}

/// Which outputs of fragment shaders there are.
fn outputs(target: Target, vulkan: bool) -> Outputs {
    match (target.has_frag_color() && !vulkan, target.at_least(130, 300)) {
        (true, true) => Outputs::Both,
        (true, false) => Outputs::Fixed,
        (false, _) => Outputs::Declared,
    }
}

/// Which functions have to be spelled out.
fn functions(lacks: impl Fn(Feature) -> bool) -> Functions {
    Functions {
        rounding: lacks(Feature::Rounding),
        hyperbolic: lacks(Feature::Hyperbolic),
        nan_tests: lacks(Feature::NanTests),
        transpose: lacks(Feature::Transpose),
        determinant: lacks(Feature::Determinant),
        inverse: lacks(Feature::Inverse),
        fma: lacks(Feature::Fma),
        ldexp: lacks(Feature::Ldexp),
        integer: lacks(Feature::IntegerFunctions),
        operators: lacks(Feature::IntegerOperators),
        select: lacks(Feature::SelectVector),
        select_integer: lacks(Feature::SelectVectorInteger),
    }
}

/// Which layout qualifiers a target has (GLSL 4.60 section 4.4, ESSL 3.20 section 4.4).
fn layouts(target: Target, vulkan: bool) -> Layouts {
    let has = |feature: Feature| feature.is_in(target.language());
    Layouts {
        ends: has(Feature::InterfaceLocation),
        varyings: has(Feature::VaryingLocation),
        uniforms: has(Feature::UniformLocation) && !vulkan,
        blocks: has(Feature::MemberLocation),
        bindings: has(Feature::Binding),
        sets: vulkan,
    }
}
