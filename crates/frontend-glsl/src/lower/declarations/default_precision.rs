//! Default precisions (ESSL 3.20 section 4.7.4), by scope.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::precision_of_word;
use crate::lower::declarations::types::{Dimensions, TypeSpec};
use crate::lower::queries::ModuleQueries;
use crate::tokens::Qualifier;
use vitrum_ir::types::common;
use vitrum_ir::{Dim, Module, Precision, Scalar, Span, Stage, Type, TypeData};

/// The default precision of a type.
#[derive(Clone, Copy, Debug)]
struct DefaultPrecision {
    depth: u32,
    ty: Type,
    precision: Precision,
}

/// Precisions, which ESSL demands. In desktop GLSL they are hints.
#[derive(Debug)]
pub(crate) struct Precisions {
    /// The defaults in force, innermost scope last.
    defaults: Vec<DefaultPrecision>,
    /// True if the language has precisions.
    pub(crate) in_language: bool,
    /// True if precisions may occur: always in ESSL, elsewhere from the first qualifier on.
    pub(crate) is_used: bool,
    /// The precision of the constants that are being combined.
    pub(crate) of_constants: Precision,
}

impl Precisions {
    /// The precisions at the start of a shader, with the defaults of its stage.
    pub(crate) fn new(in_language: bool, module: &mut Module) -> Self {
        let defaults = Vec::new();
        let mut this = Self { defaults, in_language, is_used: in_language, of_constants: Precision::None };
        if in_language {
            this.predefine(module);
        }
        this
    }

    /// Sets the defaults that a stage of ESSL has from the start.
    fn predefine(&mut self, module: &mut Module) {
        let fragment = module.stage == Stage::Fragment;
        let int = if fragment { Precision::Medium } else { Precision::High };
        self.set(0, common::I32, int);
        if !fragment {
            self.set(0, common::F32, Precision::High);
        }
        let atomic = module.types.intern(TypeData::AtomicCounter);
        self.set(0, atomic, Precision::High);
        for dim in [Dim::D2, Dim::Cube, Dim::External, Dim::ExternalYuv] {
            let image = vitrum_ir::ImageType {
                sampled: Scalar::F32,
                dim,
                arrayed: false,
                multisampled: false,
                shadow: false,
                storage: false,
                format: vitrum_ir::ImageFormat::Unknown,
            };
            let ty = module.types.intern(TypeData::SampledImage(image));
            self.set(0, ty, Precision::Low);
        }
    }

    /// Sets the default for a type in the scope at `depth`.
    fn set(&mut self, depth: u32, ty: Type, precision: Precision) {
        match self.defaults.iter_mut().find(|it| it.depth == depth && it.ty == ty) {
            Some(default) => default.precision = precision,
            None => self.defaults.push(DefaultPrecision { depth, ty, precision }),
        }
    }

    /// The default for a type.
    fn default_of(&self, ty: Type) -> Option<Precision> {
        self.defaults.iter().rev().find(|it| it.ty == ty).map(|it| it.precision)
    }
}

impl Lowering<'_> {
    /// `precision mediump float;`
    pub(crate) fn precision_statement(&mut self, word: Qualifier, spec: TypeSpec, span: Span) {
        self.begin_statement(span);
        let Some(precision) = precision_of_word(word) else {
            let text = word.text();
            let message = format!("`{text}` is not a precision qualifier");
            self.report.error(Code::PrecisionStatement, span, message);
            return;
        };
        let Some(key) =
            self.module.precision_key(spec.ty).filter(|&key| key == spec.ty && spec.dims == Dimensions::NONE)
        else {
            let name = self.module.type_name(spec.ty);
            let message =
                format!("`{name}` cannot have a default precision: only `float`, `int` and opaque types can");
            self.report.error(Code::PrecisionStatement, span, message);
            return;
        };
        self.precision.is_used = true;
        self.precision.set(self.scopes.depth(), key, precision);
    }

    /// The precision of a variable: the declared one, or the default; none in desktop GLSL.
    pub(crate) fn variable_precision(
        &mut self,
        ty: Type,
        explicit: Option<Precision>,
        span: Span,
    ) -> Precision {
        let key = self.module.precision_key(ty);
        if let Some(precision) = explicit {
            if key.is_none() {
                let name = self.module.type_name(ty);
                let message = format!("precision qualifier is not allowed on type `{name}`");
                match self.module.types.get(self.module.types.innermost(ty)) {
                    TypeData::Sampler { .. } => {
                        self.report.leniency(Code::PrecisionStatement, span, message);
                        self.report.note("the precision of a lookup is that of the texture");
                    }
                    _ => self.report.error(Code::PrecisionStatement, span, message),
                }
                return Precision::None;
            }
            return precision;
        }
        let Some(key) = key else { return Precision::None };
        match self.precision.default_of(key) {
            Some(precision) => precision,
            None if !self.precision.in_language => Precision::None,
            None => {
                let name = self.module.type_name(key);
                let message = format!("missing precision qualifier: `{name}` has no default precision");
                // The default is what is missing, so it is reported once.
                self.report.error(Code::NoDefaultPrecision, span, message);
                let line = format!("precision highp {name};");
                let at = self.report.directives;
                self.report.fix(format!("declare a default: `{line}`"), at, format!("{line}\n"));
                self.report.help("or give each declaration a precision, such as `mediump`");
                self.precision.set(0, key, Precision::High);
                Precision::High
            }
        }
    }

    /// Closes scopes until `depth` are open inside the global one.
    pub(crate) fn close_scopes(&mut self, depth: u32) {
        self.scopes.pop_to(depth);
        while self.precision.defaults.pop_if(|it| it.depth > depth).is_some() {}
    }
}
