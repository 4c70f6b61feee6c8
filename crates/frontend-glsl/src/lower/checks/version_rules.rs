//! Rules of single versions: restrictions of old versions, and of ESSL.

use crate::builtins::pattern::Role;
use crate::builtins::table::{Legacy, Lower};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::Candidate;
use crate::lower::checks::inputs_and_outputs::Edge;
use crate::lower::declarations::Declarator;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::variables::Variable;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    BuiltIn, Interpolation, Op, Operand, Qualifiers, Scalar, Span, Stage, Storage, Type, TypeData, ValueDef,
};

/// The kind of output that a fragment shader writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FragmentTarget {
    /// `gl_FragColor`
    Color,
    /// `gl_FragData`
    Data,
    /// An output that the shader declares.
    Declared,
}

impl Lowering<'_> {
    /// Reports an array, or a struct with an array, where a value is needed and the version has no array values: before
    /// 1.20 and in ESSL 1.00 they are not assigned, compared or returned (ESSL 1.00 sections 5.7, 5.9 and 6.1). True if
    /// it was reported.
    pub(crate) fn rejects_array_value(&mut self, ty: Type, code: Code, span: Span, what: &str) -> bool {
        if self.has(Feature::ArrayValues) || !self.module.holds(ty, &|part| self.module.is_array(part)) {
            return false;
        }
        let (name, version) = (self.module.type_name(ty), self.version());
        let message = format!("`{name}` cannot be {what} in version {version}: it is or contains an array");
        self.report.error(code, span, message);
        true
    }

    /// Checks the types of `attribute` and `varying` in versions without integer inputs, and of variables between
    /// stages from ESSL 3.00 on (ESSL 1.00 sections 4.3.3 and 4.3.5, ESSL 3.00 sections 4.3.4 and 4.3.6).
    pub(crate) fn check_old_interface(
        &mut self,
        storage: Storage,
        qualifiers: &QualifierList,
        ty: Type,
        declarator: Declarator,
    ) -> bool {
        let version = self.version();
        let inner = self.module.innermost(ty);
        let is_struct = matches!(self.module.types.get(inner), TypeData::Struct(_));
        let is_array = inner != ty;
        let old_word = match qualifiers.storage {
            Some(Qualifier::Attribute) => Some("attribute"),
            Some(Qualifier::Varying) => Some("varying"),
            _ => None,
        };
        if let Some(word) = old_word.filter(|_| !Feature::IntegerInterface.is_in(version)) {
            let shader4 = self.module.types.scalar_of(inner).is_some_and(Scalar::is_integer)
                && self.enabled(Extension::ExtGpuShader4);
            let is_float = self.module.types.scalar_of(inner) == Some(Scalar::F32) || shader4;
            if is_struct
                || !is_float
                || word == "attribute" && is_array && !Feature::AttributeArrays.is_in(version)
            {
                let found = self.module.type_name(ty);
                let message = format!("`{word}` cannot be of type `{found}` in version {version}");
                self.report.error(Code::InterfaceType, declarator.span, message);
                return false;
            }
        }
        if !Feature::FlatVaryings.is_in(version) || self.edge(storage) != Edge::Between {
            return true;
        }
        let patch = qualifiers.flags.contains(Qualifiers::PATCH);
        if self.nests_too_deeply(self.module.without_vertices(ty, storage, patch, qualifiers.interpolation)) {
            let found = self.module.type_name(ty);
            let message = format!(
                "variable of type `{found}` cannot be passed between stages: ESSL allows neither arrays of arrays or structs nor structs that contain arrays or structs"
            );
            self.report.error(Code::InterfaceType, declarator.span, message);
            return false;
        }
        // Later versions demand it in the fragment shader only.
        let flat = qualifiers.interpolation == Some(Interpolation::Flat);
        if !Feature::UnflatOutputs.is_in(version)
            && storage == Storage::Output
            && !flat
            && self.module.holds_scalar(inner, &Scalar::is_integer)
        {
            let (name, found) = (self.symbols.text(declarator.name), self.module.type_name(ty));
            let message = format!("output `{name}` of type `{found}` must be `flat` in version 300 es");
            self.report.error(Code::NotFlat, declarator.span, message);
            return false;
        }
        true
    }

    /// True if ESSL does not let a type pass between stages: arrays and structs are no parts of others (ESSL 3.20 sections
    /// 4.3.4 and 4.3.6).
    fn nests_too_deeply(&self, ty: Type) -> bool {
        let is_composite = |part: Type| {
            self.module.is_array(part) || matches!(self.module.types.get(part), TypeData::Struct(_))
        };
        match self.module.element(ty) {
            Some(element) => is_composite(element),
            None => self.module.members(ty).iter().any(|member| is_composite(member.ty)),
        }
    }

    /// Records the output that a fragment shader writes to. Of `gl_FragColor`, `gl_FragData` and declared outputs it
    /// may write to one kind only (GLSL 4.60 section 7.1.5, ESSL 1.00 section 7.2).
    pub(crate) fn note_fragment_write(&mut self, place: &Place, span: Span) {
        if self.module.stage != Stage::Fragment || place.storage != Storage::Output {
            return;
        }
        let variable = place.variable.and_then(|id| self.variables.get(id));
        let Some(global) = variable.and_then(Variable::global) else { return };
        let data = &self.module.globals[global];
        let target = match data.decorations.builtin {
            Some(BuiltIn::FragColor) => FragmentTarget::Color,
            Some(BuiltIn::FragData) => FragmentTarget::Data,
            Some(_) => return,
            None => FragmentTarget::Declared,
        };
        let Some((first, before)) = self.interface.fragment_target else {
            self.interface.fragment_target = Some((target, span));
            return;
        };
        if first == target {
            return;
        }
        let name = |target| match target {
            FragmentTarget::Color => "`gl_FragColor`",
            FragmentTarget::Data => "`gl_FragData`",
            FragmentTarget::Declared => "declared outputs",
        };
        let message = format!("shader cannot write to both {} and {}", name(first), name(target));
        self.report.error(Code::FragmentOutputs, span, message);
        self.report.label(before, "first write here");
    }

    /// Checks parameters of texture functions that only some stages have.
    pub(crate) fn check_texture_stage(&mut self, candidate: &Candidate, arguments: &[Argument], at: Span) {
        let row = candidate.row;
        let Some((param, argument)) =
            row.params.iter().zip(arguments).find(|(param, _)| matches!(param.role, Role::Bias | Role::Lod))
        else {
            return;
        };
        let span = argument.expr.span;
        let version = self.version();
        let stage = self.module.stage;
        match param.role {
            Role::Bias
                if stage != Stage::Fragment
                    && !(matches!(stage, Stage::Compute | Stage::Task | Stage::Mesh)
                        && self.enabled(Extension::KhrComputeShaderDerivatives)) =>
            {
                let message = "bias of a texture function is allowed only in fragment shaders";
                self.report.error(Code::WrongStage, span, message);
            }
            // GLSL 1.20 section 8.7, ESSL 1.00 section 8.7.
            Role::Lod
                if row.since.legacy != Legacy::No
                    && stage != Stage::Vertex
                    && !self.has(Feature::TextureLodFragment) =>
            {
                let message = format!("function is available only in vertex shaders in version {version}");
                self.report.error(Code::WrongStage, at, message);
                let mut extensions = Feature::TextureLodFragment.extensions();
                if let Some(extension) = extensions.find(|extension| extension.exists_in(version)) {
                    self.report.help_extension(extension);
                }
            }
            _ => {}
        }
    }

    /// Checks that `writeonly` images are not read, and `readonly` ones not written (GLSL 4.60 section 4.10).
    pub(crate) fn check_image_access(&mut self, candidate: &Candidate, arguments: &[Argument]) {
        let (reads, writes) = match candidate.row.lower {
            Lower::Image(Op::ImageRead) | Lower::Sparse(Op::ImageRead) => (true, false),
            Lower::ImageWrite => (false, true),
            Lower::ImageAtomic { .. } => (true, true),
            _ => return,
        };
        let Some(argument) = arguments.first() else { return };
        let Some(flags) = self.image_qualifiers(argument.expr) else { return };
        let span = argument.expr.span;
        if reads && flags.contains(Qualifiers::WRITEONLY) {
            self.report.error(Code::ReadWriteOnly, span, "`writeonly` image cannot be read");
        } else if writes && flags.contains(Qualifiers::READONLY) {
            self.report.error(Code::NotAnLValue, span, "`readonly` image cannot be written to");
        }
    }

    /// Checks that a parameter has the memory qualifiers of its argument, except `restrict` from version 420 on (GLSL
    /// 4.60 section 4.10).
    pub(crate) fn check_kept_qualifiers(&mut self, argument: Expr, parameter: Qualifiers) {
        const KEPT: &[(Qualifiers, &str)] = &[
            (Qualifiers::COHERENT, "coherent"),
            (Qualifiers::DEVICE_COHERENT, "devicecoherent"),
            (Qualifiers::VOLATILE, "volatile"),
            (Qualifiers::READONLY, "readonly"),
            (Qualifiers::WRITEONLY, "writeonly"),
            (Qualifiers::RESTRICT, "restrict"),
            (Qualifiers::NONTEMPORAL, "nontemporal"),
        ];
        let Some(flags) = self.image_qualifiers(argument) else { return };
        for &(flag, word) in KEPT {
            let may_go = flag == Qualifiers::RESTRICT && Feature::DroppedRestrict.is_in(self.version());
            // A parameter of the wider scope is coherent for both.
            let is_wider = flag == Qualifiers::COHERENT && parameter.contains(Qualifiers::DEVICE_COHERENT);
            if flags.contains(flag) && !parameter.contains(flag) && !may_go && !is_wider {
                let message = format!("argument is `{word}`, but the parameter is not");
                return self.report.error(Code::TypeMismatch, argument.span, message);
            }
        }
    }

    /// The memory qualifiers of the variable or parameter that an image comes from.
    pub(crate) fn image_qualifiers(&self, expr: Expr) -> Option<Qualifiers> {
        let mut flags = Qualifiers::NONE;
        let mut operand = match expr.kind {
            ExprKind::Place(id) => {
                let place = self.places.get(id)?;
                if self.is_named_by_handle(&place) {
                    return Some(self.handle_qualifiers(&place));
                }
                flags = self.qualifiers_on_the_way(place.base, self.places.indices(&place));
                place.base
            }
            ExprKind::Value(operand) => operand,
            _ => return None,
        };
        let function = &self.module.functions[self.cursor.function];
        loop {
            if let Some(global) = operand.global() {
                return Some(flags.union(self.module.globals[global].decorations.qualifiers));
            }
            let value = operand.value()?;
            match function.values[value].def() {
                ValueDef::Result { inst, .. } if matches!(function.insts[inst].op, Op::Load | Op::Access) => {
                    let (&base, indices) = function.operands(inst).split_first()?;
                    flags = flags.union(self.qualifiers_on_the_way(base, indices));
                    operand = base;
                }
                ValueDef::Result { .. } => return None,
                ValueDef::Param { index, .. } => {
                    return function.params.get(index as usize).map(|param| flags.union(param.qualifiers));
                }
            }
        }
    }

    /// The qualifiers of the members that an access chooses.
    fn qualifiers_on_the_way(&self, base: Operand, indices: &[Operand]) -> Qualifiers {
        let mut flags = Qualifiers::NONE;
        let mut ty = self.module.types.pointee(self.operand_type(base));
        for &index in indices {
            let Some(whole) = ty else { break };
            let index = self.module.as_int(index).and_then(|index| usize::try_from(index).ok());
            let member = index.and_then(|index| self.module.members(whole).get(index));
            flags = flags.union(member.map_or(Qualifiers::NONE, |member| member.decorations.qualifiers));
            ty = member.map(|member| member.ty).or_else(|| self.module.element(whole));
        }
        flags
    }

    /// Checks an image of ESSL: it must be `readonly` or `writeonly` unless it has one 32-bit component (ESSL 3.10
    /// section 4.9), and have a format of the version (section 4.4.7).
    pub(crate) fn check_essl_image(
        &mut self,
        image: vitrum_ir::ImageType,
        flags: Qualifiers,
        declarator: Declarator,
    ) -> bool {
        // Formats that `GL_NV_image_formats` leaves to `GL_EXT_texture_norm16`.
        const NORMALIZED_16: &[&str] = &["rgba16", "rg16", "r16", "rgba16_snorm", "rg16_snorm", "r16_snorm"];
        if !self.version().is_es() {
            return true;
        }
        let (format, version) = (image.format.name(), self.version());
        let more = self.enabled(Extension::NvImageFormats);
        if more && !NORMALIZED_16.contains(&format) {
            return true;
        }
        if more || !image.format.is_basic() {
            let message = format!("version {version} does not support image format `{format}`");
            self.report.error(Code::ImageFormat, declarator.span, message);
            return false;
        }
        let one_way = flags.contains(Qualifiers::READONLY) || flags.contains(Qualifiers::WRITEONLY);
        if !one_way && !matches!(format, "r32f" | "r32i" | "r32ui") {
            let message =
                format!("image of format `{format}` must be `readonly` or `writeonly` in version {version}");
            self.report.error(Code::ImageFormat, declarator.span, message);
            return false;
        }
        true
    }
}
