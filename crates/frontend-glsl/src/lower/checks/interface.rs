//! Checks of the whole interface once everything is declared: locations, offsets, single blocks.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::hit_objects::HitObjects;
use crate::lower::checks::pixel_local::ForbiddenExits;
use crate::lower::checks::version_rules::FragmentTarget;
use crate::lower::declarations::atomic_counters::AtomicCounters;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::spelling::stage_name;
use std::collections::{BTreeMap, BTreeSet};
use vitrum_glsl::features::Feature;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    BuiltIn, Decorations, DepthMode, GlobalData, Interpolation, Modes, Qualifiers, Scalar, Span, Stage,
    Storage, Type, TypeData,
};

/// The parts of a shader's interface that several declarations must agree about.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// The `constant_id`s that are taken.
    pub(crate) constant_ids: BTreeSet<u32>,
    pub(crate) atomic_counters: AtomicCounters,
    /// The kind of output that a fragment shader wrote to first, with the span of the write.
    pub(crate) fragment_target: Option<(FragmentTarget, Span)>,
    /// Outputs of a mesh that have one value, or one for each view, with the spans of the first writes.
    pub(crate) view_writes: Vec<(BuiltIn, Span)>,
    /// The length of per-vertex arrays so far, with the span that gives it.
    pub(crate) vertex_count: Option<(u32, Span)>,
    /// `post_depth_coverage`, if it requires `early_fragment_tests`.
    pub(crate) post_depth_coverage: Option<Span>,
    /// `early_fragment_tests`, if it is declared.
    pub(crate) early_tests: Option<Span>,
    /// The first `passthrough`.
    pub(crate) passthrough: Option<Span>,
    /// The first derivative that is 0, since no derivative group is declared so far.
    pub(crate) derivative_of_none: Option<Span>,
    pub(crate) local_size: LocalSize,
    pub(crate) interlock: Interlock,
    pub(crate) exits: ForbiddenExits,
    pub(crate) hit_objects: HitObjects,
}

/// The parts of `layout(local_size_x = ..., ...) in` that have been given.
#[derive(Debug, Default)]
pub(crate) struct LocalSize {
    /// The dimensions that have been given.
    pub(crate) given: [bool; 3],
    /// The span of the latest one.
    pub(crate) span: Option<Span>,
}

/// The progress of a fragment shader through its critical section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Interlock {
    /// Before `beginInvocationInterlockARB`.
    #[default]
    Before,
    /// Between the two.
    Within,
    /// After `endInvocationInterlockARB`.
    After,
}

/// Components of a location that a variable or member occupies.
#[derive(Clone, Copy, Debug)]
struct Slot {
    output: bool,
    index: u32,
    patch: bool,
    location: u32,
    first: u32,
    end: u32,
    span: Span,
    /// The number of the variable, or of the member with a location of its own. Slots of one part may overlap.
    part: u32,
    /// The kind of component. Parts that share a location must agree in this and in the interpolation (GLSL 4.60 section
    /// 4.4.1).
    kind: ComponentKind,
    interpolation: Option<Interpolation>,
    sample: bool,
    centroid: bool,
}

/// The kind of a component, as far as it matters for sharing a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ComponentKind {
    is_float: bool,
    width: u32,
    /// Matters for two colours that are blended.
    is_unsigned: bool,
}

impl Slot {
    /// The first slot of a variable or member.
    fn new(decorations: &Decorations, output: bool, location: u32, span: Span, part: u32) -> Self {
        let has = |flag| decorations.qualifiers.contains(flag);
        Self {
            output,
            index: decorations.index.unwrap_or(0),
            patch: has(Qualifiers::PATCH),
            location,
            first: decorations.component.unwrap_or(0),
            end: 0,
            span,
            part,
            kind: ComponentKind::default(),
            interpolation: decorations.interpolation.filter(|&it| it != Interpolation::Smooth),
            sample: has(Qualifiers::SAMPLE),
            centroid: has(Qualifiers::CENTROID),
        }
    }

    fn place(&self) -> (bool, u32, bool, u32) {
        (self.output, self.index, self.patch, self.location)
    }

    /// True if two parts may share a location.
    fn may_share(&self, other: &Self) -> bool {
        let kind = |slot: &Self| (slot.kind.is_float, slot.kind.width);
        let facts = |slot: &Self| (kind(slot), slot.interpolation, slot.sample, slot.centroid);
        facts(self) == facts(other)
    }
}

/// The maximum number of locations that are checked.
const MOST_LOCATIONS: u32 = 4096;

impl Report<'_> {
    /// Checks that the two colours that are blended at a location have the same type of component (GLSL 4.60 section 4.4.1).
    /// Drivers tell signed and unsigned integers apart here.
    fn check_blended_slots(&mut self, slots: &[Slot]) {
        let first: BTreeMap<u32, Slot> = slots
            .iter()
            .filter(|slot| slot.output && slot.index == 0)
            .map(|slot| (slot.location, *slot))
            .collect();
        for second in slots.iter().filter(|slot| slot.output && slot.index == 1) {
            if let Some(first) = first.get(&second.location)
                && first.kind != second.kind
            {
                let location = second.location;
                let message = format!(
                    "outputs of index 0 and 1 at location {location} must have the same component type"
                );
                self.error(Code::SlotOverlap, first.span.max(second.span), message);
                self.label(first.span.min(second.span), "also at this location");
                return;
            }
        }
    }

    /// Checks that variables sharing a location are all `patch`, or none (GLSL 4.60 section 4.4.1).
    fn check_patch_slots(&mut self, mut slots: Vec<Slot>) {
        slots.sort_unstable_by_key(|slot| (slot.output, slot.location, slot.patch, slot.span));
        for pair in slots.windows(2) {
            if let &[a, b] = pair
                && (a.output, a.location) == (b.output, b.location)
                && a.patch != b.patch
            {
                let message =
                    format!("variables sharing location {} must all be `patch`, or none", a.location);
                self.error(Code::SlotOverlap, a.span.max(b.span), message);
                self.label(a.span.min(b.span), "also at this location");
            }
        }
    }
}

impl Lowering<'_> {
    /// Runs all of them.
    pub(crate) fn check_interface_as_a_whole(&mut self) {
        self.check_slots();
        self.check_captures();
        self.place_strides();
        self.check_tile_images();
        self.check_image_processing();
        self.check_pixel_local_storage();
        self.check_pixel_local_blocks();
        self.check_distances();
        self.check_single_blocks();
        self.check_offsets();
        self.check_yuv_output();
        self.check_output_locations();
    }

    /// Checks that a shader with tests before and behind it says how what it writes relates to what they compare with
    /// (`SPV_AMD_shader_early_and_late_fragment_tests`).
    fn check_early_and_late_tests(&mut self, end: Span) {
        let execution = &self.module.execution;
        let (modes, depth) = (execution.modes, execution.depth);
        if !modes.contains(Modes::EARLY_AND_LATE_FRAGMENT_TESTS) {
            return;
        }
        let writes = |builtin: BuiltIn| {
            self.module.globals.values().any(|data| {
                data.storage == Storage::Output
                    && data.decorations.builtin == Some(builtin)
                    && !data.decorations.qualifiers.contains(Qualifiers::UNUSED)
            })
        };
        let stencil = Modes::STENCIL_REF_FRONT.union(Modes::STENCIL_REF_BACK);
        let missing = if writes(BuiltIn::FragDepth) && depth.is_none_or(|it| it == DepthMode::Any) {
            "layout(depth_less) out float gl_FragDepth"
        } else if writes(BuiltIn::FragStencilRef) && !modes.intersects(stencil) {
            "layout(stencil_ref_less_front_amd) out int gl_FragStencilRefARB"
        } else {
            return;
        };
        let message = format!("`early_and_late_fragment_tests_amd` requires a layout such as `{missing};`");
        self.report.error(Code::MissingLayout, self.entry_name().unwrap_or(end), message);
    }

    /// Checks that a stage has the layout qualifiers it needs (GLSL 4.60 section 4.4). Of a partial shader, another
    /// part may have them.
    pub(crate) fn check_stage_layouts(&mut self, end: Span) {
        self.check_derivative_group(end);
        self.check_workgroup_size(end);
        if self.settings.is_unit || self.entry.body.is_none() {
            return;
        }
        if let Some(span) = self.interface.post_depth_coverage
            && !self.module.execution.modes.contains(Modes::EARLY_FRAGMENT_TESTS)
        {
            let message = "`post_depth_coverage` requires `layout(early_fragment_tests) in;`";
            self.report.error(Code::MissingLayout, span, message);
        }
        self.check_early_and_late_tests(end);
        self.check_depth_fetch();
        self.check_passthrough();
        self.check_explicit_inputs();
        let execution = &self.module.execution;
        let (input, output, count) = (
            execution.input_primitive.is_some(),
            execution.output_primitive.is_some(),
            execution.max_vertices.is_some(),
        );
        let missing = match self.module.stage {
            Stage::TessControl if !count => "layout(vertices = N) out",
            Stage::TessEvaluation | Stage::Geometry if !input => "layout(triangles) in",
            Stage::Geometry if !output => "layout(triangle_strip) out",
            Stage::Geometry | Stage::Mesh if !count => "layout(max_vertices = N) out",
            Stage::Mesh if !output => "layout(triangles) out",
            Stage::Mesh if execution.max_primitives.is_none() => "layout(max_primitives = N) out",
            _ => return,
        };
        let found = stage_name(self.module.stage);
        let message = format!("{found} shader requires a layout such as `{missing};`");
        self.report.error(Code::MissingLayout, self.entry_name().unwrap_or(end), message);
        let first = self.tokens.first().map(|row| row.1.start);
        if let Some(start) = first.filter(|_| !missing.contains('N')) {
            self.report.suggest("such as", Span::new(start, start), format!("{missing};\n"));
        }
    }

    /// The name in the declaration of `main`.
    fn entry_name(&self) -> Option<Span> {
        let name = self.symbols.get("main")?;
        self.scopes.lookup_global(name).map(|found| found.span)
    }

    /// True if derivatives are 0, as no derivative group is declared.
    pub(crate) fn has_no_group(&self) -> bool {
        let groups = Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR);
        matches!(self.module.stage, Stage::Compute | Stage::Task | Stage::Mesh)
            && !self.module.execution.modes.intersects(groups)
            && !self.settings.is_unit
            && self.enabled(Extension::NvComputeShaderDerivatives)
    }

    /// Depth and stencil are not read where early tests have written them (`GL_ARM_shader_framebuffer_fetch_depth_stencil`).
    fn check_depth_fetch(&mut self) {
        let is_of_tests = |data: &&GlobalData| {
            matches!(data.decorations.builtin, Some(BuiltIn::LastFragDepth | BuiltIn::LastFragStencil))
        };
        let found = self.module.globals.values().find(is_of_tests).map(|data| data.name);
        if let (Some(name), Some(span)) = (found, self.interface.early_tests) {
            let name = self.module.names.get(name);
            let message = format!("`early_fragment_tests` is not allowed with `{name}`");
            self.report.error(Code::LayoutConflict, span, message);
        }
    }

    /// Checks that the workgroup is made of whole quads, within which derivatives are taken
    /// (`GL_KHR_compute_shader_derivatives`).
    fn check_derivative_group(&mut self, end: Span) {
        let execution = &self.module.execution;
        let quads = execution.modes.contains(Modes::DERIVATIVE_GROUP_QUADS);
        let linear = execution.modes.contains(Modes::DERIVATIVE_GROUP_LINEAR);
        let size = execution.local_size.map(|size| {
            size.map(|value| {
                let known = !self.module.constants.is_spec(value);
                self.module.constants.as_int(value).filter(|_| known)
            })
        });
        // A whole shader without a local size has one invocation.
        let size = size.or((!self.settings.is_unit).then_some([Some(1); 3]));
        let wrong = if quads && linear {
            "shader declares more than one derivative group"
        } else if let (true, Some([Some(x), Some(y), _])) = (quads, size)
            && (x % 2 != 0 || y % 2 != 0)
        {
            "`derivative_group_quadsKHR` requires an even local size in x and y"
        } else if let (true, Some([Some(x), Some(y), Some(z)])) = (linear, size)
            && x.wrapping_mul(y).wrapping_mul(z) % 4 != 0
        {
            "`derivative_group_linearKHR` requires a local size that is a multiple of 4"
        } else {
            // The unit that has `main` says it for all: a module with an entry point is one that can run.
            let has_groups = matches!(self.module.stage, Stage::Compute | Stage::Task | Stage::Mesh);
            let needed = has_groups && !quads && !linear && self.entry.body.is_some() && !self.has_no_group();
            if let Some(span) = self.interface.derivative_of_none.filter(|_| quads || linear) {
                let message = "derivative before the derivative group is declared";
                self.report.error(Code::LayoutConflict, span, message);
                self.report
                    .help("declare `layout(derivative_group_quadsNV) in;` or the other group above it");
            }
            if needed && self.enabled(Extension::KhrComputeShaderDerivatives) {
                let message = "`GL_KHR_compute_shader_derivatives` requires `layout(derivative_group_quadsKHR) in;` or `layout(derivative_group_linearKHR) in;`";
                self.report.error(Code::MissingLayout, end, message);
            }
            return;
        };
        self.report.error(Code::LayoutConflict, end, wrong);
    }

    /// Checks that no two inputs or outputs share components of a location (GLSL 4.60 section 4.4.1).
    fn check_slots(&mut self) {
        let (mut slots, mut parts) = (Vec::new(), 0);
        let variables = self.variables.iter().filter_map(|(_, variable)| {
            let (global, storage) = (variable.global()?, variable.storage()?);
            let is_checked = matches!(storage, Storage::Input | Storage::Output);
            is_checked.then_some((global, variable.ty, storage, variable.span))
        });
        for (global, ty, storage, span) in variables.collect::<Vec<_>>() {
            let decorations = &self.module.globals[global].decorations;
            let is_block = self.module.globals[global].block.is_some();
            let first = decorations.location;
            let Some(location) = first.or(is_block.then_some(0)) else { continue };
            parts += 1;
            let slot = Slot::new(decorations, storage == Storage::Output, location, span, parts);
            let patch = slot.patch;
            let ty = self.module.without_vertices(ty, storage, patch, decorations.interpolation);
            let ty = self.module.of_view(ty, decorations);
            if is_block && (first.is_none() || self.module.innermost(ty) == ty) {
                self.add_members(slot, first, ty, &mut parts, &mut slots);
            } else {
                self.add_slots(slot, ty, &mut slots);
            }
        }
        slots.sort_unstable_by_key(|slot| {
            (slot.output, slot.index, slot.patch, slot.location, slot.first, slot.end, slot.span)
        });
        // OpenGL allows aliased inputs of a vertex shader if an execution uses one of them.
        let aliased = self.module.stage == Stage::Vertex
            && !self.settings.dialect.vulkan
            && Feature::AliasedAttributes.is_in(self.version());
        for pair in slots.windows(2) {
            let &[a, b] = pair else { continue };
            let same = a.place() == b.place() && a.part != b.part && (a.output || !aliased);
            if same && b.first < a.end {
                let location = a.location;
                let message = format!("location {location} is already used");
                self.report.error(Code::SlotOverlap, a.span.max(b.span), message);
                self.report.label(a.span.min(b.span), "first used here");
            } else if same && !a.may_share(&b) {
                let location = a.location;
                let message = format!(
                    "variables sharing location {location} must have the same component type and interpolation"
                );
                self.report.error(Code::SlotOverlap, a.span.max(b.span), message);
                self.report.label(a.span.min(b.span), "also at this location");
            }
        }
        self.report.check_blended_slots(&slots);
        self.report.check_patch_slots(slots);
    }

    /// Adds the members of a block: those without a location follow one another from `first` on.
    fn add_members(
        &mut self,
        slot: Slot,
        first: Option<u32>,
        ty: Type,
        parts: &mut u32,
        slots: &mut Vec<Slot>,
    ) {
        let mut next = first;
        let members = self.module.members(self.module.innermost(ty)).to_vec();
        for member in members {
            let it = &member.decorations;
            let Some(location) = it.location.or(next) else { continue };
            *parts += 1;
            let own = Slot::new(it, slot.output, location, slot.span, *parts);
            let part = Slot { index: slot.index, patch: slot.patch, ..own };
            let ty = self.module.of_view(member.ty, it);
            let end = self.add_slots(part, ty, slots);
            next = next.map(|_| end);
        }
    }

    /// Adds the slots that a type occupies from `slot.location` on; returns the first location behind it.
    fn add_slots(&mut self, slot: Slot, ty: Type, slots: &mut Vec<Slot>) -> u32 {
        if slots.len() > MOST_LOCATIONS as usize {
            return slot.location;
        }
        match self.module.types.get(ty) {
            TypeData::Array { element, length: vitrum_ir::Length::Constant(length) } => {
                let mut next = slot.location;
                for _ in 0..length.min(MOST_LOCATIONS) {
                    next = self.add_slots(Slot { location: next, ..slot }, element, slots);
                    if slots.len() > MOST_LOCATIONS as usize {
                        break;
                    }
                }
                next
            }
            TypeData::Struct(id) => {
                let members: Vec<(Type, Option<u32>)> = self.module.structs[id]
                    .members
                    .iter()
                    .map(|member| (member.ty, member.decorations.location))
                    .collect();
                let mut next = slot.location;
                for (member, own) in members {
                    let location = own.unwrap_or(next);
                    next = self.add_slots(Slot { location, first: 0, ..slot }, member, slots);
                }
                next
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let column = self.module.types.vector(scalar, u32::from(rows));
                let mut next = slot.location;
                for _ in 0..columns {
                    next = self.add_slots(Slot { location: next, ..slot }, column, slots);
                }
                next
            }
            TypeData::Scalar(_) | TypeData::Vector { .. } => {
                let wide =
                    matches!(self.module.types.scalar_of(ty), Some(Scalar::F64 | Scalar::I64 | Scalar::U64));
                let scalar = self.module.types.scalar_of(ty).unwrap_or(Scalar::F32);
                let slot = Slot {
                    kind: ComponentKind {
                        is_float: scalar.is_float(),
                        width: scalar.width(),
                        is_unsigned: scalar.is_unsigned(),
                    },
                    ..slot
                };
                let components = self.module.types.vector_size(ty).unwrap_or(1) * if wide { 2 } else { 1 };
                let end = slot.first + components;
                let too_long = slot.first > 0 && end > 4;
                if too_long {
                    let name = self.module.type_name(ty);
                    let message = format!("`{name}` does not fit at component {}", slot.first);
                    self.report.error(Code::LayoutValue, slot.span, message);
                }
                slots.push(Slot { end: end.min(4), ..slot });
                if end > 4 && !too_long {
                    let location = slot.location.saturating_add(1);
                    slots.push(Slot { location, first: 0, end: end - 4, ..slot });
                    return location.saturating_add(1);
                }
                slot.location.saturating_add(1)
            }
            _ => slot.location.saturating_add(1),
        }
    }

    /// Checks the combined limit of `gl_ClipDistance` and `gl_CullDistance` (GLSL 4.60 section 7.1.1).
    fn check_distances(&mut self) {
        let is_distance = |builtin| matches!(builtin, Some(BuiltIn::ClipDistance | BuiltIn::CullDistance));
        for storage in [Storage::Input, Storage::Output] {
            let globals = self.module.globals.values().filter(|data| data.storage == storage);
            let parts = globals.flat_map(|data| {
                let members = match self.module.types.get(self.module.innermost(data.ty)) {
                    TypeData::Struct(id) => self.module.structs[id].members.as_slice(),
                    _ => &[],
                };
                let own = std::iter::once((data.decorations.builtin, data.ty));
                own.chain(members.iter().map(|member| (member.decorations.builtin, member.ty)))
            });
            let lengths =
                parts.filter(|part| is_distance(part.0)).map(|(_, ty)| self.module.types.length(ty));
            let sum = lengths.flatten().fold(0u32, u32::saturating_add);
            if sum == 0 {
                continue;
            }
            let most = self.limit("gl_MaxCombinedClipAndCullDistances");
            if sum > most {
                let declared = self.variables.iter().find_map(|(_, variable)| {
                    let builtin = self.module.globals[variable.global()?].decorations.builtin;
                    is_distance(builtin).then_some(variable.span)
                });
                let message = format!(
                    "clip and cull distances have {sum} elements in total; the limit is {most} (`gl_MaxCombinedClipAndCullDistances`)"
                );
                let block = self.builtins.redeclared.get(&("gl_PerVertex".to_owned(), storage)).copied();
                self.report.error(Code::ArraySize, declared.or(block).unwrap_or_default(), message);
            }
        }
    }

    /// Checks that there is at most one push constant block (`GL_KHR_vulkan_glsl`). With banks, there may be several
    /// (`GL_NV_push_constant_bank`).
    fn check_single_blocks(&mut self) {
        if self.enabled(Extension::NvPushConstantBank) {
            return;
        }
        let spans: Vec<Span> = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.storage() == Some(Storage::PushConstant))
            .map(|(_, variable)| variable.span)
            .collect();
        if let &[first, second, ..] = spans.as_slice() {
            self.report.error(Code::SecondBlock, second, "shader has more than one `push_constant` block");
            self.report.label(first, "first declared here");
        }
    }

    /// Checks that offsets are multiples of the members' alignments, and that members do not overlap (GLSL 4.60 section
    /// 4.4.5).
    fn check_offsets(&mut self) {
        // Without Vulkan, offsets must increase.
        let any_order = self.settings.dialect.vulkan;
        let mut wrong = Vec::new();
        for &(id, rule, ref spans) in &self.blocks.with_offsets {
            let mut layouts = Layouts::new(&self.module, rule);
            let mut taken: Vec<(u64, u64)> = Vec::new();
            let mut end = 0u64;
            for (index, member) in self.module.structs[id].members.iter().enumerate() {
                let extent = layouts.extent(member.ty, vitrum_ir::layout::is_row_major(member, false));
                let align = extent.align.max(member.decorations.align.unwrap_or(1)).max(1);
                let start = member.decorations.offset.map_or(end.next_multiple_of(align.into()), u64::from);
                let span = spans.get(index).copied().unwrap_or_default();
                if !start.is_multiple_of(extent.align.max(1).into()) {
                    let align = extent.align;
                    wrong.push((span, format!("offset {start} is not a multiple of the alignment {align}")));
                } else if !any_order && start < end {
                    wrong.push((span, format!("offset {start} overlaps the previous member")));
                }
                let start = start.next_multiple_of(align.into());
                end = start + u64::from(extent.size);
                taken.push((start, end));
            }
            taken.sort_unstable();
            if any_order && taken.windows(2).any(|pair| matches!(pair, [(_, end), (start, _)] if start < end))
            {
                let span = spans.iter().copied().reduce(Span::to).unwrap_or_default();
                wrong.push((span, "block members overlap".to_owned()));
            }
        }
        for (span, message) in wrong {
            self.report.error(Code::LayoutValue, span, message);
        }
    }
}
