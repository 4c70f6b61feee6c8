//! `GL_EXT_spirv_intrinsics`: SPIR-V instructions as functions, and types, decorations and execution modes by number.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::functions::{Header, Parameter};
use crate::lower::declarations::overload_sets::Overload;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::types::TypeSpec;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::report::Report;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Token};
use vitrum_ir::types::common;
use vitrum_ir::{
    Function, Global, Intrinsic, Op, Operand, ParamMode, Scalar, Span, SpirvItem, SpirvKind, SpirvOperand,
    Storage, Type, TypeData,
};

/// Qualifiers of `GL_EXT_spirv_intrinsics` in a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpirvQualifiers {
    /// The instruction of a function.
    pub(crate) instruction: Option<SpirvItem>,
    /// The first and the last of the decorations.
    decorations: Option<(u32, u32)>,
    /// True if there is an execution mode.
    mode: bool,
    /// True if there is a storage class. The list of decorations has it.
    pub(crate) storage: bool,
    /// The form in which an argument is passed.
    pub(crate) passing: SpirvPassing,
    /// The span of the first of these.
    pub(crate) span: Option<Span>,
}

impl SpirvQualifiers {
    /// The first decoration.
    pub(crate) fn decoration(&self) -> Option<u32> {
        self.decorations.map(|(first, _)| first)
    }
}

/// The form in which an argument is passed to an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SpirvPassing {
    /// As a value.
    #[default]
    Value,
    /// As a pointer: `spirv_by_reference`.
    Reference,
    /// As a word of the instruction: `spirv_literal`.
    Literal,
}

/// An open `spirv_decorate(` or similar qualifier.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenSpirv {
    word: Keyword,
    span: Span,
    item: SpirvItem,
    has_number: bool,
}

impl OpenSpirv {
    /// `spirv_decorate(` and similar qualifiers.
    pub(crate) fn new(word: Keyword, span: Span) -> Self {
        let kind = match word {
            Keyword::SpirvInstruction => SpirvKind::Instruction,
            Keyword::SpirvExecutionMode | Keyword::SpirvExecutionModeId => SpirvKind::Mode,
            Keyword::SpirvType => SpirvKind::Type,
            Keyword::SpirvStorageClass => SpirvKind::Storage,
            _ => SpirvKind::Decoration,
        };
        Self { word, span, item: SpirvItem::new(kind, 0), has_number: false }
    }

    /// True if an operand may be a variable.
    fn takes_variables(&self) -> bool {
        self.word == Keyword::SpirvDecorateId && self.has_number
    }
}

/// The scalar type of GLSL that a type of SPIR-V equals.
fn scalar_type(item: &SpirvItem) -> Option<Scalar> {
    use SpirvOperand::Literal;
    Some(match (item.number, item.operands.as_slice()) {
        (20, []) => Scalar::Bool,
        (21, [Literal(8), Literal(1)]) => Scalar::I8,
        (21, [Literal(16), Literal(1)]) => Scalar::I16,
        (21, [Literal(32), Literal(1)]) => Scalar::I32,
        (21, [Literal(64), Literal(1)]) => Scalar::I64,
        (21, [Literal(8), Literal(0)]) => Scalar::U8,
        (21, [Literal(16), Literal(0)]) => Scalar::U16,
        (21, [Literal(32), Literal(0)]) => Scalar::U32,
        (21, [Literal(64), Literal(0)]) => Scalar::U64,
        (22, [Literal(16)]) => Scalar::F16,
        (22, [Literal(32)]) => Scalar::F32,
        (22, [Literal(64)]) => Scalar::F64,
        _ => return None,
    })
}

impl Report<'_> {
    fn spirv_error(&mut self, span: Span, message: impl Into<String>) {
        self.error(Code::SpirvIntrinsic, span, message);
    }

    /// Reports a misplaced instruction or passing form.
    pub(crate) fn reject_spirv(&mut self, qualifiers: &QualifierList) {
        let spirv = &qualifiers.spirv;
        if spirv.instruction.is_some() || spirv.passing != SpirvPassing::Value {
            let span = spirv.span.unwrap_or(qualifiers.span);
            let message = "qualifier is allowed only on parameters of `spirv_instruction` functions";
            self.spirv_error(span, message);
        }
    }

    fn spirv_type_of(&mut self, open: &mut OpenSpirv, ty: Type, span: Span) {
        if open.word == Keyword::SpirvType && open.has_number {
            open.item.operands.push(SpirvOperand::Type(ty));
        } else {
            self.spirv_error(span, "type operands are allowed only in `spirv_type`");
        }
    }
}

impl Lowering<'_> {
    /// `spirv_by_reference` and `spirv_literal`.
    pub(crate) fn spirv_word(&mut self, list: &mut QualifierList, word: Keyword, span: Span) {
        list.extend_span(span);
        list.spirv.span.get_or_insert(span);
        let passing =
            if word == Keyword::SpirvLiteral { SpirvPassing::Literal } else { SpirvPassing::Reference };
        if list.spirv.passing != SpirvPassing::Value {
            let message = "parameter cannot be both `spirv_by_reference` and `spirv_literal`";
            self.report.error(Code::DuplicateQualifier, span, message);
            return;
        }
        list.spirv.passing = passing;
    }

    /// An operand, or the number of the qualifier.
    pub(crate) fn spirv_operand(&mut self, open: &mut OpenSpirv, expr: Expr) {
        let span = expr.span;
        match expr.kind {
            ExprKind::Type(dims) => {
                let ty = self.apply_dimensions(expr.ty, dims, span);
                return self.report.spirv_type_of(open, ty, span);
            }
            ExprKind::Place(id) if open.takes_variables() => {
                let global =
                    self.places.get(id).filter(Place::is_whole).and_then(|place| place.base.global());
                if let Some(global) = global {
                    open.item.operands.push(SpirvOperand::Global(global));
                    return;
                }
            }
            _ => {}
        }
        let Some(value) = self.operand(expr) else { return };
        let Some(constant) = value.constant() else {
            self.report.error(Code::NotConstant, span, "expected a constant expression");
            return;
        };
        let bits = self.module.constants.bits(constant);
        let narrow = self.module.types.scalar_of(expr.ty).is_some_and(|scalar| scalar.width() <= 32);
        if !open.has_number {
            open.has_number = true;
            if open.word == Keyword::SpirvType {
                return self.report.spirv_error(span, "`spirv_type` must begin with `id = NUMBER`");
            }
            match bits {
                Some(bits) => open.item.number = bits as u32,
                None => self.report.error(Code::NotConstant, span, "expected a number"),
            }
            return;
        }
        let by_id = matches!(open.word, Keyword::SpirvExecutionModeId | Keyword::SpirvDecorateId);
        let is_type = open.word == Keyword::SpirvType;
        match bits {
            None if is_type => open.item.operands.push(SpirvOperand::Constant(constant)),
            _ if by_id => open.item.operands.push(SpirvOperand::Constant(constant)),
            Some(bits) if narrow => open.item.operands.push(SpirvOperand::Literal(bits as u32)),
            _ => self.report.spirv_error(span, "expected a literal of at most 32 bits"),
        }
    }

    /// `)` of a type. Types that GLSL has become those: a module must not have a type twice.
    pub(crate) fn end_spirv_type(&mut self, open: OpenSpirv, span: Span) -> TypeSpec {
        let mut spec = TypeSpec::new(common::VOID, span);
        let OpenSpirv { item, has_number, .. } = open;
        if !has_number {
            self.report.spirv_error(span, "`spirv_type` requires `id = NUMBER`");
            return spec;
        }
        if let Some(scalar) = scalar_type(&item) {
            spec.ty = common::scalar(scalar);
            return spec;
        }
        let known = self.module.spirv.iter().position(|other| *other == item);
        let index = known.unwrap_or_else(|| {
            self.module.spirv.push(item);
            self.module.spirv.len() - 1
        });
        spec.ty = self.module.types.intern(TypeData::Spirv(index as u32));
        spec
    }

    /// A string among the operands.
    pub(crate) fn spirv_text(&mut self, open: &mut OpenSpirv, text: Symbol, span: Span) {
        let text = self.literal_text(text);
        let text = self.module.names.intern(&text);
        if open.word == Keyword::SpirvDecorateString && open.has_number {
            open.item.operands.push(SpirvOperand::Text(text));
        } else {
            self.report.spirv_error(span, "string operands are allowed only in `spirv_decorate_string`");
        }
    }

    /// `id = NUMBER`
    pub(crate) fn spirv_number(&mut self, open: &mut OpenSpirv, name: Symbol, expr: Expr, at: Span) {
        let is_id = self.symbols.text(name) == "id";
        let value = self.operand(expr).and_then(|value| value.constant());
        let bits = value.and_then(|constant| self.module.constants.bits(constant));
        match bits {
            Some(bits) if is_id && matches!(open.word, Keyword::SpirvInstruction | Keyword::SpirvType) => {
                open.item.number = bits as u32;
                open.has_number = true;
            }
            Some(_) => {
                let message =
                    "only `spirv_instruction` and `spirv_type` accept a named number, `id = NUMBER`";
                self.report.spirv_error(at, message);
            }
            None => {
                open.has_number = true;
                if !expr.is_error() {
                    self.report.error(Code::NotConstant, expr.span, "expected a constant expression");
                }
            }
        }
    }

    /// `set = "NAME"`
    pub(crate) fn spirv_set(&mut self, open: &mut OpenSpirv, name: Symbol, text: Symbol, at: Span) {
        let is_set = self.symbols.text(name) == "set";
        let text = self.literal_text(text);
        let text = self.module.names.intern(&text);
        if is_set && open.word == Keyword::SpirvInstruction {
            open.item.set = text;
        } else {
            self.report.spirv_error(at, "only `spirv_instruction` accepts a named string, `set = STRING`");
        }
    }

    /// `capabilities = [...]` and `extensions = [...]`; `values` are the literals in the brackets.
    pub(crate) fn spirv_needs(&mut self, open: &mut OpenSpirv, name: Symbol, values: &[Token], at: Span) {
        let what = self.symbols.text(name);
        let mut texts = Vec::new();
        let mut numbers = Some(Vec::new());
        for value in values {
            let number = match *value {
                Token::StringLiteral(text) => {
                    let text = self.literal_text(text);
                    texts.push(self.module.names.intern(&text));
                    continue;
                }
                Token::IntLiteral(value) => u32::try_from(value).ok(),
                Token::UintLiteral(value) => Some(value),
                _ => None,
            };
            numbers = numbers.zip(number).map(|(mut numbers, number): (Vec<u32>, u32)| {
                numbers.push(number);
                numbers
            });
        }
        match (what, numbers) {
            ("capabilities", Some(numbers)) if texts.is_empty() => open.item.capabilities.extend(numbers),
            ("extensions", Some(numbers)) if numbers.is_empty() => open.item.extensions.extend(texts),
            _ => {
                self.report.spirv_error(at, "expected `capabilities = [numbers]` or `extensions = [strings]`")
            }
        }
    }

    /// `)`
    pub(crate) fn end_spirv(&mut self, open: OpenSpirv, list: &mut QualifierList) {
        let OpenSpirv { word, span, item, has_number } = open;
        if !has_number {
            let text = word.text();
            return self.report.spirv_error(span, format!("`{text}` requires a number as its first operand"));
        }
        let index = self.module.spirv.len() as u32;
        list.extend_span(span);
        list.spirv.span.get_or_insert(span);
        match item.kind {
            SpirvKind::Instruction => {
                if list.spirv.instruction.replace(item).is_some() {
                    let message = "duplicate `spirv_instruction` qualifier";
                    self.report.error(Code::DuplicateQualifier, span, message);
                }
                return;
            }
            SpirvKind::Mode => list.spirv.mode = true,
            SpirvKind::Type => return,
            SpirvKind::Storage | SpirvKind::Decoration => {
                list.spirv.storage |= item.kind == SpirvKind::Storage;
                let first = match list.spirv.decorations {
                    Some((first, last)) => {
                        if let Some(last) = self.module.spirv.get_mut(last as usize) {
                            last.next = Some(index);
                        }
                        first
                    }
                    None => index,
                };
                list.spirv.decorations = Some((first, index));
            }
        }
        self.module.spirv.push(item);
    }

    /// True if stand-alone qualifiers are an execution mode.
    pub(crate) fn is_spirv_mode(&mut self, qualifiers: &QualifierList) -> bool {
        if qualifiers.spirv.mode && self.scopes.depth() > 0 {
            self.report.spirv_error(qualifiers.span, "execution mode is not allowed in a function");
        }
        qualifiers.spirv.mode
    }

    /// `;` after a header with `spirv_instruction`. False if it is no such header.
    pub(crate) fn spirv_prototype(&mut self, header: &Header) -> bool {
        let Some(mut item) = header.spirv.clone() else { return false };
        if header.wrong {
            self.report.failed = true;
            return true;
        }
        item.name = self.module.names.intern(self.symbols.text(header.name));
        for (position, parameter) in header.parameters.iter().enumerate().take(32) {
            if parameter.spirv == SpirvPassing::Literal {
                item.literals |= 1 << position;
            }
        }
        self.module.spirv.push(item);
        let index = self.module.spirv.len() as u32 - 1;
        self.declare_instruction(header, index);
        true
    }

    /// Calls an instruction.
    pub(crate) fn call_instruction(
        &mut self,
        overload: &Overload,
        item: u32,
        arguments: &[Argument],
        span: Span,
    ) -> Expr {
        let mut operands = vec![self.module.constants.u32(item).into()];
        for (parameter, argument) in overload.parameters.iter().zip(arguments) {
            match self.instruction_operand(parameter, argument) {
                Some(operand) => operands.push(operand),
                None => return Expr::error(span),
            }
        }
        self.cursor.span = span;
        self.body.writes += 1;
        if overload.result == common::VOID {
            self.builder().push(Op::Intrinsic, &operands, Intrinsic::SpirvVoid as u32, &[]);
            return Expr::new(ExprKind::Nothing, common::VOID, span);
        }
        let value = self.builder().intrinsic(
            Intrinsic::Spirv,
            &operands,
            overload.result,
            vitrum_ir::Precision::None,
        );
        Expr::value(value, overload.result, span)
    }

    fn instruction_operand(&mut self, parameter: &Parameter, argument: &Argument) -> Option<Operand> {
        let span = argument.expr.span;
        match parameter.spirv {
            SpirvPassing::Reference => {
                let ExprKind::Place(id) = argument.expr.kind else {
                    self.report.spirv_error(span, "argument passed by reference must be a variable");
                    return None;
                };
                let place = self.places.get(id)?;
                if place.swizzle.is_some() {
                    self.report.spirv_error(span, "swizzle cannot be passed by reference");
                    return None;
                }
                Some(self.pointer_to(&place, span))
            }
            SpirvPassing::Value | SpirvPassing::Literal => {
                let value = self.argument_value(argument)?;
                let value = self.convert(value, argument.expr.ty, parameter.ty, span);
                let is_number = |value: Operand| {
                    value.constant().is_some_and(|constant| self.module.constants.bits(constant).is_some())
                };
                if parameter.spirv == SpirvPassing::Literal && !is_number(value) {
                    let message = "literal operand must be a constant expression";
                    self.report.error(Code::NotConstant, span, message);
                    return None;
                }
                Some(value)
            }
        }
    }

    /// Turns parameters by reference of a function with a body into `inout` ones, whose arguments
    /// [`Self::check_references`] limits to those for which this is the same.
    pub(crate) fn pass_references(&mut self, header: &mut Header) {
        if header.spirv.is_some() {
            return;
        }
        for parameter in &mut header.parameters {
            let is_reference = parameter.spirv == SpirvPassing::Reference;
            if is_reference && parameter.passing == ParamMode::In && !self.passes_by_address(parameter.ty) {
                parameter.passing = ParamMode::InOut;
            }
        }
    }

    /// Checks the arguments by reference of a function with a body: its pointers are to memory of functions, or to outputs and
    /// globals that the function does not access itself, and no two of them lead to the same variable. False if one is wrong.
    pub(crate) fn check_references(
        &mut self,
        function: Function,
        parameters: &[Parameter],
        arguments: &[Argument],
    ) -> bool {
        let place_of = |lowering: &Self, index: usize| match arguments.get(index)?.expr.kind {
            ExprKind::Place(id) if parameters.get(index)?.is_written() => lowering.places.get(id),
            _ => None,
        };
        let mut fits = true;
        for (index, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let Some(place) = place_of(self, index) else { continue };
            if parameter.spirv != SpirvPassing::Reference {
                continue;
            }
            let span = argument.expr.span;
            let is_own = match (place.storage, place.base.global()) {
                (Storage::Function, _) => true,
                (Storage::Output | Storage::Private, Some(global)) => !self.may_access(function, global),
                _ => false,
            };
            if !is_own {
                let message = "argument passed by reference to a function with a body must be a local variable, or an output or \
                               global that the function does not access";
                self.report.spirv_error(span, message);
                fits = false;
                continue;
            }
            let others = (0..arguments.len()).filter(|&other| other != index);
            let mut bases = others.filter_map(|other| place_of(self, other)).map(|other| other.base);
            if bases.any(|base| base == place.base) {
                let message =
                    "variable passed by reference cannot be written by another argument of the call";
                self.report.spirv_error(span, message);
                fits = false;
            }
        }
        fits
    }

    /// True if a function, or one that it calls, may access a variable: also if one of them is not defined yet.
    fn may_access(&self, function: Function, global: Global) -> bool {
        let mut seen = vec![function];
        let mut next = 0;
        while let Some(&function) = seen.get(next) {
            next += 1;
            let data = &self.module.functions[function];
            if data.inst_ids().len() == 0 {
                return true;
            }
            for inst in data.inst_ids() {
                if data.operands(inst).iter().any(|operand| operand.global() == Some(global)) {
                    return true;
                }
                seen.extend(data.callee(inst).filter(|callee| !seen.contains(callee)));
            }
        }
        false
    }

    /// True if an argument of this parameter is an address.
    pub(crate) fn takes_address(&self, parameter: &Parameter) -> bool {
        parameter.is_written()
            || parameter.spirv == SpirvPassing::Reference
            || self.passes_by_address(parameter.ty)
    }

    /// True if a parameter may be a literal operand.
    pub(crate) fn check_literal_parameter(&mut self, parameter: &Parameter, span: Span) {
        let scalar = match self.module.types.get(parameter.ty) {
            TypeData::Scalar(scalar) => scalar.width() <= 32,
            _ => false,
        };
        if parameter.spirv == SpirvPassing::Literal && !scalar {
            self.report.spirv_error(span, "literal operand must be a scalar of at most 32 bits");
        }
    }
}
