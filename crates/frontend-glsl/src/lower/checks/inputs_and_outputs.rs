//! Checks of single inputs and outputs, by stage and version (GLSL 4.60 sections 4.3.4, 4.3.6 and 4.5).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::layout_qualifiers::Numbers;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::variables::VariableKind;
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::spelling::{quoted, stage_name};
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use crate::tokens::{Punctuator, Token};
use vitrum_glsl::features::Feature;
use vitrum_ir::{Interpolation, LayoutRule, Qualifiers, Scalar, Span, Stage, Storage, Type, TypeData};

/// The interface that a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Inputs of the vertex shader.
    VertexInput,
    /// Outputs of the fragment shader.
    FragmentOutput,
    /// Between two stages.
    Between,
}

/// Scalars that are never interpolated.
fn is_whole(scalar: Scalar) -> bool {
    scalar.is_integer() || scalar == Scalar::F64
}

/// Scalars that take two components.
pub(crate) fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F64 | Scalar::I64 | Scalar::U64)
}

impl Lowering<'_> {
    pub(crate) fn edge(&self, storage: Storage) -> Edge {
        match (self.module.stage, storage) {
            (Stage::Vertex, Storage::Input) => Edge::VertexInput,
            (Stage::Fragment, Storage::Output) => Edge::FragmentOutput,
            _ => Edge::Between,
        }
    }

    /// Checks a variable that is an input or output; reports the first error.
    pub(crate) fn check_interface(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let name = self.symbols.text(declarator.name).to_owned();
        self.check_interface_words(storage, qualifiers)
            && self.check_interface_qualifiers(storage, qualifiers, ty)
            && self.check_yuv_layout(qualifiers)
            && self.check_vertex_array(storage, qualifiers, ty, declarator.span)
            && self.check_interface_type(storage, ty, declarator.span)
            && self.check_old_interface(storage, qualifiers, ty, declarator)
            && (qualifiers.flags.contains(Qualifiers::PER_PRIMITIVE)
                || self.check_flat(storage, qualifiers.interpolation, ty, &name, declarator.span))
            && self.check_vertex_count(storage, qualifiers.flags, ty, declarator.span)
    }

    /// Adds what versions without `in` and `out` have in the place of one, which is at `span` if it can be replaced.
    #[cold]
    pub(crate) fn help_old_interface(&mut self, is_input: bool, span: Option<Span>) {
        let word = match (self.module.stage, is_input) {
            (Stage::Vertex, true) => Qualifier::Attribute,
            (Stage::Fragment, false) => {
                self.report.help("the color of a fragment is written to `gl_FragColor`");
                return;
            }
            _ => Qualifier::Varying,
        };
        let word = word.text();
        match span {
            Some(span) => self.report.suggest(format!("write `{word}`"), span, word),
            None => self.report.help(format!("use `{word}`")),
        }
    }

    /// Checks that the version has `in` and `out`, and that `varying` has no interpolation qualifier.
    fn check_interface_words(&mut self, storage: Storage, qualifiers: &QualifierList) -> bool {
        let old = matches!(qualifiers.storage, Some(Qualifier::Attribute | Qualifier::Varying));
        if !old && !self.has(Feature::InAndOut) {
            let way = if storage == Storage::Input { "in" } else { "out" };
            self.unsupported(qualifiers.span, &format!("`{way}` variables at global scope"));
            let is_alone = self.settings.sources.slice(qualifiers.span) == way;
            self.help_old_interface(storage == Storage::Input, is_alone.then_some(qualifiers.span));
            return false;
        }
        if old && Feature::Smooth.is_in(self.version()) && qualifiers.interpolation.is_some() {
            let message = "interpolation qualifiers require `in` or `out`, not `varying`";
            self.report.misplaced(qualifiers.span, message);
            return false;
        }
        true
    }

    /// True if the stage is one of those that pass values on: rasterisation has inputs and outputs, and mesh shaders outputs
    /// (GLSL_EXT_ray_tracing sections 4.3.4 and 4.3.6, GLSL_EXT_mesh_shader).
    pub(crate) fn has_interface(&self, input: bool) -> bool {
        match self.module.stage {
            Stage::Vertex
            | Stage::TessControl
            | Stage::TessEvaluation
            | Stage::Geometry
            | Stage::Fragment => true,
            Stage::Mesh => !input,
            Stage::Compute
            | Stage::Task
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => false,
        }
    }

    fn check_interface_qualifiers(&mut self, storage: Storage, qualifiers: &QualifierList, ty: Type) -> bool {
        let stage = self.module.stage;
        let input = storage == Storage::Input;
        let way = if input { "input" } else { "output" };
        let found = stage_name(stage);
        let invariant = qualifiers.flags.contains(Qualifiers::INVARIANT);
        if input && invariant && !self.has_invariant_inputs() {
            self.report.misplaced(qualifiers.span, "input cannot be `invariant`");
            return false;
        }
        if stage == Stage::Compute {
            let message = format!("compute shader cannot declare an {way}");
            self.report.error(Code::WrongStage, qualifiers.span, message);
            self.report.help("read and write buffers or images: `layout(binding = 0) buffer Name { ... };`");
            return false;
        }
        // SPIR-V that the author names may give them a meaning.
        if !self.has_interface(input) && qualifiers.spirv.decoration().is_none() {
            let message = format!("{found} shader cannot declare an {way}");
            self.report.error(Code::WrongStage, qualifiers.span, message);
            return false;
        }
        let memory = memory_qualifier(qualifiers.flags).filter(|_| !self.module.holds_handle(ty));
        if let Some(word) = memory {
            self.report.misplaced(qualifiers.span, format!("{way} cannot be `{word}`"));
            return false;
        }
        // GLSL 4.60 section 4.3.4, 4.3.6.
        let patch = qualifiers.flags.contains(Qualifiers::PATCH);
        if patch && (input && stage == Stage::TessControl || !input && stage == Stage::TessEvaluation) {
            let message = format!("{found} shader {way} cannot be `patch`");
            self.report.misplaced(qualifiers.span, message);
            return false;
        }
        if self.edge(storage) == Edge::Between {
            return true;
        }
        let auxiliary = [
            (Qualifiers::CENTROID, "centroid"),
            (Qualifiers::SAMPLE, "sample"),
            (Qualifiers::PATCH, "patch"),
        ];
        let word = auxiliary.iter().find(|(flag, _)| qualifiers.flags.contains(*flag)).map(|(_, word)| *word);
        // Neither outputs of a fragment shader nor inputs of a vertex shader are interpolated.
        let word = word.or(qualifiers.interpolation.map(|_| "interpolation qualifier"));
        if let Some(word) = word {
            let message = format!("{} is not allowed on {found} shader {way}s", quoted(word));
            self.report.misplaced(qualifiers.span, message);
            return false;
        }
        true
    }

    fn check_vertex_array(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        span: Span,
    ) -> bool {
        if !self.module.is_per_vertex(storage, qualifiers.flags) || self.module.is_array(ty) {
            return true;
        }
        let way = if storage == Storage::Input { "input" } else { "output" };
        let found = stage_name(self.module.stage);
        let message = format!("{found} shader {way} must be an array with one element per vertex");
        self.report.error(Code::InterfaceType, span, message);
        let end = Span::new(span.end, span.end);
        self.report.suggest("make it an array", end, "[]");
        false
    }

    /// Adds `flat` before the `in` or `varying` of the declaration whose name is at a span.
    #[cold]
    fn fix_flat(&mut self, span: Span) {
        let name = self.tokens.iter().position(|row| row.1 == span).unwrap_or(0);
        let before = self.tokens.get(..name).unwrap_or_default().iter().rev();
        let word = before
            .take_while(|row| row.0 != Token::Punctuator(Punctuator::Semicolon))
            .find(|row| matches!(row.0, Token::Qualifier(Qualifier::In | Qualifier::Varying)));
        let is_alone = match self.tokens.get(name + 1) {
            Some((Token::Punctuator(mark), _)) => *mark != Punctuator::Comma,
            _ => false,
        };
        if let Some(&(_, at)) = word.filter(|_| is_alone) {
            self.report.fix("add `flat`", Span::new(at.start, at.start), "flat ");
        } else {
            self.report.help("declare it `flat in`");
        }
    }

    fn check_interface_type(&mut self, storage: Storage, ty: Type, span: Span) -> bool {
        let version = self.version();
        let input = storage == Storage::Input;
        let way = if input { "input" } else { "output" };
        let inner = self.module.innermost(ty);
        let scalar = self.module.types.scalar_of(inner);
        let is_struct = matches!(self.module.types.get(inner), TypeData::Struct(_));
        let is_array = self.module.is_array(ty);
        let edge = self.edge(storage);
        let wrong = self.holds_opaque(ty)
            || self.module.holds_reference(ty)
            || self.module.holds_long_vector(ty)
            || self.module.holds_scalar(ty, &|scalar| scalar == Scalar::Bool || scalar.is_small_float())
            || match edge {
                Edge::VertexInput => {
                    let arrays = Feature::InputArray.is_in(version);
                    let double = scalar == Some(Scalar::F64) && !self.has_double_attributes();
                    is_struct || double || is_array && !arrays
                }
                Edge::FragmentOutput => {
                    let wide = scalar.is_some_and(is_wide);
                    is_struct
                        || self.module.holds_handle(ty)
                        || wide
                        || matches!(self.module.types.get(inner), TypeData::Matrix { .. })
                }
                // Structs between stages came with input and output blocks.
                Edge::Between => is_struct && !self.has(Feature::InterfaceStructs),
            };
        if wrong {
            let (found, stage) = (self.module.type_name(ty), stage_name(self.module.stage));
            let message = format!("{stage} shader {way} cannot be of type `{found}` in version {version}");
            self.report.error(Code::InterfaceType, span, message);
            if self.holds_opaque(ty) {
                self.report.help("declare it as a `uniform`");
            } else if self.module.types.scalar_of(ty) == Some(Scalar::Bool) {
                self.report.help("pass an `int` or `float`, and compare it");
            }
        }
        !wrong
    }

    /// Checks that integers and doubles are `flat` (GLSL 4.60 section 4.3.4). ESSL 3.00 demands the same of the outputs
    /// before them (ESSL 3.00 section 4.3.6).
    pub(crate) fn check_flat(
        &mut self,
        storage: Storage,
        interpolation: Option<Interpolation>,
        ty: Type,
        name: &str,
        span: Span,
    ) -> bool {
        let wanted = (self.module.stage, storage) == (Stage::Fragment, Storage::Input);
        let flat = matches!(
            interpolation,
            Some(Interpolation::Flat | Interpolation::PerVertex | Interpolation::Explicit)
        );
        if !wanted || flat || !self.module.holds_scalar(ty, &is_whole) && !self.module.holds_handle(ty) {
            return true;
        }
        let found = self.module.type_name(ty);
        let message = format!("fragment input `{name}` of type `{found}` must be `flat`");
        self.report.error(Code::NotFlat, span, message);
        self.fix_flat(span);
        false
    }

    /// Checks that all per-vertex arrays have the length that the layout gives, or that the others have (GLSL 4.60
    /// sections 4.4.1.2 and 4.4.2.2).
    pub(crate) fn check_vertex_count(
        &mut self,
        storage: Storage,
        flags: Qualifiers,
        ty: Type,
        span: Span,
    ) -> bool {
        let counted = matches!(
            (self.module.stage, storage),
            (Stage::Geometry, Storage::Input) | (Stage::TessControl, Storage::Output)
        ) && self.module.is_per_vertex(storage, flags);
        let TypeData::Array { length: vitrum_ir::Length::Constant(length), .. } = self.module.types.get(ty)
        else {
            return true;
        };
        if !counted {
            return true;
        }
        let known = self.interface_length(storage, flags).map(|known| (known, None));
        let known = known.or(self.interface.vertex_count.map(|(known, span)| (known, Some(span))));
        match known {
            Some((known, before)) if known != length => {
                let message =
                    format!("array must have one element per vertex: expected {known}, found {length}");
                self.report.error(Code::ArraySize, span, message);
                if let Some(before) = before {
                    self.report.label(before, "size first specified here");
                }
                false
            }
            _ => {
                self.interface.vertex_count.get_or_insert((length, span));
                true
            }
        }
    }

    /// Checks the members of a block, and that it is an array if the stage demands it.
    pub(crate) fn check_block(
        &mut self,
        qualifiers: &QualifierList,
        storage: Storage,
        ty: Type,
        rule: LayoutRule,
        open: &OpenStruct,
    ) {
        let interface = matches!(storage, Storage::Input | Storage::Output);
        self.check_per_primitive(qualifiers.flags, storage, qualifiers.span);
        if interface {
            self.check_vertex_array(storage, qualifiers, ty, open.span);
            self.check_vertex_count(storage, qualifiers.flags, ty, open.span);
            self.check_member_locations(qualifiers, storage, ty, open);
            let per_primitive =
                |flags: Qualifiers| flags.union(qualifiers.flags).contains(Qualifiers::PER_PRIMITIVE);
            let members = open.members.iter().zip(&open.spans);
            for (member, &(name, span)) in members.filter(|row| !per_primitive(row.0.decorations.qualifiers))
            {
                let interpolation = member.decorations.interpolation.or(qualifiers.interpolation);
                let name = self.symbols.text(name).to_owned();
                self.check_flat(storage, interpolation, member.ty, &name, span);
            }
            if storage == Storage::Output {
                self.capture_block(qualifiers, open);
            }
        } else if self.module.is_unsized(ty) && !self.has(Feature::RuntimeDescriptorArrays) {
            self.report.error(Code::UnsizedArray, open.span, "array of blocks must have a size");
        } else if self.module.element(ty).is_some_and(|element| self.module.is_unsized(element)) {
            let message = "only the outermost dimension of an array of blocks can be unsized";
            self.report.error(Code::UnsizedArray, open.span, message);
        }
        let plain = open.members.iter().filter(|member| !self.module.holds_handle(member.ty));
        let flags = plain.map(|member| member.decorations.qualifiers);
        let flags = flags.fold(qualifiers.flags, Qualifiers::union);
        if storage == Storage::Uniform
            && !self.settings.dialect.vulkan
            && let Some(word) = memory_qualifier(flags)
        {
            self.report.misplaced(open.span, format!("uniform block cannot be `{word}`"));
        }
        if storage == Storage::Uniform {
            self.check_uniform_rule(rule, open.span);
        }
        let memory = matches!(storage, Storage::Uniform | Storage::Buffer);
        if memory && matches!(rule, LayoutRule::Shared | LayoutRule::Packed) {
            self.report
                .check_open_layout(&qualifiers.layout.numbers, qualifiers.layout.span.unwrap_or(open.span));
            for (member, &(_, span)) in open.members.iter().zip(&open.spans) {
                let it = &member.decorations;
                let numbers = Numbers { offset: it.offset, align: it.align, ..Numbers::default() };
                self.report.check_open_layout(&numbers, span);
            }
        }
    }

    /// Checks the layout rule of a uniform block, or that of all (GLSL 4.60 section 4.4.5, `GL_EXT_scalar_block_layout`).
    pub(crate) fn check_uniform_rule(&mut self, rule: LayoutRule, span: Span) {
        if rule == LayoutRule::Std430 && !self.has(Feature::ScalarLayout) {
            self.report.error(Code::LayoutConflict, span, "`std430` is allowed only on buffer blocks");
            if self.settings.dialect.vulkan {
                self.report.help_extension(Extension::ExtScalarBlockLayout);
            }
        }
    }

    /// Checks that all members have locations or none, unless the block has one, and that those of arrayed blocks have
    /// none (GLSL 4.60 section 4.4.1).
    fn check_member_locations(
        &mut self,
        qualifiers: &QualifierList,
        storage: Storage,
        ty: Type,
        open: &OpenStruct,
    ) {
        let of_block = qualifiers.layout.numbers.location;
        for (member, &(_, span)) in open.members.iter().zip(&open.spans) {
            let it = &member.decorations;
            let numbers =
                Numbers { location: it.location.or(of_block), component: it.component, ..Numbers::default() };
            self.check_component(&numbers, member.ty, span);
        }
        let with = open.members.iter().filter(|member| member.decorations.location.is_some()).count();
        if with == 0 {
            return;
        }
        let patch = qualifiers.flags.contains(Qualifiers::PATCH);
        let own = self.module.without_vertices(ty, storage, patch, qualifiers.interpolation);
        let array = self.module.innermost(own) != own;
        let wrong = if array {
            "`location` is not allowed on members of an array of blocks"
        } else if of_block.is_none() && with < open.members.len() {
            "block members must all have locations, or none"
        } else {
            return;
        };
        self.report.error(Code::LayoutConflict, open.span, wrong);
    }

    /// Checks a requalified name: its variable can have the qualifiers, and it is declared in the current scope (GLSL
    /// 4.60 sections 4.8.1 and 4.9).
    pub(crate) fn check_requalified(&mut self, name: Symbol, flags: Qualifiers, span: Span) -> bool {
        let text = self.symbols.text(name);
        let text = text.to_owned();
        if text.starts_with("gl_") {
            let local = self.scopes.depth() > 0 && flags.contains(Qualifiers::INVARIANT);
            // It is not computed from numbers that could vary (ESSL 1.00 section 4.6.1).
            let is_flag = text == "gl_FrontFacing" && self.settings.webgl.is_some();
            if local {
                let message = format!("`{text}` cannot be requalified here: it is declared in another scope");
                self.report.misplaced(span, message);
            } else if is_flag {
                self.report.misplaced(span, format!("`{text}` cannot be `invariant`"));
            }
            return !local && !is_flag;
        }
        let Some(found) = self.scopes.lookup(name) else { return true };
        let here = self.scopes.lookup_here(name).is_some();
        let storage = match found.entity {
            Entity::Variable(id) | Entity::Member(id, _) => self.variables.get(id).map(|it| it.kind),
            _ => None,
        };
        let wrong = if !here {
            Some("it is declared in another scope")
        } else if flags.contains(Qualifiers::INVARIANT) {
            let invariant = match storage {
                Some(VariableKind::Memory(_, Storage::Output) | VariableKind::Error) | None => true,
                Some(VariableKind::Memory(_, Storage::Input)) => self.has_invariant_inputs(),
                Some(VariableKind::Memory(..) | VariableKind::Value(_)) => false,
            };
            (!invariant).then_some("only outputs can be `invariant`")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.report.misplaced(span, format!("`{text}` cannot be requalified here: {wrong}"));
        }
        wrong.is_none()
    }
}

/// The first memory qualifier among `flags`.
pub(crate) fn memory_qualifier(flags: Qualifiers) -> Option<&'static str> {
    const WORDS: &[(Qualifiers, &str)] = &[
        (Qualifiers::COHERENT, "coherent"),
        (Qualifiers::VOLATILE, "volatile"),
        (Qualifiers::RESTRICT, "restrict"),
        (Qualifiers::READONLY, "readonly"),
        (Qualifiers::WRITEONLY, "writeonly"),
        (Qualifiers::DEVICE_COHERENT, "devicecoherent"),
        (Qualifiers::QUEUE_FAMILY_COHERENT, "queuefamilycoherent"),
        (Qualifiers::WORKGROUP_COHERENT, "workgroupcoherent"),
        (Qualifiers::SUBGROUP_COHERENT, "subgroupcoherent"),
        (Qualifiers::SHADER_CALL_COHERENT, "shadercallcoherent"),
        (Qualifiers::NONTEMPORAL, "nontemporal"),
    ];
    WORDS.iter().find(|(flag, _)| flags.contains(*flag)).map(|(_, word)| *word)
}
