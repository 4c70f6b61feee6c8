//! Global variables: storage classes, and the checks of each.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::checks::inputs_and_outputs::memory_qualifier;
use crate::lower::checks::layout_placement::Site;
use crate::lower::declarations::initializers::Initializer;
use crate::lower::declarations::qualifiers::{AUXILIARY, QualifierList, storage_of_word};
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::places::{Place, Protection};
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::{Entity, VariableId};
use crate::spelling::stage_name;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Dim, Global, Interpolation, Operand, Precision, Primitive, Qualifiers, Scalar, Span, SpecConstantData,
    Stage, Storage, Type, TypeData,
};

impl Lowering<'_> {
    /// A declaration outside all functions.
    #[inline(never)]
    pub(crate) fn declare_global(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        initializer: Option<Initializer>,
    ) {
        // A uniform of its own is a resource, and holds a handle where it is asked for.
        let ty = if full.qualifiers.storage == Some(Qualifier::Uniform) { ty } else { self.held_type(ty) };
        let value = initializer.as_ref().map(|initializer| self.initial_value(initializer, ty));
        let ty = self.sized_by_value(ty, value);
        let ty = self.sized_by_views(ty, &full.qualifiers, declarator);
        if self.module.element(ty).is_some_and(|element| self.module.is_unsized(element)) {
            let name = self.symbols.text(declarator.name);
            let message = format!("only the outermost dimension of `{name}` can be unsized");
            self.report.error(Code::UnsizedArray, declarator.span, message);
            return self.bind_error(declarator);
        }
        if self.redeclare_query_micromaps(full, declarator, ty, value) || self.redeclare(full, declarator, ty)
        {
            return;
        }
        if !self.check_name(declarator.name, declarator.span) {
            return;
        }
        let value = match value.map(|value| (self.coerce(value, ty, "initialiser"), value.span)) {
            Some((None, _)) => return self.bind_error(declarator),
            Some((Some(value), span)) => Some((value, span)),
            None => None,
        };
        if value.is_some() && self.module.is_state(ty) {
            self.state_value(ty, declarator);
            return self.bind_error(declarator);
        }
        let qualifiers = &full.qualifiers;
        if let (true, Some(storage)) = (qualifiers.constant, qualifiers.storage) {
            let text = storage.text();
            let message = format!("global variable cannot be both `const` and `{text}`");
            self.report.error(Code::DuplicateQualifier, qualifiers.span, message);
            return self.bind_error(declarator);
        }
        if qualifiers.constant {
            return self.declare_constant(full, declarator, ty, initializer.is_some(), value);
        }
        self.report.reject_stage_layouts(qualifiers);
        let Some(storage) = self.storage_of(qualifiers, ty, declarator) else {
            return self.bind_error(declarator);
        };
        if !self.check_storage(storage, qualifiers, ty, declarator)
            || !self.report.check_placement(qualifiers, Site::Variable, Some(storage))
            || !self.check_variable_layout(qualifiers, storage, ty)
        {
            return self.bind_error(declarator);
        }
        if self.module.is_unsized(ty) && !self.check_implicit_global(qualifiers, storage, declarator) {
            return self.bind_error(declarator);
        }
        let global = self.new_global(full, declarator, ty, storage);
        if let Some((value, span)) = value {
            self.initialize_global(global, storage, value, ty, span);
        }
        if storage == Storage::Output {
            self.capture_variable(&qualifiers.layout.numbers, ty, declarator.span);
        }
        let id = self.add_global_variable(global, qualifiers, declarator, ty, storage);
        self.scopes.bind(declarator.name, Entity::Variable(id), declarator.span);
    }

    /// A named constant, perhaps a specialisation constant.
    fn declare_constant(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        initialized: bool,
        value: Option<(Operand, Span)>,
    ) {
        let mut kind = self.constant_kind(initialized, value, declarator, false);
        if let Some(id) = full.qualifiers.layout.numbers.constant_id {
            kind = self.specialisation_constant(id, declarator, ty, kind);
        }
        if kind == VariableKind::Error {
            return self.bind_error(declarator);
        }
        let precision = self.variable_precision(ty, full.qualifiers.precision, declarator.span);
        let variable = Variable::new(declarator.name, declarator.span, ty, precision, kind);
        let id = self.variables.add(Variable { protection: Some(Protection::Const), ..variable });
        self.name_constant(id, false);
        self.scopes.bind(declarator.name, Entity::Variable(id), declarator.span);
    }

    pub(crate) fn specialisation_constant(
        &mut self,
        id: u32,
        declarator: Declarator,
        ty: Type,
        kind: VariableKind,
    ) -> VariableKind {
        let name = self.symbols.text(declarator.name).to_owned();
        if !matches!(self.module.types.get(ty), TypeData::Scalar(_)) {
            let found = self.module.type_name(ty);
            let message = format!("specialisation constant `{name}` must be a scalar, found `{found}`");
            self.report.error(Code::SpecConstant, declarator.span, message);
            return kind;
        }
        let VariableKind::Value(value) = kind else { return kind };
        let Some(default) = value.constant().filter(|&constant| !self.module.constants.is_spec(constant))
        else {
            let message = format!(
                "initialiser of specialisation constant `{name}` must be a constant expression without specialisation constants"
            );
            self.report.error(Code::SpecConstant, declarator.span, message);
            return kind;
        };
        let sized = |data: &vitrum_ir::SpecConstantData| data.id == Some(id) && data.name.is_empty();
        let dimension = self.module.spec_constants.iter().find(|(_, data)| sized(data)).map(|(spec, _)| spec);
        if let Some(spec) = dimension
            && let Some(constant) = self.specialised(id, ty)
        {
            // The constant names a dimension of the workgroup.
            let name = self.module.names.intern(&name);
            let bits = self.module.constants.bits(default).unwrap_or(1);
            let default = self.module.constants.scalar(Scalar::U32, bits);
            let data = &mut self.module.spec_constants[spec];
            (data.name, data.default) = (name, default);
            return VariableKind::Value(constant.into());
        }
        if !self.interface.constant_ids.insert(id) {
            let message = format!("`constant_id = {id}` is already used");
            self.report.error(Code::SpecConstant, declarator.span, message);
            let mut others = self.module.spec_constants.iter();
            let first = others.find(|(_, data)| data.id == Some(id)).map(|row| row.1.origin.span);
            if let Some(first) = first {
                self.report.label(first, "first used here");
            }
            return kind;
        }
        let name = self.module.names.intern(&name);
        let origin = declarator.span.into();
        let spec =
            self.module.spec_constants.alloc(SpecConstantData { name, id: Some(id), ty, default, origin });
        let data = vitrum_ir::ConstantData { ty, kind: vitrum_ir::ConstantKind::Spec(spec) };
        VariableKind::Value(self.module.constants.intern(data).into())
    }

    /// The storage class that the qualifiers of a variable outside a block mean.
    fn storage_of(
        &mut self,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> Option<Storage> {
        let Some(word) = qualifiers.storage else {
            return Some(if qualifiers.spirv.storage { Storage::Spirv } else { Storage::Private });
        };
        if qualifiers.spirv.storage {
            let text = word.text();
            let message = format!("conflicting storage qualifiers `{text}` and `spirv_storage_class`");
            self.report.error(Code::DuplicateQualifier, qualifiers.span, message);
            return None;
        }
        let stage = self.module.stage;
        Some(match word {
            Qualifier::Attribute if stage != Stage::Vertex => {
                let message = "`attribute` is allowed only in vertex shaders";
                self.report.error(Code::WrongStage, qualifiers.span, message);
                return None;
            }
            Qualifier::Attribute => Storage::Input,
            Qualifier::Varying if stage == Stage::Fragment => Storage::Input,
            Qualifier::Varying => Storage::Output,
            Qualifier::Uniform if self.module.is_atomic_counter(ty) => Storage::AtomicCounter,
            Qualifier::Uniform if self.holds_opaque(ty) || self.module.is_spirv_type(ty) => Storage::Opaque,
            Qualifier::TileImage => Storage::TileImage,
            Qualifier::InOut if stage == Stage::Fragment && self.has(Feature::LastFrag) => {
                if !qualifiers.layout.non_coherent && !self.enabled(Extension::ExtShaderFramebufferFetch) {
                    let message = "`inout` variable requires `layout(noncoherent)` or `GL_EXT_shader_framebuffer_fetch`";
                    self.report.error(Code::MissingLayout, qualifiers.span, message);
                    return None;
                }
                Storage::Output
            }
            Qualifier::Buffer => {
                self.report.misplaced(qualifiers.span, "`buffer` is allowed only on blocks");
                return None;
            }
            Qualifier::PixelLocal | Qualifier::PixelLocalIn | Qualifier::PixelLocalOut => {
                let message = format!("`{}` is allowed only on blocks", word.text());
                self.report.misplaced(qualifiers.span, message);
                return None;
            }
            _ => {
                let storage = storage_of_word(word);
                if storage.is_none() {
                    let (text, name) = (word.text(), self.symbols.text(declarator.name));
                    let message = format!("global variable `{name}` cannot be `{text}`");
                    self.report.misplaced(qualifiers.span, message);
                }
                return storage;
            }
        })
    }

    /// Checks type, stage and qualifiers against the storage class.
    fn check_storage(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        if !self.check_per_primitive(qualifiers.flags, storage, qualifiers.span)
            || !self.check_heap(qualifiers, storage, ty, declarator)
        {
            return false;
        }
        let opaque = self.holds_opaque(ty);
        let stage = self.module.stage;
        match storage {
            Storage::Private if self.module.is_state(ty) => {}
            _ if self.module.is_state(ty) => {
                let name = self.symbols.text(declarator.name);
                let found = self.module.type_name(self.module.innermost(ty));
                let message = format!("`{name}` of type `{found}` cannot have a storage qualifier");
                self.report.error(Code::OpaqueVariable, declarator.span, message);
                return false;
            }
            _ if self.module.holds_descriptor(ty) => {
                let name = self.symbols.text(declarator.name);
                let found = self.module.type_name(self.module.innermost(ty));
                let message = format!(
                    "`{name}` cannot be of type `{found}`: a buffer type is for members of a `resourceheap` block"
                );
                self.report.error(Code::OpaqueVariable, declarator.span, message);
                return false;
            }
            _ if storage != Storage::Private && self.is_yuv_standard(self.module.innermost(ty)) => {
                let name = self.symbols.text(declarator.name);
                self.report.report_yuv_standard(name, declarator.span);
                return false;
            }
            _ if storage != Storage::Private && self.module.holds_cooperative(ty) => {
                let name = self.symbols.text(declarator.name);
                let found = self.module.type_name(ty);
                let message = format!("`{name}` of type `{found}` cannot have a storage qualifier");
                self.report.error(Code::OpaqueVariable, declarator.span, message);
                return false;
            }
            Storage::Private | Storage::Shared if opaque => {
                let name = self.symbols.text(declarator.name);
                let found = self.module.type_name(ty);
                let message = format!("`{name}` of opaque type `{found}` must be `uniform`");
                self.report.error(Code::OpaqueVariable, declarator.span, message);
                return false;
            }
            Storage::Shared | Storage::Uniform | Storage::TaskPayload
                if self.module.holds_scalar(ty, &Scalar::is_below_byte) =>
            {
                let name = self.symbols.text(declarator.name);
                let found = self.module.type_name(ty);
                let message = format!(
                    "`{name}` of type `{found}`, with floats smaller than a byte, cannot have a storage qualifier"
                );
                self.report.error(Code::InterfaceType, declarator.span, message);
                return false;
            }
            Storage::Shared if !matches!(stage, Stage::Compute | Stage::Task | Stage::Mesh) => {
                let found = stage_name(stage);
                let message = format!(
                    "`shared` is allowed only in compute, task and mesh shaders, not in {found} shaders"
                );
                self.report.error(Code::WrongStage, qualifiers.span, message);
                return false;
            }
            Storage::Input | Storage::Output => {
                return self.check_interface(storage, qualifiers, ty, declarator);
            }
            _ => {}
        }
        self.check_resource_numbers(storage, qualifiers, ty, declarator)
            && self.check_storage_qualifiers(storage, qualifiers, ty, declarator)
    }

    /// True if a subpass input may lack its index: an array has one for each element (`GL_EXT_optional_input_attachment_index`).
    fn may_lack_attachment(&self, ty: Type) -> bool {
        self.has(Feature::UnnumberedAttachments) && self.module.element(ty).is_none()
    }

    /// Checks an attachment of `GL_QCOM_tile_shading`: its stage, its type and its numbers.
    fn check_tile_attachment(
        &mut self,
        qualifiers: &QualifierList,
        inner: TypeData,
        declarator: Declarator,
    ) -> bool {
        let (numbers, name) = (&qualifiers.layout.numbers, self.symbols.text(declarator.name));
        let is_flat = matches!(
            inner,
            TypeData::Image(image) | TypeData::SampledImage(image)
                if image.dim == Dim::D2 && !image.arrayed && !image.multisampled
        );
        let (code, wrong) = if !matches!(self.module.stage, Stage::Fragment | Stage::Compute) {
            let found = stage_name(self.module.stage);
            (Code::LayoutStage, format!("`tile_attachmentQCOM` is not allowed in {found} shaders"))
        } else if !is_flat {
            (Code::OpaqueVariable, format!("tile attachment `{name}` must be a 2D image, texture or sampler"))
        } else if numbers.set.is_none() || numbers.binding.is_none() {
            let message = format!("tile attachment `{name}` requires `layout(set = N, binding = N)`");
            (Code::MissingLayout, message)
        } else {
            return true;
        };
        self.report.error(code, declarator.span, wrong);
        false
    }

    /// Checks that a resource has the numbers it needs.
    fn check_resource_numbers(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let (numbers, name) = (&qualifiers.layout.numbers, self.symbols.text(declarator.name));
        let inner = self.module.data(self.module.innermost(ty));
        let is_subpass = matches!(inner, TypeData::Image(image) if image.dim == Dim::Subpass);
        if qualifiers.layout.tile_attachment {
            return self.check_tile_attachment(qualifiers, inner, declarator);
        }
        let wrong = if storage == Storage::TileImage && numbers.location.is_none() {
            format!("tile image `{name}` requires `layout(location = N)`")
        } else if storage == Storage::AtomicCounter && numbers.binding.is_none() {
            format!("atomic counter `{name}` requires `layout(binding = N)`")
        } else if storage == Storage::AtomicCounter && numbers.location.is_some() {
            format!("atomic counter `{name}` cannot have `location`")
        } else if storage == Storage::AtomicCounter && self.module.is_unsized(ty) {
            let message = format!("array `{name}` of atomic counters must have a size");
            self.report.error(Code::UnsizedArray, declarator.span, message);
            return false;
        } else if is_subpass && numbers.input_attachment.is_none() && !self.may_lack_attachment(ty) {
            format!("subpass input `{name}` requires `layout(input_attachment_index = N)`")
        } else {
            return true;
        };
        self.report.error(Code::LayoutValue, declarator.span, wrong);
        false
    }

    /// Checks the qualifiers of a variable that is neither an input nor an output.
    fn check_storage_qualifiers(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let memory = memory_qualifier(qualifiers.flags)
            .filter(|_| !self.module.is_tensor(ty))
            .filter(|_| !self.module.is_storage_image(ty) && !self.module.holds_reference(ty))
            .filter(|_| !self.module.holds_handle(ty))
            .filter(|_| {
                matches!(
                    storage,
                    Storage::Uniform
                        | Storage::Opaque
                        | Storage::Private
                        | Storage::AtomicCounter
                        | Storage::Shared
                )
            });
        let name = self.symbols.text(declarator.name);
        let wrong = if qualifiers.flags.contains(Qualifiers::INVARIANT) {
            "`invariant` is allowed only on outputs".to_owned()
        } else if let Some(word) = memory {
            format!("`{word}` is not allowed on `{name}`: it is neither an image nor a buffer")
        } else if qualifiers.flags.intersects(AUXILIARY) {
            format!("`{name}` cannot be `centroid`, `sample` or `patch`: it is neither `in` nor `out`")
        } else if qualifiers.interpolation.is_some() {
            format!("`{name}` cannot have an interpolation qualifier: it is neither `in` nor `out`")
        } else {
            return self.check_image(qualifiers, ty, declarator);
        };
        self.report.misplaced(qualifiers.span, wrong);
        false
    }

    /// Checks that a storage image has a format unless it is only written, and that the format fits its components
    /// (GLSL 4.60 section 4.4.8).
    fn check_image(&mut self, qualifiers: &QualifierList, ty: Type, declarator: Declarator) -> bool {
        let TypeData::Image(image) = self.module.types.get(self.module.innermost(ty)) else { return true };
        if !image.storage || matches!(image.dim, Dim::Subpass | Dim::TileImage) {
            return true;
        }
        if image.dim == Dim::PixelLocal {
            return self.check_pixel_local(image, qualifiers, ty, declarator);
        }
        let name = self.symbols.text(declarator.name);
        if image.format == vitrum_ir::ImageFormat::Unknown {
            let formatted =
                self.has(Feature::FormattedLoads) || qualifiers.flags.contains(Qualifiers::WRITEONLY);
            if !formatted || self.version().is_es() {
                if qualifiers.layout.is_unknown {
                    self.report.failed = true;
                    return false;
                }
                let message = format!("image `{name}` requires a format");
                self.report.error(Code::ImageFormat, declarator.span, message);
                self.report
                    .help("add a format such as `layout(rgba8)`, or `writeonly` if the image is never read");
                return false;
            }
            return true;
        }
        let text = image.format.name();
        let fits = if text.ends_with("ui") {
            image.sampled.is_unsigned()
        } else if text.ends_with('i') {
            image.sampled.is_signed()
        } else {
            image.sampled.is_float()
        };
        if !fits {
            let found = self.module.type_name(ty);
            let message = format!("format `{text}` does not match `{found}`");
            self.report.error(Code::ImageFormat, declarator.span, message);
            let suffix = |text: &str| text.trim_start_matches(['i', 'u']).to_owned();
            let letter = if text.ends_with("ui") {
                "u"
            } else if text.ends_with('i') {
                "i"
            } else {
                ""
            };
            self.report.help(format!("format `{text}` is one of `{letter}{}`", suffix(&found)));
        }
        fits && self.check_essl_image(image, qualifiers.flags, declarator)
    }

    fn new_global(&mut self, full: &FullType, declarator: Declarator, ty: Type, storage: Storage) -> Global {
        let precision = self.variable_precision(ty, full.qualifiers.precision, declarator.span);
        let global = self.module.add_global(self.symbols.text(declarator.name), ty, storage);
        self.module.globals[global].origin = self.origin(full.start(), declarator.span);
        let decorations = full.qualifiers.decorations();
        let offset = decorations
            .binding
            .filter(|_| storage == Storage::AtomicCounter)
            .map(|binding| self.atomic_offset(binding, decorations.offset, ty, declarator));
        let (stream, xfb_buffer) = (self.defaults.stream, self.defaults.xfb_buffer);
        let all_invariant = self.settings.all_invariant;
        let takes_handles = storage == Storage::Opaque && self.takes_handles(&full.qualifiers, ty);
        let data = &mut self.module.globals[global];
        data.precision = precision;
        data.decorations = decorations;
        if takes_handles {
            data.decorations.qualifiers.insert(Qualifiers::BINDLESS);
        }
        data.decorations.offset = offset.or(data.decorations.offset);
        if storage == Storage::Output {
            if all_invariant {
                data.decorations.qualifiers.insert(Qualifiers::INVARIANT);
            }
            data.decorations.stream = data.decorations.stream.or(stream);
            let numbers =
                [data.decorations.xfb_offset, data.decorations.xfb_buffer, data.decorations.xfb_stride];
            if numbers.iter().any(Option::is_some) {
                data.decorations.xfb_buffer = data.decorations.xfb_buffer.or(xfb_buffer).or(Some(0));
                self.module.execution.modes.insert(vitrum_ir::Modes::XFB);
            }
        }
        global
    }

    /// Initialises a global: with a constant, or with a store at the start of `main`.
    fn initialize_global(&mut self, global: Global, storage: Storage, value: Operand, ty: Type, span: Span) {
        match storage {
            Storage::Private | Storage::Uniform | Storage::Output => {}
            Storage::Shared if self.module.is_null(value) => {}
            _ => {
                let what = match storage {
                    Storage::Input => "input of a shader",
                    Storage::Shared => "`shared` variable",
                    Storage::Buffer => "variable in a buffer",
                    Storage::Opaque => "sampler, texture or image",
                    _ => "variable of this storage class",
                };
                self.report.error(Code::Initializer, span, format!("{what} cannot be initialised"));
                if storage == Storage::Shared {
                    self.report.help("let one invocation write to it in `main`, then call `barrier()`");
                }
                return;
            }
        }
        if storage == Storage::Uniform && !self.has(Feature::UniformInitializer) {
            self.report.error(Code::Initializer, span, "uniform cannot be initialised in this version");
            return;
        }
        let relaxed = self.settings.webgl.is_some()
            && self.version().number == 100
            && self.is_global_initializer(value, span);
        let runtime = storage != Storage::Uniform && (relaxed || self.has(Feature::GlobalInitializer));
        let constant = value
            .constant()
            .filter(|&it| storage != Storage::Uniform || !self.module.constants.is_spec(it))
            .filter(|_| runtime || self.body.is_constant_expression(span))
            // APIs have no initial values that are addresses.
            .filter(|&it| !self.module.holds_reference(ty) || self.module.constants.is_zero(it));
        if let Some(constant) = constant {
            self.module.globals[global].initializer = Some(constant);
            return;
        }
        if !runtime {
            self.report.error(Code::NotConstant, span, "initialiser must be a constant expression");
            return;
        }
        if relaxed {
            self.report.warn_of_initializer(span);
        }
        let place = Place::whole(global.into(), ty, storage, Precision::None);
        self.store(&place, value, span);
    }

    /// Adds the variable of a global.
    pub(crate) fn add_global_variable(
        &mut self,
        global: Global,
        qualifiers: &QualifierList,
        declarator: Declarator,
        ty: Type,
        storage: Storage,
    ) -> VariableId {
        let precision = self.module.globals[global].precision;
        let kind = VariableKind::Memory(global.into(), storage);
        self.variables.add(Variable {
            protection: self.protection_of(storage),
            qualifiers: qualifiers.flags,
            nonuniform: qualifiers.nonuniform,
            ..Variable::new(declarator.name, declarator.span, ty, precision, kind)
        })
    }

    /// The protection of globals in a storage class.
    pub(crate) fn protection_of(&self, storage: Storage) -> Option<Protection> {
        match storage {
            Storage::Input => Some(Protection::Input),
            Storage::TaskPayload if self.module.stage == Stage::Mesh => Some(Protection::Input),
            Storage::Uniform
            | Storage::Opaque
            | Storage::PushConstant
            | Storage::AtomicCounter
            | Storage::ShaderRecord
            | Storage::TileImage => Some(Protection::Uniform),
            _ => None,
        }
    }

    /// Redeclares a global, if that is allowed: to give an array its size, or for a built-in variable. False otherwise.
    fn redeclare(&mut self, full: &FullType, declarator: Declarator, ty: Type) -> bool {
        if self.symbols.text(declarator.name).starts_with("gl_") {
            return self.redeclare_builtin(full, declarator, ty);
        }
        let Some(found) = self.scopes.lookup_here(declarator.name) else { return false };
        let Entity::Variable(id) = found.entity else { return false };
        let Some(&variable) = self.variables.get(id) else { return false };
        if !self.module.is_unsized(variable.ty) || !self.module.same_but_size(variable.ty, ty) {
            return false;
        }
        self.record(Subject::Variable(id), declarator.span, Role::Declaration);
        if variable.ty == ty {
            return true;
        }
        self.check_implicit_length(variable.implicit_length, declarator, ty);
        self.size_variable(id, ty);
        true
    }

    /// Gives an array without a size its size.
    pub(crate) fn size_variable(&mut self, id: VariableId, ty: Type) {
        let Some(variable) = self.variables.get_mut(id) else { return };
        variable.ty = ty;
        let VariableKind::Memory(base, storage) = variable.kind else { return };
        let pointer = self.module.types.pointer(storage, ty);
        if let Some(global) = base.global() {
            let data = &mut self.module.globals[global];
            data.ty = ty;
            data.pointer = pointer;
        } else if let Some(value) = base.value() {
            self.module.functions[self.cursor.function].values[value].ty = pointer;
        }
    }

    /// The variables whose arrays have no size yet.
    pub(crate) fn unsized_variables(&self) -> Vec<(VariableId, Variable)> {
        let variables = self.variables.iter().filter(|(_, it)| self.module.is_unsized(it.ty));
        variables.map(|(id, variable)| (id, *variable)).collect()
    }

    /// Gives arrays without a declared size the size that their uses need.
    pub(crate) fn size_implicit_arrays(&mut self) {
        for (id, variable) in self.unsized_variables() {
            let (Some(global), Some(storage)) = (variable.global(), variable.storage()) else { continue };
            if self.settings.is_unit {
                let decorations = &mut self.module.globals[global].decorations;
                decorations.qualifiers.insert(Qualifiers::IMPLICIT_SIZE);
            }
            let TypeData::RuntimeArray { element } = self.module.types.get(variable.ty) else { continue };
            let length = match self.vertex_count(storage, &variable) {
                Some(length) => {
                    self.check_needed_length(&variable, length);
                    length
                }
                None if matches!(storage, Storage::Opaque | Storage::Uniform | Storage::Buffer)
                    && self.has(Feature::RuntimeDescriptorArrays) =>
                {
                    continue;
                }
                None => variable.implicit_length.max(1),
            };
            let ty = self.module.types.array(element, length);
            self.size_variable(id, ty);
        }
    }

    /// The length of an input or output with an element for each vertex or primitive.
    pub(crate) fn vertex_count(&self, storage: Storage, variable: &Variable) -> Option<u32> {
        match self.is_per_vertex_input(variable) {
            // `pervertexEXT`: a point or a line has three vertices, too.
            true => Some(3),
            false => {
                let length = self.interface_length(storage, variable.qualifiers)?;
                Some(length.saturating_mul(self.indices_per_primitive(variable)))
            }
        }
    }

    /// True if a fragment shader gets the values of each vertex in a variable.
    pub(crate) fn is_per_vertex_input(&self, variable: &Variable) -> bool {
        let interpolation = variable.global().map(|it| self.module.globals[it].decorations.interpolation);
        self.module.stage == Stage::Fragment && interpolation == Some(Some(Interpolation::PerVertex))
    }

    /// The length of arrays of per-vertex or per-primitive inputs or outputs, in stages that have them.
    pub(crate) fn interface_length(&self, storage: Storage, qualifiers: Qualifiers) -> Option<u32> {
        let execution = &self.module.execution;
        let patch = qualifiers.contains(Qualifiers::PATCH);
        match (self.module.stage, storage) {
            (Stage::Geometry, Storage::Input) => {
                execution.input_primitive.and_then(Primitive::input_vertices)
            }
            (Stage::TessControl | Stage::TessEvaluation, Storage::Input) if !patch => {
                Some(self.limit("gl_MaxPatchVertices"))
            }
            (Stage::TessControl, Storage::Output) if !patch => execution.max_vertices,
            (Stage::Mesh, Storage::Output) if qualifiers.contains(Qualifiers::PER_PRIMITIVE) => {
                execution.max_primitives
            }
            (Stage::Mesh, Storage::Output) => execution.max_vertices,
            _ => None,
        }
    }
}
