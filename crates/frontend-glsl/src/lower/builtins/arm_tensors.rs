//! Tensors: their types, and the functions on them, whose types the patterns of the table cannot express (`GL_ARM_tensors`).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::types::TypeSpec;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::spelling::counted;
use crate::symbols::Symbol;
use vitrum_ir::types::{Length, common};
use vitrum_ir::{Intrinsic, Operand, Precision, Qualifiers, Scalar, Span, Type, TypeData};

/// More dimensions than any device has.
const MOST_DIMENSIONS: u32 = 255;

/// `gl_TensorOperandsNonTemporalARM`
const NON_TEMPORAL: u32 = 1;
/// `gl_TensorOperandsOutOfBoundsValueARM`
const OUT_OF_BOUNDS: u32 = 2;

/// A function on tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Read,
    Write,
    Size,
}

/// A tensor as an argument.
#[derive(Clone, Copy)]
struct Tensor {
    value: Operand,
    element: Scalar,
    rank: u32,
}

/// The extension that a tensor of some element types needs.
fn extension_of(element: Scalar) -> Option<Extension> {
    Some(match element {
        Scalar::Bf16 => Extension::ArmTensorsBfloat16,
        Scalar::F8E4M3 => Extension::ArmTensorsFloatE4m3,
        Scalar::F8E5M2 => Extension::ArmTensorsFloatE5m2,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// `tensorARM<element, rank>`
    pub(crate) fn tensor(&mut self, element: TypeSpec, rank: Expr, span: Span) -> TypeSpec {
        let found = self.apply_dimensions(element.ty, element.dims, element.span);
        let rank_span = rank.span;
        let rank = self.constant_u32(rank, |_| "rank of a tensor".to_owned());
        let ty = match (self.module.types.get(found), rank) {
            (TypeData::Scalar(scalar), _) if scalar.is_microscaling() => {
                self.wrong_element(found, element.span)
            }
            (TypeData::Scalar(element), Some(rank @ 1..=MOST_DIMENSIONS)) => {
                if let Some(extension) = extension_of(element).filter(|&it| !self.enabled(it)) {
                    let name = element.glsl_names().0;
                    let message = format!("tensor of `{name}` requires an extension");
                    self.report.error(Code::VersionLacks, span, message);
                    self.report.help_extension(extension);
                }
                self.module.types.intern(TypeData::Tensor { element, rank })
            }
            (TypeData::Scalar(_), Some(rank)) => {
                let message =
                    format!("rank of a tensor must be between 1 and {MOST_DIMENSIONS}, found {rank}");
                self.report.error(Code::NotAType, rank_span, message);
                self.report.error_type()
            }
            (TypeData::Scalar(_), None) => self.report.error_type(),
            _ => self.wrong_element(found, element.span),
        };
        TypeSpec::new(ty, span)
    }

    fn wrong_element(&mut self, found: Type, span: Span) -> Type {
        let name = self.module.type_name(found);
        let message = format!("tensor cannot have elements of type `{name}`");
        self.report.error(Code::NotAType, span, message);
        self.report.error_type()
    }

    fn tensor_function(&self, name: Symbol) -> Option<Function> {
        if !self.enabled(Extension::ArmTensors) {
            return None;
        }
        Some(match self.symbols.text(name) {
            "tensorReadARM" => Function::Read,
            "tensorWriteARM" => Function::Write,
            "tensorSizeARM" => Function::Size,
            _ => return None,
        })
    }

    /// True if there is a function of this name on tensors.
    pub(crate) fn is_tensor_function(&self, name: Symbol) -> bool {
        self.tensor_function(name).is_some()
    }

    /// Argument masks of such a function: bits of arguments taken as places, and by value.
    pub(crate) fn tensor_masks(&self, name: Symbol) -> Option<(u64, u64)> {
        Some(match self.tensor_function(name)? {
            Function::Read => (0b100, !0b100),
            Function::Write | Function::Size => (0, !0),
        })
    }

    /// Calls such a function; `None` if there is none of this name, or the arguments do not fit.
    pub(crate) fn call_tensor(&mut self, name: Symbol, arguments: &[Argument], span: Span) -> Option<Expr> {
        let function = self.tensor_function(name)?;
        let (first, rest) = arguments.split_first()?;
        let TypeData::Tensor { element, rank } = self.module.types.get(first.expr.ty) else {
            let (text, found) = (self.symbols.text(name), self.module.type_name(first.expr.ty));
            let message = format!("argument 1 of `{text}` must be a tensor, found `{found}`");
            self.report.error(Code::NoOverload, first.expr.span, message);
            return Some(Expr::error(span));
        };
        let tensor = Tensor { value: self.argument_value(first)?, element, rank };
        if function == Function::Size {
            let &[dimension] = rest else { return self.wrong_tensor_call("a tensor and a dimension", span) };
            return self.tensor_size(tensor, dimension, span);
        }
        let &[coordinates, data, ref operands @ ..] = rest else {
            return self.wrong_tensor_call("a tensor, coordinates and data", span);
        };
        let is_valid = self.check_tensor_access(function, first.expr)
            & self.check_coordinates(tensor, coordinates.expr)
            & self.check_elements(tensor, data.expr);
        let operands = self.tensor_operands(function, tensor, operands, span);
        let (true, Some(operands)) = (is_valid, operands) else { return Some(Expr::error(span)) };
        let mut all = vec![tensor.value, self.argument_value(&coordinates)?];
        self.body.writes += 1;
        let nothing = Expr::new(ExprKind::Nothing, common::VOID, span);
        if function == Function::Write {
            all.push(self.argument_value(&data)?);
            all.extend(operands);
            self.cursor.span = span;
            self.builder().intrinsic(Intrinsic::TensorWrite, &all, common::VOID, Precision::None);
            return Some(nothing);
        }
        let Some(place) = self.l_value(data.expr, "passed to an `out` or `inout` parameter") else {
            return Some(Expr::error(span));
        };
        all.extend(operands);
        self.cursor.span = span;
        let value = self.builder().intrinsic(Intrinsic::TensorRead, &all, data.expr.ty, Precision::None);
        let place = self.places.get(place)?;
        self.store(&place, value, span);
        Some(nothing)
    }

    fn wrong_tensor_call(&mut self, takes: &str, span: Span) -> Option<Expr> {
        self.report.error(Code::NoOverload, span, format!("function takes {takes}"));
        Some(Expr::error(span))
    }

    /// `tensorSizeARM(tensor, dimension)`
    fn tensor_size(&mut self, tensor: Tensor, dimension: Argument, span: Span) -> Option<Expr> {
        let at = dimension.expr.span;
        let Some(number) = self.constant_u32(dimension.expr, |_| "dimension of a tensor".to_owned()) else {
            return Some(Expr::error(span));
        };
        if number >= tensor.rank {
            let has = counted(tensor.rank, "dimension");
            let message = format!("tensor has {has}, found dimension {number}");
            self.report.error(Code::IndexOutOfRange, at, message);
            return Some(Expr::error(span));
        }
        let number = self.module.constants.u32(number).into();
        self.cursor.span = span;
        let operands = [tensor.value, number];
        let size = self.builder().intrinsic(Intrinsic::TensorSize, &operands, common::U32, Precision::None);
        Some(Expr::value(size, common::U32, span))
    }

    /// Reports a read of a `writeonly` tensor, and a write of a `readonly` one.
    fn check_tensor_access(&mut self, function: Function, tensor: Expr) -> bool {
        let flags = self.image_qualifiers(tensor).unwrap_or(Qualifiers::NONE);
        let (code, message) = match function {
            Function::Read if flags.contains(Qualifiers::WRITEONLY) => {
                (Code::ReadWriteOnly, "`writeonly` tensor cannot be read")
            }
            Function::Write if flags.contains(Qualifiers::READONLY) => {
                (Code::NotAnLValue, "`readonly` tensor cannot be written to")
            }
            _ => return true,
        };
        self.report.error(code, tensor.span, message);
        false
    }

    /// Checks that there is a coordinate for each dimension.
    fn check_coordinates(&mut self, tensor: Tensor, found: Expr) -> bool {
        let wanted = TypeData::Array { element: common::U32, length: Length::Constant(tensor.rank) };
        if self.module.types.get(found.ty) == wanted {
            return true;
        }
        let (name, count) = (self.module.type_name(found.ty), counted(tensor.rank, "coordinate"));
        let message = format!("tensor takes {count}, expected `uint[{}]`, found `{name}`", tensor.rank);
        self.report.error(Code::TypeMismatch, found.span, message);
        false
    }

    /// Checks that data are an element, or an array of elements.
    fn check_elements(&mut self, tensor: Tensor, found: Expr) -> bool {
        let wanted = common::scalar(tensor.element);
        let part = match self.module.types.get(found.ty) {
            TypeData::Array { element, .. } => element,
            _ => found.ty,
        };
        if part == wanted {
            return true;
        }
        let (name, element) = (self.module.type_name(found.ty), tensor.element.glsl_names().0);
        let message = format!("tensor has elements of type `{element}`, found `{name}`");
        self.report.error(Code::TypeMismatch, found.span, message);
        false
    }

    /// The operands of an access: a set of bits, and the value that the bits announce.
    fn tensor_operands(
        &mut self,
        function: Function,
        tensor: Tensor,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Vec<Operand>> {
        let Some((first, values)) = arguments.split_first() else { return Some(Vec::new()) };
        let at = first.expr.span;
        let bits = self.constant_u32(first.expr, |_| "tensor operands".to_owned())?;
        if bits & !(NON_TEMPORAL | OUT_OF_BOUNDS) != 0 {
            let message = "tensor operands must be bits of `gl_TensorOperands*ARM`";
            self.report.error(Code::NotConstant, at, message);
            return None;
        }
        let mut operands = vec![self.module.constants.u32(bits).into()];
        let has_value = bits & OUT_OF_BOUNDS != 0;
        if has_value && function == Function::Write {
            let message = "a value out of bounds is only for `tensorReadARM`";
            self.report.error(Code::TypeMismatch, at, message);
            return None;
        }
        match values {
            [] if !has_value => {}
            [value] if has_value => {
                let wanted = common::scalar(tensor.element);
                if value.expr.ty != wanted {
                    let (name, element) =
                        (self.module.type_name(value.expr.ty), tensor.element.glsl_names().0);
                    let message = format!("value out of bounds must be of type `{element}`, found `{name}`");
                    self.report.error(Code::TypeMismatch, value.expr.span, message);
                    return None;
                }
                let operand = self.argument_value(value)?;
                if operand.constant().is_none() {
                    let message = "value out of bounds must be a constant expression";
                    self.report.error(Code::NotConstant, value.expr.span, message);
                    return None;
                }
                operands.push(operand);
            }
            [] => {
                let message = "`gl_TensorOperandsOutOfBoundsValueARM` requires a value behind it";
                self.report.error(Code::TypeMismatch, at, message);
                return None;
            }
            [value, ..] => {
                let message = "tensor operands announce no value that is here";
                self.report.error(Code::TypeMismatch, value.expr.span.to(span), message);
                return None;
            }
        }
        Some(operands)
    }
}
