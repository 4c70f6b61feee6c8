//! Errors of calls that fit no overload: which argument is at fault, and what is likely meant.
//!
//! All of this is `#[cold]`.

use crate::builtins::functions;
use crate::builtins::pattern::{Opaque, Pattern, Shape, TexClass, TexShape};
use crate::builtins::table::Row;
use crate::diagnostics::{Code, Edit, Fix};
use crate::lower::Lowering;
use crate::lower::builtins::Attempt;
use crate::lower::expressions::calls::Argument;
use crate::lower::extensions::availability::Elsewhere;
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::OverloadsId;
use crate::spelling::counted;
use crate::stages::Stages;
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{Dim, Scalar, Span, TypeData};

/// The number of candidates that a message shows.
const SHOWN: usize = 4;

impl Lowering<'_> {
    /// Reports that no function of the shader takes the arguments of a call.
    #[cold]
    pub(crate) fn report_no_overload(
        &mut self,
        set: OverloadsId,
        name: Symbol,
        arguments: &[Argument],
        at: Span,
    ) {
        if self.functions.wrong.contains(&name) {
            self.report.failed = true;
            return;
        }
        let text = self.symbols.text(name).to_owned();
        let faults: Vec<(Span, Fault)> = (0..self.functions.set(set).len())
            .filter_map(|index| {
                let span = self.functions.set(set).get(index)?.span;
                Some((span, self.fault_of(set, index, arguments)?))
            })
            .collect();
        if let [(span, fault)] = faults.as_slice() {
            let (span, place) = (*span, fault.argument.unwrap_or(at));
            let message = match fault.argument {
                Some(_) => fault.text.replacen(" must", &format!(" of `{text}` must"), 1),
                None => format!("`{text}` {}", fault.text),
            };
            self.report.error(Code::NoOverload, place, message);
            self.report.label(
                fault.parameter.unwrap_or(span),
                match fault.parameter {
                    Some(_) => "this parameter",
                    None => "declared here",
                },
            );
            return;
        }
        let types = self.type_names(arguments);
        let message = format!("no overload of `{text}` accepts arguments `({types})`");
        self.report.error(Code::NoOverload, at, message);
        for (span, fault) in faults.into_iter().take(SHOWN) {
            self.report.label(span, format!("candidate: {}", fault.text));
        }
    }

    /// The first fault of a call of a function.
    fn fault_of(&self, set: OverloadsId, index: usize, arguments: &[Argument]) -> Option<Fault> {
        let overload = self.functions.set(set).get(index)?;
        if overload.parameters.len() != arguments.len() {
            let (takes, found) = (counted(overload.parameters.len(), "argument"), arguments.len());
            return Some(Fault {
                text: format!("takes {takes}, found {found}"),
                argument: None,
                parameter: None,
            });
        }
        for (index, (parameter, argument)) in overload.parameters.iter().zip(arguments).enumerate() {
            let found = argument.expr.ty;
            let fits = match parameter.is_written() {
                true => found == parameter.ty || self.fit(parameter.ty, found).is_some(),
                false => self.fit(found, parameter.ty).is_some(),
            };
            if !fits {
                let (found, wanted) = (self.module.type_name(found), self.module.type_name(parameter.ty));
                let number = index + 1;
                return Some(Fault {
                    text: format!("argument {number} must be `{wanted}`, found `{found}`"),
                    argument: Some(argument.expr.span),
                    parameter: parameter.name.map(|(_, span)| span),
                });
            }
        }
        None
    }

    /// Reports that no built-in function takes the arguments of a call.
    #[cold]
    pub(crate) fn report_no_builtin_overload(&mut self, name: Symbol, arguments: &[Argument], at: Span) {
        let text = self.symbols.text(name).to_owned();
        let rows = functions(&text);
        if self.report_lack_of_overload(rows, arguments, at) {
            return;
        }
        if rows.is_empty() {
            let types = self.type_names(arguments);
            let message = format!("built-in `{text}` does not accept arguments `({types})`");
            self.report.error(Code::NoOverload, at, message);
            return;
        }
        let here: Vec<&'static Row> = rows.iter().filter(|row| self.row_available(row).is_ok()).collect();
        let attempts = here.into_iter().map(|row| self.attempt(row, arguments));
        let mut attempts: Vec<Attempt> = attempts.collect();
        // Overloads for other textures say nothing, unless there are only such.
        if attempts.iter().any(Attempt::has_shape) {
            attempts.retain(Attempt::has_shape);
        }
        let count = arguments.len();
        let taking: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.takes(count)).collect();
        if taking.is_empty() {
            self.report_argument_count(&text, &attempts, count, at);
            return;
        }
        let furthest = taking.iter().map(|attempt| attempt.fitting).max().unwrap_or(0);
        let best: Vec<&Attempt> = taking.into_iter().filter(|attempt| attempt.fitting == furthest).collect();
        let Some(argument) = arguments.get(furthest) else {
            let types = self.type_names(arguments);
            let message = format!("no overload of built-in `{text}` accepts arguments `({types})` here");
            self.report.error(Code::NoOverload, at, message);
            self.note_signatures(&text, &best, arguments);
            return;
        };
        let number = furthest + 1;
        let found = self.module.type_name(argument.expr.ty);
        let mut wanted: Vec<String> = Vec::new();
        for attempt in &best {
            let name = self.wanted_type(attempt, furthest);
            if !wanted.contains(&name) && wanted.len() < SHOWN {
                wanted.push(name);
            }
        }
        let message = format!("argument {number} of `{text}` must be {}, found `{found}`", choice(&wanted));
        self.report.error(Code::NoOverload, argument.expr.span, message);
        self.report.label(at, "in this call");
        if self.explain_argument(&text, arguments, furthest)
            || self.suggest_exchange(rows, arguments, furthest)
        {
            return;
        }
        self.note_signatures(&text, &best, arguments);
        if let ([only, ..], [_]) = (best.as_slice(), wanted.as_slice())
            && let Some(param) = only.row.params.get(furthest)
            && let Pattern::Num(_, shape) = param.pattern
            && !only.is_unbound(shape)
            && let Some(ty) = only.binding.ty(param.pattern, &mut self.module.types)
        {
            self.explain_conversion(argument.expr.ty, ty, Some(argument.expr.span));
        }
    }

    /// Reports a call that fits an overload which a later version, another profile or an extension has.
    fn report_lack_of_overload(&mut self, rows: &'static [Row], arguments: &[Argument], at: Span) -> bool {
        let stage = Stages::of(self.module.stage);
        let mut found = Elsewhere::default();
        for row in rows {
            // Atomic operations on images mostly lack a format of whole numbers, not the extension for floats.
            let is_for_image = row.name.starts_with("imageAtomic");
            if is_for_image || self.row_available(row).is_ok() || !row.since.stages.contains(stage) {
                continue;
            }
            let attempt = self.attempt(row, arguments);
            let is_whole = attempt.fitting == arguments.len() && attempt.takes(arguments.len());
            if is_whole && attempt.has_shape() {
                self.add_row(&mut found, &row.since);
            }
        }
        if !found.is_within_reach() {
            return false;
        }
        let (types, version) = (self.type_names(arguments), self.version());
        let name = rows.first().map_or("", |row| row.name);
        let message = format!("version {version} does not support `{name}` with arguments `({types})`");
        self.report.error(Code::NoOverload, at, message);
        self.add_helps(&found);
        true
    }

    /// Reports a wrong number of arguments.
    fn report_argument_count(&mut self, text: &str, attempts: &[Attempt], count: usize, at: Span) {
        let least = |attempt: &Attempt| attempt.row.params.iter().filter(|param| !param.optional).count();
        let from = attempts.iter().map(least).min().unwrap_or(0);
        let to = attempts.iter().map(|attempt| attempt.row.params.len()).max().unwrap_or(0);
        let wanted = match to - from.min(to) {
            0 if to == 0 => "no arguments".to_owned(),
            0 => counted(to, "argument"),
            1 => format!("{from} or {to} arguments"),
            _ => format!("{from} to {to} arguments"),
        };
        self.report.error(Code::NoOverload, at, format!("`{text}` takes {wanted}, found {count}"));
        let mut best: Vec<&Attempt> = attempts.iter().collect();
        best.sort_by_key(|attempt| std::cmp::Reverse(attempt.fitting));
        let furthest = best.first().map_or(0, |attempt| attempt.fitting);
        best.retain(|attempt| attempt.fitting == furthest);
        self.note_signatures(text, &best, &[]);
    }

    /// Adds the ways that a function can be called.
    fn note_signatures(&mut self, text: &str, attempts: &[&Attempt], arguments: &[Argument]) {
        let mut signatures: Vec<String> = Vec::new();
        for attempt in attempts {
            let is_texture = attempt.row.params.iter().any(|param| matches!(param.pattern, Pattern::Tex(_)));
            if is_texture && attempt.binding.shape.is_none() {
                continue;
            }
            let types: Vec<String> = (0..attempt.row.params.len())
                .map(|index| self.parameter_name(attempt, index, arguments))
                .collect();
            let signature = format!("`{text}({})`", types.join(", "));
            if !signatures.contains(&signature) && signatures.len() < SHOWN {
                signatures.push(signature);
            }
        }
        if !signatures.is_empty() {
            self.report.note(format!("it can be called as {}", signatures.join(", ")));
        }
    }

    /// The type of a parameter in a signature; by the names of the specification where it can be one of several.
    fn parameter_name(&mut self, attempt: &Attempt, index: usize, arguments: &[Argument]) -> String {
        let Some(param) = attempt.row.params.get(index) else { return String::new() };
        if index < attempt.fitting
            && let Some(argument) = arguments.get(index)
        {
            return self.module.type_name(argument.expr.ty);
        }
        match param.pattern {
            Pattern::Num(_, shape) if attempt.is_unbound(shape) => {
                let scalar = attempt.scalar_of(param.pattern);
                match shape {
                    Shape::Gen => format!("gen{}Type", letter(scalar).to_uppercase()),
                    Shape::Vec => format!("{}vec", letter(scalar)),
                    _ => format!("{}mat", letter(scalar)),
                }
            }
            Pattern::Tex(class) => match class {
                TexClass::Sampler => "sampler".to_owned(),
                TexClass::Shadow => "shadow sampler".to_owned(),
                TexClass::Texture => "texture".to_owned(),
                TexClass::Image => "image".to_owned(),
            },
            pattern => self.wanted_name(attempt, pattern),
        }
    }

    /// A parameter of a built-in function in a sentence, as far as the arguments before it say.
    fn wanted_type(&mut self, attempt: &Attempt, index: usize) -> String {
        let Some(param) = attempt.row.params.get(index) else { return String::new() };
        match param.pattern {
            Pattern::Tex(class) => match class {
                TexClass::Sampler => "a sampler".to_owned(),
                TexClass::Shadow => "a shadow sampler".to_owned(),
                TexClass::Texture => "a texture".to_owned(),
                TexClass::Image => match attempt.row.name.starts_with("imageAtomic") {
                    true => "an image of whole numbers".to_owned(),
                    false => "an image".to_owned(),
                },
            },
            Pattern::Num(_, shape) if attempt.is_unbound(shape) => {
                let scalar = attempt.scalar_of(param.pattern);
                let ty = self.module.type_name(common::scalar(scalar));
                match shape {
                    Shape::Gen => format!("`{ty}` or a vector of `{ty}`"),
                    Shape::Square => "a square matrix".to_owned(),
                    Shape::Mat | Shape::Transposed => "a matrix".to_owned(),
                    _ => format!("a vector of `{ty}`"),
                }
            }
            pattern => format!("`{}`", self.wanted_name(attempt, pattern)),
        }
    }

    fn wanted_name(&mut self, attempt: &Attempt, pattern: Pattern) -> String {
        if let Pattern::Opaque(opaque) = pattern {
            return match opaque {
                Opaque::AtomicCounter => "atomic_uint",
                Opaque::AccelerationStructure => "accelerationStructureEXT",
                Opaque::RayQuery => "rayQueryEXT",
                Opaque::HitObject => "hitObjectEXT",
                Opaque::YuvStandard => "yuvCscStandardEXT",
            }
            .to_owned();
        }
        if let Pattern::Sampler(shape) = pattern {
            return if shape == TexShape::D2Array { "sampler2DArray" } else { "sampler2D" }.to_owned();
        }
        match attempt.binding.ty(pattern, &mut self.module.types) {
            Some(ty) if ty != common::VOID => self.module.type_name(ty),
            _ => "another type".to_owned(),
        }
    }

    /// Adds what to do with an argument of an opaque type that a function does not take. True if something was added.
    fn explain_argument(&mut self, function: &str, arguments: &[Argument], index: usize) -> bool {
        let Some(argument) = arguments.get(index) else { return false };
        let (ty, span) = (argument.expr.ty, argument.expr.span);
        let source = self.settings.sources.slice(span).to_owned();
        let reads = function.starts_with("tex");
        match self.module.types.get(ty) {
            TypeData::Array { .. } if function == "length" => {
                self.report.help(format!("the number of elements of an array is `{source}.length()`"));
            }
            TypeData::Image(image) if image.dim == Dim::Subpass => {
                self.report.help(format!("a subpass input is read by `subpassLoad({source})`"));
            }
            TypeData::Image(image) if image.storage && function.starts_with("imageAtomic") => {
                self.report
                    .help("atomic operations need an `iimage` or `uimage`, of format `r32i` or `r32ui`");
            }
            TypeData::Image(image) if image.storage && reads => {
                self.report
                    .help(format!("an image is read by `imageLoad({source}, ...)`; textures are samplers"));
            }
            TypeData::Image(_) if reads && index == 0 => self.explain_texture(arguments, &source),
            TypeData::SampledImage(_) if function.starts_with("image") => {
                self.report.help("declare it as an image, such as `layout(rgba8) uniform image2D`");
            }
            _ => return false,
        }
        true
    }

    /// `texture(image, ...)`, where the sampler is missing or an argument of its own.
    fn explain_texture(&mut self, arguments: &[Argument], source: &str) {
        let Some(argument) = arguments.first() else { return };
        let name = self.module.type_name(argument.expr.ty).replacen("texture", "sampler", 1);
        let sampler = arguments
            .get(1)
            .filter(|it| matches!(self.module.types.get(it.expr.ty), TypeData::Sampler { .. }));
        match sampler {
            Some(sampler) => {
                let state = self.settings.sources.slice(sampler.expr.span).to_owned();
                let whole = argument.expr.span.to(sampler.expr.span);
                let title = "join the texture and its sampler";
                self.report.suggest(title, whole, format!("{name}({source}, {state})"));
            }
            None => {
                self.report.help(format!("join it with a `sampler`: `{name}({source}, samplerName)`"));
            }
        }
    }

    /// Suggests the order of two arguments in which the call fits.
    fn suggest_exchange(&mut self, rows: &'static [Row], arguments: &[Argument], index: usize) -> bool {
        if arguments.len() > SHOWN {
            return false;
        }
        for other in (0..arguments.len()).filter(|&other| other != index) {
            let mut exchanged = arguments.to_vec();
            exchanged.swap(index, other);
            let fits = rows.iter().any(|row| {
                self.row_available(row).is_ok() && {
                    let attempt = self.attempt(row, &exchanged);
                    attempt.takes(arguments.len()) && attempt.fitting == arguments.len()
                }
            });
            let (Some(a), Some(b)) = (arguments.get(index), arguments.get(other)) else { continue };
            let is_number = |ty| self.module.types.scalar_of(ty).is_some();
            if is_number(a.expr.ty) && is_number(b.expr.ty) {
                continue;
            }
            let (first, second) = (a.expr.span, b.expr.span);
            if !fits || first == second {
                continue;
            }
            let text = |span: Span| self.settings.sources.slice(span).to_owned();
            let mut edits =
                vec![Edit { span: first, text: text(second) }, Edit { span: second, text: text(first) }];
            edits.sort_by_key(|edit| edit.span.start);
            let title = "exchange the arguments".to_owned();
            self.report.with_fix(Fix { title, edits, certain: false });
            return true;
        }
        false
    }
}

impl Attempt {
    /// True if the row has textures of the shape of the argument, if there is one.
    fn has_shape(&self) -> bool {
        self.binding.shape.is_none_or(|shape| self.row.shapes.contains(shape))
    }

    /// True if no argument says what a shape is.
    fn is_unbound(&self, shape: Shape) -> bool {
        match shape {
            Shape::Gen | Shape::Vec => !self.is_sized,
            Shape::Mat | Shape::Transposed | Shape::Square => self.binding.columns == 1,
            _ => false,
        }
    }

    /// The scalar type of a pattern of numbers.
    fn scalar_of(&self, pattern: Pattern) -> Scalar {
        match pattern {
            Pattern::Num(kind, _) => self.binding.kind_of(kind),
            _ => self.binding.kind,
        }
    }
}

/// The letter of the vectors of a scalar type.
fn letter(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::I32 => "i",
        Scalar::U32 => "u",
        Scalar::F64 => "d",
        _ => "",
    }
}

/// `a`, `a or b`, `a, b or c`
fn choice(texts: &[String]) -> String {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The reason that a function does not take the arguments of a call.
struct Fault {
    text: String,
    /// The argument at fault, if it is not their number.
    argument: Option<Span>,
    /// The name of its parameter.
    parameter: Option<Span>,
}
