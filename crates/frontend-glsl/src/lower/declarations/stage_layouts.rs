//! Stand-alone qualifiers: layouts of the stage, defaults for blocks, and requalified names.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::checks::interface::Interlock;
use crate::lower::checks::layout_placement::Site;
use crate::lower::checks::pixel_local_blocks::DefaultFormats;
use crate::lower::declarations::blocks::DefaultLayout;
use crate::lower::declarations::layout_qualifiers::StageLayout;
use crate::lower::declarations::qualifiers::{QualifierList, interface_of_word};
use crate::lower::declarations::variables::Variable;
use crate::lower::extensions::handles::HandleDefaults;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::lower::scopes::Entity;
use crate::spelling::{counted, stage_name};
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use crate::tokens::Token;
use vitrum_glsl::layout_qualifiers::{Axis, Meaning, Placement, StageKey};
use vitrum_glsl::stages::Stages;
use vitrum_ir::fold::Tables;
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Constant, ConstantData, ConstantKind, Modes, Op, Origin, Qualifiers, Span, SpecConstantData,
    Stage, Type,
};

/// Defaults for the declarations that follow, from stand-alone layout qualifiers.
#[derive(Debug, Default)]
pub(crate) struct LayoutDefaults {
    pub(crate) uniform: DefaultLayout,
    pub(crate) buffer: DefaultLayout,
    pub(crate) shared: DefaultLayout,
    pub(crate) pixel_local: DefaultFormats,
    pub(crate) xfb_buffer: Option<u32>,
    pub(crate) stream: Option<u32>,
    pub(crate) handles: HandleDefaults,
}

/// The side of the stage that a layout qualifier is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// `in`
    In,
    /// `out`
    Out,
}

impl Direction {
    fn text(self) -> &'static str {
        match self {
            Self::In => Qualifier::In.text(),
            Self::Out => Qualifier::Out.text(),
        }
    }
}

impl Report<'_> {
    /// Reports qualifiers of the stage on a declaration of something else (GLSL 4.60 section 4.4).
    pub(crate) fn reject_stage_layouts(&mut self, list: &QualifierList) {
        if let Some(layout) = list.layout.stage.first() {
            let span = layout.span;
            let message = "layout qualifier of the whole shader is allowed only in `layout(...) in;` or `layout(...) out;`";
            self.misplaced(span, message);
        }
    }
}

/// `MeshShadingNV` of SPIR-V
const MESH_SHADING_NV: u32 = 5266;

/// Two meanings of the sample mask, of which a shader has one.
const COVERAGES: Modes = Modes::POST_DEPTH_COVERAGE.union(Modes::INNER_COVERAGE);

impl Lowering<'_> {
    /// `qualifiers;`
    pub(crate) fn qualifiers_alone(&mut self, list: &QualifierList) {
        if self.is_spirv_mode(list) {
            return;
        }
        if self.scopes.depth() > 0 {
            self.report.misplaced(list.span, "default qualifiers are not allowed in a function");
            return;
        }
        let storage = list.storage.and_then(interface_of_word);
        if storage.is_some() && !self.report.check_placement(list, Site::Alone, storage) {
            return;
        }
        match list.storage {
            Some(Qualifier::Uniform | Qualifier::Buffer) if !list.layout.stage.is_empty() => {
                let message = "layout qualifier requires `in` or `out`";
                self.report.error(Code::LayoutStage, list.span, message);
            }
            Some(Qualifier::In) => self.stage_layouts(list, Direction::In),
            Some(Qualifier::Out) => self.stage_layouts(list, Direction::Out),
            Some(Qualifier::Uniform) => {
                if let Some(rule) = list.layout.rule {
                    self.check_uniform_rule(rule, list.span);
                }
                self.default_handles(list);
                self.defaults.uniform.update(list);
            }
            Some(Qualifier::Buffer) => self.defaults.buffer.update(list),
            Some(word @ (Qualifier::PixelLocal | Qualifier::PixelLocalIn | Qualifier::PixelLocalOut)) => {
                self.defaults.pixel_local.update(word, list.layout.format);
            }
            Some(Qualifier::Shared) if self.enabled(Extension::ExtSharedMemoryBlock) => {
                self.defaults.shared.update(list);
            }
            None if list.layout.is_primitive_culling() => {
                self.module.execution.modes.insert(Modes::PRIMITIVE_CULLING);
            }
            _ => {
                let message = "default qualifiers require `in`, `out`, `uniform` or `buffer`";
                self.report.error(Code::MisplacedQualifier, list.span, message);
                if let Some(stage) = list.layout.stage.first()
                    && let Placement::Stage(inputs, outputs) = stage.placement
                {
                    let here = Stages::of(self.module.stage);
                    let word = match (inputs.contains(here), outputs.contains(here)) {
                        (true, false) => "in",
                        (false, true) => "out",
                        _ => return,
                    };
                    self.report.help(format!("these are of `{word}`: `layout(...) {word};`"));
                }
            }
        }
    }

    /// Selects the way of tracing rays: that of `GL_NV_ray_tracing`, if the shader has no other.
    pub(crate) fn choose_ray_tracing(&mut self) {
        let has_stage = self.module.stage.traces_rays();
        if has_stage && self.enabled(Extension::NvRayTracing) && !self.enabled(Extension::ExtRayTracing) {
            self.module.execution.modes.insert(Modes::NV_RAY_TRACING);
        }
    }

    /// Selects the way of making meshes: that of `GL_NV_mesh_shader`, if the shader has no other or uses variables of it. A
    /// `taskNV` block has chosen it before.
    pub(crate) fn choose_meshes(&mut self) {
        let has_stage = matches!(self.module.stage, Stage::Task | Stage::Mesh | Stage::Fragment);
        if !has_stage || !self.enabled(Extension::NvMeshShader) {
            return;
        }
        let own = self.builtins.blocks.iter().any(|it| it.block.extension == Some(Extension::NvMeshShader));
        let is_own = |builtin: BuiltIn| builtin.capability() == Some(MESH_SHADING_NV);
        let mut globals = self.module.globals.values();
        let is_used = own || globals.any(|data| data.decorations.builtin.is_some_and(is_own));
        if is_used || !self.enabled(Extension::ExtMeshShader) {
            self.module.execution.modes.insert(Modes::NV_MESH);
        }
    }

    /// Selects the operations on subgroups of an extension, for versions of SPIR-V without others.
    pub(crate) fn choose_groups(&mut self) {
        if self.enabled(Extension::AmdShaderBallot) {
            self.module.execution.modes.insert(Modes::AMD_GROUPS);
        }
    }

    /// With an extension, gathers of fragment shaders take the level that derivatives choose.
    pub(crate) fn choose_gather_levels(&mut self) {
        if self.module.stage == Stage::Fragment && self.enabled(Extension::AmdTextureGatherBiasLod) {
            self.module.execution.modes.insert(Modes::IMPLICIT_GATHER_LEVELS);
        }
    }

    /// Sets the default interlock mode: ordered, by pixel (`GL_ARB_fragment_shader_interlock`).
    pub(crate) fn default_interlock(&mut self) {
        const MODES: [Modes; 4] = [
            Modes::PIXEL_INTERLOCK_ORDERED,
            Modes::PIXEL_INTERLOCK_UNORDERED,
            Modes::SAMPLE_INTERLOCK_ORDERED,
            Modes::SAMPLE_INTERLOCK_UNORDERED,
        ];
        let modes = &mut self.module.execution.modes;
        if self.interface.interlock != Interlock::Before && !MODES.iter().any(|&mode| modes.contains(mode)) {
            modes.insert(Modes::PIXEL_INTERLOCK_ORDERED);
        }
    }

    fn stage_layouts(&mut self, list: &QualifierList, direction: Direction) {
        for &layout in &list.layout.stage {
            self.stage_mode(layout, direction);
        }
        let numbers = &list.layout.numbers;
        if direction == Direction::Out && numbers.xfb_buffer.is_some() {
            self.defaults.xfb_buffer = numbers.xfb_buffer;
            self.module.execution.modes.insert(Modes::XFB);
        }
        if let Some(stride) = numbers.xfb_stride
            && direction == Direction::Out
        {
            let buffer = numbers.xfb_buffer.or(self.defaults.xfb_buffer).unwrap_or(0);
            self.set_feedback_stride(buffer, stride, list.span);
            self.module.execution.modes.insert(Modes::XFB);
        }
        if direction == Direction::Out && numbers.stream.is_some() {
            self.defaults.stream = numbers.stream;
        }
    }

    fn stage_mode(&mut self, layout: StageLayout, direction: Direction) {
        let stage = self.module.stage;
        let number =
            layout.value.and_then(|value| self.module.constants.as_int(value)).map(|value| value as u32);
        let allowed = match (layout.placement, direction) {
            (Placement::Stage(inputs, _), Direction::In) => inputs.contains(Stages::of(stage)),
            (Placement::Stage(_, outputs), Direction::Out) => outputs.contains(Stages::of(stage)),
            _ => false,
        };
        if !allowed {
            let (found, direction) = (stage_name(stage), direction.text());
            let text = self.settings.sources.slice(layout.span).to_owned();
            let text =
                text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("");
            let what = if text.is_empty() { "layout qualifier".to_owned() } else { format!("`{text}`") };
            let message = format!("{what} is not allowed on `{direction}` in {found} shaders");
            self.report.error(Code::LayoutStage, layout.span, message);
            if let Placement::Stage(inputs, outputs) = layout.placement {
                let (set, other) = if direction == "in" { (inputs, outputs) } else { (outputs, inputs) };
                let stage = Stages::of(stage);
                if other.contains(stage) {
                    let other = if direction == "in" { "out" } else { "in" };
                    self.report.help(format!("it is a qualifier of `{other}`"));
                } else if let Some(names) = crate::lower::extensions::availability::names_of(set) {
                    self.report.help(format!("it is for these stages: {names}"));
                }
            }
            return;
        }
        self.apply_stage_mode(layout, number, direction);
    }

    fn apply_stage_mode(&mut self, layout: StageLayout, number: Option<u32>, direction: Direction) {
        let mut conflict = false;
        let execution = &mut self.module.execution;
        match layout.key {
            StageKey::LocalSize(_) if execution.modes.contains(Modes::VARIABLE_GROUP_SIZE) => conflict = true,
            StageKey::LocalSize(axis) => {
                self.interface.local_size.span = Some(layout.span);
                if let Some(value) = layout.value {
                    self.set_local_size(axis, value, layout.span);
                }
                return;
            }
            StageKey::LocalSizeId(axis) => {
                return self.set_local_size_id(axis, number.unwrap_or(0));
            }
            StageKey::Primitive(primitive) => {
                let slot = match direction {
                    Direction::In => &mut execution.input_primitive,
                    Direction::Out => &mut execution.output_primitive,
                };
                conflict = slot.replace(primitive).is_some_and(|before| before != primitive);
            }
            StageKey::Vertices | StageKey::MaxVertices => {
                conflict = execution
                    .max_vertices
                    .replace(number.unwrap_or(0))
                    .is_some_and(|before| Some(before) != number);
            }
            StageKey::MaxPrimitives => execution.max_primitives = number,
            StageKey::Invocations => {
                conflict = execution.invocations.is_some_and(|before| Some(before) != number);
                execution.invocations = number;
            }
            StageKey::NumViews => {
                execution.num_views = number;
                execution.modes.insert(Modes::OVR_MULTIVIEW);
            }
            StageKey::SecondaryViewOffset => execution.secondary_view_offset = number,
            StageKey::TileRate(axis) => {
                let slot = match axis {
                    Axis::X => &mut execution.tile_rate_x,
                    Axis::Y => &mut execution.tile_rate_y,
                    Axis::Z => &mut execution.tile_rate_z,
                };
                conflict = slot.is_some_and(|before| Some(before) != number);
                *slot = number;
                if axis != Axis::Z && number.is_some_and(|rate| !rate.is_power_of_two()) {
                    let name = Meaning::Stage(layout.key).name();
                    let found = number.unwrap_or(0);
                    let message = format!("`{name}` must be a power of two, found {found}");
                    self.report.error(Code::LayoutValue, layout.span, message);
                    return;
                }
            }
            StageKey::Spacing(spacing) => {
                conflict = execution.spacing.replace(spacing).is_some_and(|before| before != spacing);
            }
            StageKey::Mode(mode) => {
                execution.modes.insert(mode);
                conflict = mode == Modes::VARIABLE_GROUP_SIZE && execution.local_size.is_some()
                    || execution.modes.contains(COVERAGES);
                if mode == Modes::EARLY_FRAGMENT_TESTS {
                    self.interface.early_tests = Some(layout.span);
                }
                // GL_ARB_post_depth_coverage implies early tests, GL_EXT_post_depth_coverage requires them.
                if mode == Modes::POST_DEPTH_COVERAGE {
                    match self.extensions.here().extensions.contains(Extension::ArbPostDepthCoverage) {
                        true => execution.modes.insert(Modes::EARLY_FRAGMENT_TESTS),
                        false => self.interface.post_depth_coverage = Some(layout.span),
                    }
                }
            }
            StageKey::Depth(depth) => execution.depth = Some(depth),
            StageKey::Blend(equations) => execution.blend.insert(equations),
        }
        if conflict {
            let message = "layout qualifier conflicts with an earlier declaration";
            self.report.error(Code::LayoutConflict, layout.span, message);
        }
        if let Some((known, before)) = self.interface.vertex_count
            && self.counted_by(layout.key).is_some_and(|count| count != known)
        {
            let message = "layout qualifier conflicts with the size of an earlier array";
            self.report.error(Code::ArraySize, layout.span, message);
            self.report.label(before, "array declared here");
        }
        if matches!(
            layout.key,
            StageKey::Primitive(_) | StageKey::Vertices | StageKey::MaxVertices | StageKey::MaxPrimitives
        ) {
            self.size_interface_arrays();
        }
    }

    /// The length of per-vertex arrays that a layout qualifier gives.
    fn counted_by(&self, key: StageKey) -> Option<u32> {
        let execution = &self.module.execution;
        match (self.module.stage, key) {
            (Stage::Geometry, StageKey::Primitive(primitive))
                if execution.input_primitive == Some(primitive) =>
            {
                primitive.input_vertices()
            }
            (Stage::TessControl, StageKey::Vertices) => execution.max_vertices,
            _ => None,
        }
    }

    /// Checks that an array is long enough for the indices before its size was known.
    pub(crate) fn check_needed_length(&mut self, variable: &Variable, length: u32) {
        let needed = variable.implicit_length;
        if needed > length {
            let name = self.symbols.text(variable.name);
            let message =
                format!("`{name}` has {}, but is indexed with {}", counted(length, "element"), needed - 1);
            // A built-in variable is shown where it is used.
            let index = self.tokens.windows(3).find_map(|tokens| match tokens {
                [(Token::Identifier(found), _), _, (Token::IntLiteral(value), at)]
                    if *found == variable.name && u32::try_from(*value) == Ok(needed - 1) =>
                {
                    Some(*at)
                }
                _ => None,
            });
            let is_builtin = variable.span == Span::default();
            let span = index.filter(|_| is_builtin).unwrap_or(variable.span);
            self.report.error(Code::ArraySize, span, message);
        }
    }

    /// Sizes per-vertex arrays after the layout qualifier that gives their length.
    fn size_interface_arrays(&mut self) {
        for (id, variable) in self.unsized_variables() {
            let Some(storage) = variable.storage() else { continue };
            let vitrum_ir::TypeData::RuntimeArray { element } = self.module.types.get(variable.ty) else {
                continue;
            };
            if let Some(length) = self.vertex_count(storage, &variable) {
                self.check_needed_length(&variable, length);
                let ty = self.module.types.array(element, length.max(1));
                self.size_variable(id, ty);
            }
        }
    }

    fn set_local_size(&mut self, axis: Axis, value: Constant, span: Span) {
        let one = self.module.constants.u32(1);
        let mut size = self.module.execution.local_size.unwrap_or([one; 3]);
        let slot = &mut size[axis as usize];
        if self.module.constants.is_spec(*slot) {
            // With an id it is the default, unless the constant has a name and so its own default.
            if let ConstantKind::Spec(spec) = self.module.constants.get(*slot).kind
                && self.module.spec_constants[spec].name.is_empty()
            {
                self.module.spec_constants[spec].default = value;
            }
            return;
        }
        let before = std::mem::replace(slot, value);
        self.module.execution.local_size = Some(size);
        let given = std::mem::replace(&mut self.interface.local_size.given[axis as usize], true);
        if given && before != value {
            self.report.error(Code::LayoutConflict, span, "local size conflicts with an earlier declaration");
        }
    }

    fn set_local_size_id(&mut self, axis: Axis, id: u32) {
        let one = self.module.constants.u32(1);
        let mut size = self.module.execution.local_size.unwrap_or([one; 3]);
        let default = size[axis as usize];
        let value = match self.specialised(id, common::U32) {
            Some(value) => value,
            None => {
                self.interface.constant_ids.insert(id);
                let spec = self.module.spec_constants.alloc(SpecConstantData {
                    name: vitrum_ir::Name::EMPTY,
                    id: Some(id),
                    ty: common::U32,
                    default,
                    origin: Origin::default(),
                });
                let data = ConstantData { ty: common::U32, kind: ConstantKind::Spec(spec) };
                self.module.constants.intern(data)
            }
        };
        size[axis as usize] = value;
        self.module.execution.local_size = Some(size);
    }

    /// The specialisation constant with this `constant_id`, converted to an integer type: `local_size_x_id` and a
    /// constant may share one.
    pub(crate) fn specialised(&mut self, id: u32, ty: Type) -> Option<Constant> {
        let found = self.module.spec_constants.iter().find(|(_, data)| data.id == Some(id));
        let (spec, own) = found.map(|(spec, data)| (spec, data.ty))?;
        let constant = self.module.constants.intern(ConstantData { ty: own, kind: ConstantKind::Spec(spec) });
        if own == ty {
            return Some(constant);
        }
        vitrum_ir::fold::fold_constants(&mut Tables::of(&mut self.module), Op::Bitcast, &[constant], 0, ty)
    }

    /// Gives captured outputs the stride of their buffer.
    pub(crate) fn spread_strides(&mut self) {
        for (_, global) in self.module.globals.iter_mut() {
            let decorations = &mut global.decorations;
            if let Some(stride) = decorations.xfb_buffer.and_then(|buffer| self.feedback.strides.get(&buffer))
            {
                decorations.xfb_stride.get_or_insert(*stride);
            }
        }
    }

    /// A name that gets further qualifiers, as in `invariant gl_Position;`.
    pub(crate) fn requalify(&mut self, qualifiers: &QualifierList, name: Symbol, span: Span) {
        let flags = qualifiers.flags;
        if qualifiers.layout.buffer_reference {
            self.forward_reference(&qualifiers.layout, name, span);
            return;
        }
        if let Some(id) = qualifiers.layout.numbers.constant_id
            && self.specialise_query_micromaps(id, name, span)
        {
            return;
        }
        let other = qualifiers.storage.is_some() || qualifiers.constant;
        let allowed = Qualifiers::INVARIANT
            .union(Qualifiers::PRECISE)
            .union(Qualifiers::CENTROID)
            .union(Qualifiers::SAMPLE)
            .union(Qualifiers::OF_ACCESSES)
            .union(Qualifiers::RESTRICT)
            .union(Qualifiers::PER_PRIMITIVE);
        if other || !allowed.contains(flags) {
            self.report.misplaced(span, "missing type: only `invariant`, `precise` and memory qualifiers can be added to a declared name");
            return;
        }
        if !self.check_requalified(name, flags, span) {
            return;
        }
        let found = self.lookup(name);
        self.record_use(name, found, span);
        match found {
            Some(Entity::Variable(id)) => {
                let Some(variable) = self.variables.get_mut(id) else { return };
                if variable.is_used && flags.contains(Qualifiers::INVARIANT) {
                    let text = self.symbols.text(name);
                    let message = format!("`{text}` must be qualified as `invariant` before its first use");
                    return self.report.misplaced(span, message);
                }
                variable.qualifiers.insert(flags);
                if let Some(global) = variable.global() {
                    self.module.globals[global].decorations.qualifiers.insert(flags);
                }
            }
            Some(Entity::Member(id, index)) => {
                let Some(variable) = self.variables.get(id) else { return };
                let inner = self.module.innermost(variable.ty);
                if let vitrum_ir::TypeData::Struct(block) = self.module.types.get(inner)
                    && let Some(member) = self.module.structs[block].members.get_mut(index as usize)
                {
                    member.decorations.qualifiers.insert(flags);
                }
            }
            Some(Entity::Error) => {}
            Some(
                Entity::Type(_) | Entity::Functions(_) | Entity::Transposed(_) | Entity::SubroutineType(_),
            ) => {
                let text = self.symbols.text(name);
                self.report.error(Code::NotAVariable, span, format!("`{text}` is not a variable"));
            }
            None => self.undeclared(name, span),
        }
    }
}

/// True if the stage has this primitive as input or output (GLSL 4.60 section 4.4).
impl DefaultLayout {
    fn update(&mut self, list: &QualifierList) {
        self.rule = list.layout.rule.or(self.rule);
        self.row_major = list.layout.row_major.or(self.row_major);
    }
}
