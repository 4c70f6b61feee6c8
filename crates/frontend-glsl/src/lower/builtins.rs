//! Built-in functions and variables.
//!
//! This file chooses the row of the table of built-in functions that fits a call; `calls` emits it, with `textures`, `amd`,
//! `special_calls` for rows that are more than one operation. `cooperative_matrices`, `cooperative_vectors`, `matrix_operations`, `tensors`,
//! `arm_tensors`,
//! `debug_printf` and `yuv` have functions whose types the table cannot say. `variables` declares built-in variables when they are first used, and
//! `redeclarations` and `micromaps` read those that the shader declares again.

pub(crate) mod amd;
pub(crate) mod arm_tensors;
mod array_conversions;
pub(crate) mod calls;
pub(crate) mod cooperative_matrices;
pub(crate) mod cooperative_vectors;
pub(crate) mod debug_printf;
pub(crate) mod hit_objects;
pub(crate) mod matrix_operations;
pub(crate) mod micromaps;
pub(crate) mod redeclarations;
pub(crate) mod special_calls;
pub(crate) mod tensors;
mod texture_footprints;
pub(crate) mod textures;
pub(crate) mod variables;
pub(crate) mod yuv;

use self::cooperative_vectors::has_cooperative_vectors;
use crate::builtins::pattern::{Binding, Direction, Opaque, Param, Pattern, Shape, TexClass, View};
use crate::builtins::table::{Lower, Row, Since};
use crate::builtins::{Functions, Missing, available, functions, functions_of};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::functions::Parameter;
use crate::lower::expressions::Expr;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::overloads::{Fit, Overloads, Resolution};
use crate::lower::extensions::Enabled;
use crate::spelling::stage_name;
use crate::stages::Stages;
use crate::symbols::Symbol;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Op, Scalar, Span, Type};

/// A row that fits, with the types that its variables are bound to.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) row: &'static Row,
    pub(crate) binding: Binding,
}

/// A row with the number of arguments of a call that fit it.
pub(crate) struct Attempt {
    pub(crate) row: &'static Row,
    pub(crate) binding: Binding,
    /// The number of arguments that fit.
    pub(crate) fitting: usize,
    /// True if an argument says how many components `N` is.
    pub(crate) is_sized: bool,
}

impl Attempt {
    /// True if so many arguments can be given.
    pub(crate) fn takes(&self, count: usize) -> bool {
        let least = self.row.params.iter().filter(|param| !param.optional).count();
        (least..=self.row.params.len()).contains(&count)
    }
}

impl Enabled<'_> {
    /// Records the use of a built-in that only an extension with `warn` provides.
    pub(crate) fn note_builtin_use(&self, since: &Since) {
        if since.extensions.is_empty() || !self.are_any_enabled() {
            return;
        }
        let here = self.here();
        if here.warned.is_empty() {
            return;
        }
        if available(since, &here.without_warned(), since.stages).is_err() {
            let warned = since.extensions.iter().find(|&&extension| here.warned.contains(extension));
            warned.into_iter().for_each(|&extension| self.note_use(extension));
        }
    }
}

impl Lowering<'_> {
    /// True if a row is available to this shader.
    pub(crate) fn row_available(&self, row: &Row) -> Result<(), Missing> {
        available(&row.since, self.extensions.here(), Stages::of(self.module.stage))
    }

    /// True if a built-in function of this name is available.
    pub(crate) fn is_builtin_function(&self, name: Symbol) -> bool {
        functions(self.symbols.text(name)).iter().any(|row| self.row_available(row).is_ok())
            || self.is_cooperative_function(name)
            || self.is_tensor_function(name)
            || self.message_function(name).is_some()
    }

    /// The built-in functions of this name, with the masks of their arguments.
    pub(crate) fn builtin_functions(&self, name: Symbol) -> Functions {
        let functions = functions_of(self.symbols.text(name));
        // Extensions alone have functions that are not in the table.
        if !self.extensions.are_any_enabled() {
            return functions;
        }
        let of_messages = || self.message_function(name).map(|_| (0, u64::MAX));
        let others = self.cooperative_masks(name).or_else(|| self.tensor_masks(name)).or_else(of_messages);
        let (places, values) = others.unwrap_or((functions.places, functions.values));
        Functions { places, values, ..functions }
    }

    /// Calls a built-in function, whose rows are these; `None` if no function of this name fits.
    pub(crate) fn call_builtin(
        &mut self,
        name: Symbol,
        rows: &'static [Row],
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Option<Expr> {
        let plain = self.without_handles(arguments);
        let arguments = plain.as_deref().unwrap_or(arguments);
        match self.offer_rows(rows, arguments).resolve() {
            Resolution::Found(candidate) => {
                self.extensions.note_builtin_use(&candidate.row.since);
                self.check_texture_stage(&candidate, arguments, at);
                self.check_image_access(&candidate, arguments);
                Some(self.emit_builtin(&candidate, arguments, span))
            }
            Resolution::Ambiguous => {
                let text = self.symbols.text(name);
                let message = format!("call to built-in function `{text}` is ambiguous");
                self.report.error(Code::AmbiguousCall, at, message);
                Some(Expr::error(span))
            }
            Resolution::None if self.message_function(name).is_some() => {
                let function = self.message_function(name)?;
                self.message_call(function, arguments, at, span)
            }
            Resolution::None if self.is_cooperative_function(name) => {
                self.call_cooperative(name, arguments, span)
            }
            Resolution::None if self.is_tensor_function(name) => self.call_tensor(name, arguments, span),
            Resolution::None => self.explain_missing(rows, name, at, span),
        }
    }

    /// Reports a function that other versions, stages or extensions have.
    #[cold]
    fn explain_missing(&mut self, rows: &[Row], name: Symbol, at: Span, span: Span) -> Option<Expr> {
        if rows.is_empty() || rows.iter().any(|row| self.row_available(row).is_ok()) {
            return None;
        }
        let text = self.symbols.text(name);
        let row = rows.first()?;
        match self.row_available(row) {
            Err(Missing::Stage) => {
                let stage = stage_name(self.module.stage);
                let message = format!("`{text}` is not available in {stage} shaders");
                self.report.error(Code::VersionLacks, at, message);
                self.help_elsewhere(name);
                self.report.doubt_fixes();
            }
            _ if self.report.is_known_function(name) => {}
            _ => {
                let is_renamed = text == "texture" && !Feature::ScalarShadow.is_in(self.version());
                self.unsupported(at, &format!("function `{text}`"));
                if is_renamed {
                    self.report.help("older functions are named by the sampler: `texture2D`, `textureCube`");
                } else {
                    self.help_elsewhere(name);
                    self.help_successor(name, at);
                }
            }
        }
        Some(Expr::error(span))
    }

    /// The candidates among the rows of a function.
    fn offer_rows(&mut self, rows: &'static [Row], arguments: &[Argument]) -> Overloads<Candidate> {
        let mut overloads = Overloads::new(arguments.len());
        for row in rows {
            if !overloads.is_decided() && self.row_available(row).is_ok() {
                self.offer_row(row, arguments, &mut overloads);
            }
        }
        overloads
    }

    /// Matches a row against arguments: binds their shapes, and offers a candidate for every scalar kind of the row's
    /// `T`. Shapes never convert, so only the kind is left to choose.
    fn offer_row(&mut self, row: &'static Row, arguments: &[Argument], overloads: &mut Overloads<Candidate>) {
        let lacks = row.params.get(arguments.len()).is_some_and(|param| !param.optional);
        if lacks || arguments.len() > row.params.len() {
            return;
        }
        let mut binding = Binding::NONE;
        let mut texel = None;
        for (param, argument) in row.params.iter().zip(arguments) {
            let view = self.view(argument.expr.ty);
            if matches!(view, View::Long { cooperative: true, .. }) && !has_cooperative_vectors(row.name) {
                return;
            }
            if bind(&mut binding, &mut texel, param, view, row.lower).is_none() {
                return;
            }
        }
        if binding.shape.is_some_and(|shape| !row.shapes.contains(shape)) {
            return;
        }
        binding.size = binding.size.max(1);
        // Most arguments are of the kind that the row gets, which then need not be found among others.
        let likely = arguments.first().and_then(|it| self.module.types.scalar_of(it.expr.ty));
        let likely = likely.filter(|&kind| row.kinds.contains(kind));
        for kind in likely.into_iter().chain(row.kinds.iter().filter(|&kind| Some(kind) != likely)) {
            if overloads.is_decided() {
                return;
            }
            if texel.is_some_and(|texel| texel != kind) {
                continue;
            }
            // Textures of halves have coordinates of either kind.
            let places: &[Scalar] = match texel {
                Some(Scalar::F16) => &[Scalar::F32, Scalar::F16],
                _ => &[Scalar::F32],
            };
            for &place in places {
                let binding = Binding { kind, place, ..binding };
                overloads.offer(Candidate { row, binding }, |at| {
                    let (param, argument) = (row.params.get(at)?, arguments.get(at)?);
                    self.fit_argument(&binding, row.lower, param, argument)
                });
            }
        }
    }

    /// Counts the arguments that fit a row.
    #[cold]
    pub(crate) fn attempt(&mut self, row: &'static Row, arguments: &[Argument]) -> Attempt {
        // The kinds that are most likely meant.
        let rank = |kind: Scalar| match kind {
            Scalar::F32 => 0,
            Scalar::I32 => 1,
            Scalar::U32 => 2,
            Scalar::Bool => 3,
            _ => 4,
        };
        let mut binding = Binding::NONE;
        let mut texel = None;
        let mut bound = 0;
        for (param, argument) in row.params.iter().zip(arguments) {
            let view = self.view(argument.expr.ty);
            let mut next = binding;
            if bind(&mut next, &mut texel, param, view, row.lower).is_none() {
                break;
            }
            binding = next;
            bound += 1;
        }
        let is_sized = binding.size != 0 || binding.long.is_some();
        binding.size = binding.size.max(1);
        let mut best = Attempt { row, binding, fitting: 0, is_sized };
        let kinds = row.kinds.iter().filter(|&kind| texel.is_none_or(|texel| texel == kind));
        for (index, kind) in kinds.enumerate() {
            let binding = Binding { kind, ..binding };
            let pairs = row.params.iter().zip(arguments).take(bound);
            let fitting = pairs
                .take_while(|(param, argument)| {
                    self.fit_argument(&binding, row.lower, param, argument).is_some()
                })
                .count();
            let is_likelier = fitting == best.fitting && rank(kind) < rank(best.binding.kind);
            if index == 0 || fitting > best.fitting || is_likelier {
                best = Attempt { row, binding, fitting, is_sized };
            }
        }
        best
    }

    fn view(&self, ty: Type) -> View {
        match View::of(ty, &self.module.types) {
            View::Other if self.is_yuv_standard(ty) => View::Opaque(Opaque::YuvStandard),
            view => view,
        }
    }

    fn fit_argument(
        &mut self,
        binding: &Binding,
        lower: Lower,
        param: &Param,
        argument: &Argument,
    ) -> Option<Fit> {
        let same = match (binding.view(param.pattern)?, self.view(argument.expr.ty)) {
            (View::Tex { class: a, shape, kind }, View::Tex { class: b, shape: found, kind: texel }) => {
                (a == b || accepts_texture(lower, a, b)) && shape == found && kind == texel
            }
            (expected, view) => expected == view,
        };
        if same {
            return Some(Fit::Exact);
        }
        let Pattern::Num(..) = param.pattern else { return None };
        let ty = binding.ty(param.pattern, &mut self.module.types)?;
        match param.direction {
            Direction::In => self.fit(argument.expr.ty, ty),
            Direction::Out => self.fit(ty, argument.expr.ty),
            Direction::Ref => (argument.expr.ty == ty).then_some(Fit::Exact),
        }
    }

    /// True if a declaration would redefine a built-in function where the version forbids it (ESSL 3.00 section 6.1).
    pub(crate) fn redefines_builtin(&mut self, name: Symbol, parameters: &[Parameter]) -> bool {
        if !self.version().is_es() || !self.is_builtin_function(name) {
            return false;
        }
        // ESSL 1.00 section 6.1: overloads are allowed there, redefinitions are not.
        !Feature::BuiltinOverloads.is_in(self.version()) || self.has_builtin_signature(name, parameters)
    }

    fn has_builtin_signature(&mut self, name: Symbol, parameters: &[Parameter]) -> bool {
        let rows = functions(self.symbols.text(name));
        let arguments = parameters.iter().map(|parameter| Argument::of_type(parameter.ty));
        self.offer_rows(rows, &arguments.collect::<Vec<_>>()).is_decided()
    }
}

/// True if a function on sampled images also takes a texture without sampler.
fn accepts_texture(lower: Lower, expected: TexClass, found: TexClass) -> bool {
    expected == TexClass::Sampler
        && found == TexClass::Texture
        && matches!(
            lower,
            Lower::Image(Op::ImageFetch)
                | Lower::Sparse(Op::ImageFetch)
                | Lower::ImageSize
                | Lower::ImageQuery(_)
        )
}

/// Binds the variables of a row to an argument's type; `None` if they contradict.
fn bind(
    binding: &mut Binding,
    texel: &mut Option<Scalar>,
    param: &Param,
    view: View,
    lower: Lower,
) -> Option<()> {
    match (param.pattern, view) {
        (Pattern::Num(_, shape), View::Num { columns, rows, .. }) => match shape {
            Shape::Gen | Shape::Vec => {
                let small = if shape == Shape::Vec { 2 } else { 1 };
                let is_other = binding.long.is_some() || binding.size != 0 && binding.size != rows;
                if columns != 1 || rows < small || is_other {
                    return None;
                }
                binding.size = rows;
            }
            Shape::Mat | Shape::Transposed | Shape::Square => {
                if columns < 2 || shape == Shape::Square && columns != rows {
                    return None;
                }
                let unbound = binding.columns == 1;
                if !unbound && (binding.columns, binding.rows) != (columns, rows) {
                    return None;
                }
                (binding.columns, binding.rows) = (columns, rows);
            }
            Shape::Columns if columns == 1 && rows >= 2 => binding.columns = rows,
            Shape::Rows if columns == 1 && rows >= 2 => binding.rows = rows,
            Shape::Columns | Shape::Rows => return None,
            _ => {}
        },
        (Pattern::Num(_, Shape::Gen | Shape::Vec), View::Long { length, cooperative, .. }) => {
            let long = (length, cooperative);
            if binding.size != 0 || binding.long.is_some_and(|known| known != long) {
                return None;
            }
            binding.long = Some(long);
        }
        (Pattern::Num(_, Shape::Size(_)), View::Long { .. }) => {}
        (Pattern::Num(..), _) => return None,
        (Pattern::Tex(class), View::Tex { class: found, shape, kind }) => {
            if class != found && !accepts_texture(lower, class, found) {
                return None;
            }
            binding.shape = Some(shape);
            *texel = Some(kind);
        }
        (Pattern::Tex(_), _) => return None,
        _ => {}
    }
    Some(())
}
