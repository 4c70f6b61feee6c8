//! Layouts and views of tensors, and cooperative matrices that are loaded and stored by them
//! (`GL_NV_cooperative_matrix2`).

use crate::builtins::matrices::{MatrixFunction, MatrixOperation};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::overload_sets::Overload;
use crate::lower::declarations::types::TypeSpec;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_ir::types::{Length, TensorOrder, common};
use vitrum_ir::{Constant, Intrinsic, Operand, Precision, Span, Storage, Type, TypeData};

/// The bounds of a number of dimensions.
const RANK: std::ops::RangeInclusive<i64> = 1..=TensorOrder::MOST as i64;

impl Lowering<'_> {
    /// `tensorLayoutNV<dimensions, clamp>`
    pub(crate) fn tensor_layout(&mut self, numbers: &[Expr], span: Span) -> TypeSpec {
        let constants: Vec<Option<Constant>> =
            numbers.iter().map(|&number| self.tensor_number(number)).collect();
        let ty = self.tensor_layout_type(&constants, span).unwrap_or(common::VOID);
        TypeSpec::new(ty, span)
    }

    /// `tensorViewNV<dimensions, sized, order...>`
    pub(crate) fn tensor_view(&mut self, numbers: &[Expr], span: Span) -> TypeSpec {
        let constants: Vec<Option<Constant>> =
            numbers.iter().map(|&number| self.tensor_number(number)).collect();
        let ty = self.tensor_view_type(&constants, span).unwrap_or(common::VOID);
        TypeSpec::new(ty, span)
    }

    /// A parameter of a tensor: an integer or a bool.
    fn tensor_number(&mut self, number: Expr) -> Option<Constant> {
        let value = self.operand(number)?;
        let is_bool = number.ty == common::BOOL;
        if !is_bool && !self.module.is_integer_scalar(number.ty) {
            let name = self.module.type_name(number.ty);
            let message = format!("parameter of a tensor must be an integer or a `bool`, found `{name}`");
            self.report.error(Code::NotConstant, number.span, message);
            return None;
        }
        let value = if is_bool { value } else { self.convert(value, number.ty, common::U32, number.span) };
        let constant = self.module.constant_of(value);
        if constant.is_none() {
            self.report.error(Code::NotConstant, number.span, "expected a constant expression");
        }
        constant
    }

    /// Reports a number of dimensions that no tensor has.
    fn check_rank(&mut self, dimensions: Constant, span: Span) -> Option<()> {
        let known = self.module.constants.as_int(dimensions);
        if self.module.constants.ty(dimensions) != common::U32
            || known.is_some_and(|known| !RANK.contains(&known))
        {
            let message = format!("tensor must have 1 to {} dimensions", TensorOrder::MOST);
            self.report.error(Code::ArraySize, span, message);
            return None;
        }
        Some(())
    }

    fn tensor_layout_type(&mut self, numbers: &[Option<Constant>], span: Span) -> Option<Type> {
        /// The last of `gl_CooperativeMatrixClampMode`.
        const LAST_CLAMP: i64 = 4;
        let (&dimensions, rest) = numbers.split_first()?;
        let dimensions = dimensions?;
        self.check_rank(dimensions, span)?;
        let clamp = match rest {
            [] => self.module.constants.u32(0),
            &[clamp, ..] => clamp?,
        };
        let known = self.module.constants.as_int(clamp);
        if self.module.constants.ty(clamp) != common::U32 || known.is_some_and(|known| known > LAST_CLAMP) {
            let message = "clamp mode of a tensor must be one of `gl_CooperativeMatrixClampMode...`";
            self.report.error(Code::NotAType, span, message);
            return None;
        }
        Some(self.module.types.intern(TypeData::TensorLayout { dimensions, clamp }))
    }

    fn tensor_view_type(&mut self, numbers: &[Option<Constant>], span: Span) -> Option<Type> {
        let (&dimensions, rest) = numbers.split_first()?;
        let dimensions = dimensions?;
        self.check_rank(dimensions, span)?;
        let (sized, order) = match rest {
            [] => (Some(false), rest),
            &[sized, ref order @ ..] => (self.known_bool(sized?), order),
        };
        let Some(sized) = sized else {
            let message = "second parameter of a tensor view must be a constant `bool`";
            self.report.error(Code::NotConstant, span, message);
            return None;
        };
        // A number that is specialised has its default here.
        let rank = self.module.constants.as_int(dimensions).or_else(|| self.default_of(dimensions));
        let count = usize::try_from(rank.unwrap_or(1)).ok()?;
        let mut places: Vec<u32> = (0..count as u32).collect();
        for (place, &number) in places.iter_mut().zip(order) {
            let number = number?;
            let Some(known) = self.module.constants.as_int(number) else {
                let message = "order of the dimensions of a tensor view must be known when it is compiled";
                self.report.error(Code::NotConstant, span, message);
                return None;
            };
            *place = u32::try_from(known).unwrap_or(u32::MAX);
        }
        let Some(order) = TensorOrder::new(&places).filter(|_| order.len() <= count) else {
            let message = format!("order of a tensor view must name each of its {count} dimensions once");
            self.report.error(Code::ArraySize, span, message);
            return None;
        };
        Some(self.module.types.intern(TypeData::TensorView { dimensions, sized, order }))
    }

    fn known_bool(&self, constant: Constant) -> Option<bool> {
        if self.module.constants.ty(constant) != common::BOOL {
            return None;
        }
        match self.module.constants.get(constant).kind {
            vitrum_ir::ConstantKind::Scalar(bits) => Some(bits != 0),
            _ => None,
        }
    }

    /// The default of a specialisation constant.
    pub(crate) fn default_of(&self, constant: Constant) -> Option<i64> {
        match self.module.constants.get(constant).kind {
            vitrum_ir::ConstantKind::Spec(spec) => {
                self.module.constants.as_int(self.module.spec_constants[spec].default)
            }
            _ => None,
        }
    }

    /// A function that makes a layout or a view.
    pub(super) fn tensor_call(
        &mut self,
        row: &MatrixFunction,
        intrinsic: Intrinsic,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        if matches!(intrinsic, Intrinsic::TensorLayoutCreate | Intrinsic::TensorViewCreate) {
            return self.new_tensor(intrinsic, arguments, span);
        }
        let (&tensor, numbers) = arguments.split_first()?;
        let ty = tensor.expr.ty;
        let dimensions = match (self.module.data(ty), intrinsic.operand_class(0)?) {
            (TypeData::TensorLayout { dimensions, .. }, vitrum_ir::OperandClass::Layout)
            | (TypeData::TensorView { dimensions, .. }, vitrum_ir::OperandClass::View) => dimensions,
            _ => return None,
        };
        let wanted = match intrinsic {
            Intrinsic::TensorLayoutSetClampValue => Some(1),
            Intrinsic::TensorViewSetClip => Some(4),
            Intrinsic::TensorLayoutSlice => self.rank(dimensions).map(|rank| 2 * rank),
            _ => self.rank(dimensions),
        };
        if wanted.is_some_and(|wanted| wanted != numbers.len()) {
            let wanted = wanted.unwrap_or(0);
            let message = format!(
                "`{}` needs {wanted} numbers behind a tensor of {} dimensions, found {}",
                row.name,
                self.rank(dimensions).unwrap_or(0),
                numbers.len()
            );
            self.report.error(Code::NoOverload, span, message);
            return Some(Expr::error(span));
        }
        let mut operands = vec![self.argument_value(&tensor)?];
        for &number in numbers {
            operands.push(self.cooperative_index(number, common::U32)?);
        }
        self.cursor.span = span;
        let value = self.builder().intrinsic(intrinsic, &operands, ty, Precision::None);
        Some(Expr::value(value, ty, span))
    }

    fn rank(&self, dimensions: Constant) -> Option<usize> {
        usize::try_from(self.module.constants.as_int(dimensions)?).ok()
    }

    /// `createTensorLayoutNV(dimensions, clamp)`, `createTensorViewNV(dimensions, sized, order...)`
    fn new_tensor(&mut self, intrinsic: Intrinsic, arguments: &[Argument], span: Span) -> Option<Expr> {
        let is_layout = intrinsic == Intrinsic::TensorLayoutCreate;
        let most = if is_layout { 2 } else { 2 + TensorOrder::MOST };
        if arguments.is_empty() || arguments.len() > most {
            return None;
        }
        let mut constants = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.argument_value(argument)?;
            let number = Expr { kind: ExprKind::Value(value), ..argument.expr };
            constants.push(self.tensor_number(number));
        }
        let ty = match is_layout {
            true => self.tensor_layout_type(&constants, span),
            false => self.tensor_view_type(&constants, span),
        };
        let Some(ty) = ty else { return Some(Expr::error(span)) };
        let undefined = self.module.constants.undef(ty);
        self.cursor.span = span;
        let value = self.builder().intrinsic(intrinsic, &[undefined.into()], ty, Precision::None);
        Some(Expr::value(value, ty, span))
    }

    /// The first element of the memory that a function on matrices reads or writes.
    pub(super) fn matrix_memory(
        &mut self,
        row: &MatrixFunction,
        buffer: Argument,
        element: Operand,
        is_written: bool,
    ) -> Option<Place> {
        let ty = self.module.element(buffer.expr.ty)?;
        let ExprKind::Place(place) = buffer.expr.kind else { return None };
        let place = self.places.get(place)?;
        if !matches!(place.storage, Storage::Buffer | Storage::Shared | Storage::PhysicalBuffer) {
            let message = format!(
                "argument 2 of `{}` must be an array in a buffer block or a shared variable",
                row.name
            );
            self.report.error(Code::NoOverload, buffer.expr.span, message);
            return None;
        }
        let part = self.places.part(place, element, ty);
        let first = Expr::new(ExprKind::Place(self.places.add(part)), ty, buffer.expr.span);
        (!is_written || self.check_writable(&part, first, "written")).then_some(part)
    }

    /// `coopMatLoadTensorNV(m, array, element, layout, [view], [decode, [decode vector]])`, `coopMatStoreTensorNV`
    pub(super) fn tensor_transfer(
        &mut self,
        row: &MatrixFunction,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let &[matrix, buffer, element, layout, ref rest @ ..] = arguments else { return None };
        let is_store = row.operation == MatrixOperation::StoreTensor;
        let TypeData::TensorLayout { dimensions, .. } = self.module.data(layout.expr.ty) else { return None };
        let (view, functions) = match rest {
            &[view, ref functions @ ..]
                if matches!(self.module.data(view.expr.ty), TypeData::TensorView { .. }) =>
            {
                (Some(view), functions)
            }
            functions => (None, functions),
        };
        if self.has_matrix_use(matrix.expr.ty) != Some(true) || functions.len() > if is_store { 0 } else { 2 }
        {
            return None;
        }
        self.module.element(buffer.expr.ty)?;
        let element = self.cooperative_offset(element)?;
        let Some(part) = self.matrix_memory(row, buffer, element, is_store) else {
            return Some(Expr::error(span));
        };
        let mut callees = Vec::with_capacity(functions.len());
        for (index, &function) in functions.iter().enumerate() {
            let number = arguments.len() - functions.len() + index + 1;
            let is_vector = index == 1;
            if is_vector && !self.enabled(Extension::NvCooperativeMatrixDecodeVector) {
                let name = Extension::NvCooperativeMatrixDecodeVector.name();
                let message = format!("second function of `{}` requires extension `{name}`", row.name);
                self.report.error(Code::VersionLacks, function.expr.span, message);
                return Some(Expr::error(span));
            }
            let decoded = (matrix.expr.ty, dimensions, is_vector);
            let Some(callee) = self.decoder(row, (number as u32, function), decoded) else {
                return Some(Expr::error(span));
            };
            callees.push(callee);
        }
        if !callees.is_empty() && part.storage == Storage::Shared {
            let message = format!("`{}` decodes what is in a buffer block only", row.name);
            self.report.error(Code::NoOverload, buffer.expr.span, message);
            return Some(Expr::error(span));
        }
        let pointer = self.pointer_to(&part, span);
        let mut operands = vec![pointer, self.argument_or_place(&matrix)?, self.argument_value(&layout)?];
        if let Some(view) = view {
            operands.push(self.argument_value(&view)?);
        }
        operands.extend(callees);
        self.cursor.span = span;
        self.note_unknown_call();
        if is_store {
            let store = Intrinsic::CooperativeMatrixStoreTensor;
            self.builder().intrinsic(store, &operands, common::VOID, Precision::None);
            return Some(Expr::new(ExprKind::Nothing, common::VOID, span));
        }
        let load = match view {
            Some(_) => Intrinsic::CooperativeMatrixLoadTensorView,
            None => Intrinsic::CooperativeMatrixLoadTensor,
        };
        let value = self.builder().intrinsic(load, &operands, matrix.expr.ty, Precision::None);
        self.matrix_result(matrix, value, span)
    }

    /// The value of an argument that may have been kept as a place.
    fn argument_or_place(&mut self, argument: &Argument) -> Option<Operand> {
        argument.value.or_else(|| self.operand(argument.expr))
    }

    /// A function that decodes components of a tensor.
    fn decoder(
        &mut self,
        row: &MatrixFunction,
        function: (u32, Argument),
        (matrix, dimensions, is_vector): (Type, Constant, bool),
    ) -> Option<Operand> {
        let scalar = self.module.types.scalar_of(matrix)?;
        let rank = self.rank(dimensions);
        let fits = |this: &Self, overload: &Overload| {
            let gives = match this.module.data(overload.result) {
                TypeData::Scalar(found) => !is_vector && found == scalar,
                TypeData::Vector { scalar: found, size } => {
                    is_vector && found == scalar && matches!(size, 2 | 4)
                }
                TypeData::LongVector { scalar: found, length, cooperative: false } => {
                    let is_eight = !matches!(length, Length::Constant(known) if known != 8);
                    is_vector && found == scalar && is_eight
                }
                _ => false,
            };
            let is_place = |ty: Type| {
                let length = this.module.types.length(ty).map(|length| length as usize);
                this.module.element(ty) == Some(common::U32)
                    && length.is_none_or(|length| rank.is_none_or(|rank| rank == length))
            };
            let takes = match &*overload.parameters {
                [block, number, place] => {
                    matches!(this.module.data(block.ty), TypeData::BufferReference { .. })
                        && is_place(number.ty)
                        && is_place(place.ty)
                }
                _ => false,
            };
            gives && takes
        };
        let component = self.module.type_name(common::scalar(scalar));
        let result =
            if is_vector { format!("vector of 2, 4 or 8 `{component}`") } else { format!("`{component}`") };
        let wanted = format!(
            "a function of a buffer reference and two arrays `uint[{}]`, all `const in`, that returns a {result}",
            rank.map_or("N".to_owned(), |rank| rank.to_string())
        );
        self.callee_argument(row, function, &wanted, fits)
    }
}
