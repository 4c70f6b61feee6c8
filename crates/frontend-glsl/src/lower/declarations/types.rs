//! Type specifiers: built-in types, names of structs, array dimensions.

use crate::builtin_types::BuiltinType;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use crate::tokens::{Keyword, Punctuator, Qualifier, Token};
use std::rc::Rc;
use vitrum_glsl::features::Feature;
use vitrum_glsl::foreign::{Instead, foreign};
use vitrum_ir::types::{LONGEST_VECTOR, Length, common};
use vitrum_ir::{Scalar, Span, Type, TypeData};

/// A type as it was written, before the dimensions of a declarator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeSpec {
    /// The type without its dimensions.
    pub(crate) ty: Type,
    /// The dimensions behind it.
    pub(crate) dims: Dimensions,
    /// Its span.
    pub(crate) span: Span,
    /// The built-in type, if it is one.
    pub(crate) builtin: Option<BuiltinType>,
    /// True if a struct is defined here.
    pub(crate) defines: bool,
}

/// One pair of brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dimension {
    /// `[]`
    Unsized,
    /// `[n]`
    Sized(Length),
}

impl TypeSpec {
    /// A type that was written without dimensions, and is no built-in name.
    pub(crate) fn new(ty: Type, span: Span) -> Self {
        Self { ty, dims: Dimensions::NONE, span, builtin: None, defines: false }
    }
}

/// A list of dimensions in a [`DimensionLists`]: the innermost one, which leads to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimensions(u32);

impl Dimensions {
    /// No dimensions.
    pub(crate) const NONE: Self = Self(0);
}

/// The dimensions of all types and declarators so far: lists that share their beginnings, so that one is a number.
#[derive(Debug, Default)]
pub(crate) struct DimensionLists {
    nodes: Vec<DimensionNode>,
}

#[derive(Clone, Copy, Debug)]
struct DimensionNode {
    dimension: Dimension,
    /// The dimensions before it.
    outer: Dimensions,
    /// The length of the list.
    count: u32,
}

impl DimensionLists {
    fn get(&self, dims: Dimensions) -> Option<&DimensionNode> {
        self.nodes.get(dims.0.checked_sub(1)? as usize)
    }

    /// The number of dimensions.
    pub(crate) fn count(&self, dims: Dimensions) -> u32 {
        self.get(dims).map_or(0, |node| node.count)
    }

    /// The list `[]`.
    pub(crate) fn unsized_one(&mut self) -> Dimensions {
        self.add(Dimensions::NONE, Dimension::Unsized)
    }

    fn add(&mut self, outer: Dimensions, dimension: Dimension) -> Dimensions {
        let count = self.count(outer) + 1;
        self.nodes.push(DimensionNode { dimension, outer, count });
        Dimensions(self.nodes.len() as u32)
    }
}

impl Report<'_> {
    /// A placeholder for a faulty type, whose uses are not reported again.
    pub(crate) fn error_type(&mut self) -> Type {
        self.failed = true;
        common::VOID
    }
}

impl Lowering<'_> {
    /// A built-in type name.
    pub(crate) fn builtin_type(&mut self, builtin: BuiltinType, span: Span) -> TypeSpec {
        let rectangle = matches!(builtin, BuiltinType::Sampler2DRect | BuiltinType::Sampler2DRectShadow);
        if rectangle && !Feature::TextureRect.is_in(self.version()) {
            self.module_needs(Extension::ArbTextureRectangle);
        }
        if matches!(builtin, BuiltinType::HitObjectEXT | BuiltinType::HitObjectNV) {
            self.check_hit_object_type(builtin == BuiltinType::HitObjectNV, span);
        }
        let ty = match builtin {
            BuiltinType::YuvCscStandardEXT => self.yuv_standard_type(),
            _ => self.module.types.intern(builtin.ty()),
        };
        TypeSpec { builtin: Some(builtin), ..TypeSpec::new(ty, span) }
    }

    /// A type with parameters between angle brackets.
    pub(crate) fn parameterised_type(
        &mut self,
        ty: BuiltinType,
        component: Option<TypeSpec>,
        numbers: &[Expr],
        span: Span,
    ) -> TypeSpec {
        match (ty, component, numbers) {
            (BuiltinType::Coopmat, Some(component), &[scope, rows, columns, usage]) => {
                self.cooperative_matrix(component, [scope, rows, columns, usage], span)
            }
            (
                BuiltinType::FcoopmatNV | BuiltinType::IcoopmatNV | BuiltinType::UcoopmatNV,
                None,
                &[bits, ref sizes @ ..],
            ) => self.matrix_without_use(ty, bits, sizes, span),
            (BuiltinType::Vector | BuiltinType::CoopvecNV, Some(component), &[count]) => {
                self.long_vector(component, count, ty == BuiltinType::CoopvecNV, span)
            }
            (BuiltinType::TensorARM, Some(element), &[rank]) => self.tensor(element, rank, span),
            (BuiltinType::TensorLayoutNV, None, _) => self.tensor_layout(numbers, span),
            (BuiltinType::TensorViewNV, None, _) => self.tensor_view(numbers, span),
            _ => TypeSpec::new(self.report.error_type(), span),
        }
    }

    /// `coopmat<component, scope, rows, columns, use>`
    fn cooperative_matrix(&mut self, component: TypeSpec, numbers: [Expr; 4], span: Span) -> TypeSpec {
        let mut ty = common::VOID;
        let component = self.apply_dimensions(component.ty, component.dims, component.span);
        let component = self.module.types.get(component);
        let constants = numbers.map(|number| self.matrix_size(number));
        if let ([Some(scope), Some(rows), Some(columns), Some(usage)], TypeData::Scalar(scalar)) =
            (constants, component)
        {
            let usage = match self.module.constants.as_int(usage) {
                Some(0) => Some(vitrum_ir::MatrixUse::A),
                Some(1) => Some(vitrum_ir::MatrixUse::B),
                Some(2) => Some(vitrum_ir::MatrixUse::Accumulator),
                _ => None,
            };
            match usage {
                Some(usage) => {
                    let data = TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage };
                    ty = self.module.types.intern(data);
                }
                None => {
                    self.report.error(Code::NotAType, span, "use of a cooperative matrix must be 0, 1 or 2")
                }
            }
        } else if !matches!(component, TypeData::Scalar(_)) {
            let component = self.module.types.intern(component);
            let name = self.module.type_name(component);
            let message = format!("cooperative matrix cannot have components of type `{name}`");
            self.report.error(Code::NotAType, span, message);
        }
        TypeSpec::new(ty, span)
    }

    /// A number that belongs to the type of a cooperative matrix.
    fn matrix_size(&mut self, number: Expr) -> Option<vitrum_ir::Constant> {
        let value = self.operand(number)?;
        let value = self.convert(value, number.ty, common::U32, number.span);
        let constant = self.module.constant_of(value);
        if constant.is_none() {
            self.report.error(Code::NotConstant, number.span, "expected a constant expression");
        }
        constant
    }

    /// `fcoopmatNV<bits, scope, rows, columns>`, and the same of integers.
    fn matrix_without_use(&mut self, ty: BuiltinType, bits: Expr, sizes: &[Expr], span: Span) -> TypeSpec {
        let (scalars, wanted): (&[Scalar], &str) = match ty {
            BuiltinType::IcoopmatNV => {
                (&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64], "8, 16, 32 or 64")
            }
            BuiltinType::UcoopmatNV => {
                (&[Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64], "8, 16, 32 or 64")
            }
            _ => (&[Scalar::F16, Scalar::F32, Scalar::F64], "16, 32 or 64"),
        };
        let width = self.matrix_size(bits);
        let mut constants = sizes.iter().map(|&size| self.matrix_size(size));
        let sizes = [constants.next().flatten(), constants.next().flatten(), constants.next().flatten()];
        let ([Some(scope), Some(rows), Some(columns)], Some(width)) = (sizes, width) else {
            return TypeSpec::new(self.report.error_type(), span);
        };
        let known = self.module.constants.as_int(width);
        let scalar = scalars.iter().find(|scalar| known == Some(i64::from(scalar.width())));
        let Some(&scalar) = scalar else {
            let message = format!("components of `{}` must have {wanted} bits", ty.name());
            self.report.error(Code::NotAType, bits.span, message);
            return TypeSpec::new(self.report.error_type(), span);
        };
        let usage = vitrum_ir::MatrixUse::Any;
        let data = TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage };
        TypeSpec::new(self.module.types.intern(data), span)
    }

    /// `vector<component, count>`
    fn long_vector(&mut self, component: TypeSpec, count: Expr, cooperative: bool, span: Span) -> TypeSpec {
        let component = self.apply_dimensions(component.ty, component.dims, component.span);
        let TypeData::Scalar(scalar) = self.module.types.get(component) else {
            let name = self.module.type_name(component);
            let message = format!("vector cannot have components of type `{name}`");
            self.report.error(Code::NotAType, span, message);
            return TypeSpec::new(self.report.error_type(), span);
        };
        let mut length = self.array_length(count, "number of components");
        if let Length::Constant(found) = length
            && found > LONGEST_VECTOR
        {
            let message = format!("vector with {found} components exceeds the limit of {LONGEST_VECTOR}");
            self.report.error(Code::ArraySize, count.span, message);
            length = Length::Constant(1);
        }
        TypeSpec::new(self.module.types.intern(TypeData::LongVector { scalar, length, cooperative }), span)
    }

    /// The name of a struct (or of a block that can be a buffer reference) where a type is needed.
    pub(crate) fn named_type(
        &mut self,
        name: Symbol,
        qualifiers: Option<&mut Rc<QualifierList>>,
        span: Span,
    ) -> TypeSpec {
        let found = self.lookup(name);
        self.record_use(name, found, span);
        let ty = match found {
            Some(Entity::Type(ty)) => ty,
            Some(Entity::SubroutineType(id)) => self.subroutine_type_name(id, qualifiers, span),
            Some(Entity::Error) => common::VOID,
            Some(Entity::Variable(_) | Entity::Transposed(_) | Entity::Member(..) | Entity::Functions(_)) => {
                let text = self.symbols.text(name);
                self.report.error(Code::NotAType, span, format!("`{text}` is not a type"));
                self.report.error_type()
            }
            None => {
                self.undeclared_type(name, span);
                self.report.error_type()
            }
        };
        TypeSpec::new(ty, span)
    }

    /// A struct's name with dimensions.
    pub(crate) fn type_name_array(
        &mut self,
        name: Symbol,
        dims: Dimensions,
        qualifiers: Option<&mut Rc<QualifierList>>,
        span: Span,
    ) -> TypeSpec {
        TypeSpec { dims, ..self.named_type(name, qualifiers, span) }
    }

    /// Reports the name of a struct that is defined later, or contains itself.
    #[cold]
    fn explain_struct(&mut self, name: Symbol, span: Span) -> bool {
        let mut pairs = self.tokens.windows(2).enumerate();
        let found = pairs.find(|(_, pair)| {
            matches!(pair, [(Token::Keyword(Keyword::Struct), _), (Token::Identifier(found), _)] if *found == name)
        });
        let Some((index, &[_, (_, at)])) = found else { return false };
        let text = self.symbols.text(name).to_owned();
        let is_later = index >= self.extensions.position();
        let (message, label) = match is_later {
            true => (format!("type `{text}` is not declared here"), "it is defined here, behind its use"),
            false => (format!("struct `{text}` cannot contain itself"), "in this struct"),
        };
        self.report.error(Code::UndeclaredName, span, message);
        self.report.label(at, label);
        if is_later {
            self.report.help("move the definition before its first use");
        }
        true
    }

    /// Reports the name of a type that nothing declares.
    #[cold]
    fn undeclared_type(&mut self, name: Symbol, span: Span) {
        if self.report.is_forgiven(name) || self.is_reserved(name) {
            return;
        }
        let text = self.symbols.text(name).to_owned();
        let text = text.as_str();
        if let Some(elsewhere) = self.elsewhere(name) {
            if elsewhere.only_extension().is_some() && self.is_known_lack(span) {
                return;
            }
            if self.is_lack_of_line(span) {
                return;
            }
            let message = format!("version {} does not support `{text}`", self.version());
            self.report.error(Code::UndeclaredName, span, message);
            if self.settings.names_version {
                self.help_elsewhere(name);
            }
            self.note_version();
            return;
        }
        if let Some((language, instead)) = foreign(text) {
            self.report.error(Code::UndeclaredName, span, format!("type `{text}` is not declared"));
            self.help_instead(language, text, instead, span);
            // `function f(x) { ... }`: nothing of it can be understood.
            let next = self.extensions.position();
            let is_function = matches!(
                self.tokens.get(next..next + 2),
                Some([(Token::Identifier(_), _), (Token::Punctuator(Punctuator::LeftParen), _)])
            );
            if is_function && matches!(instead, Instead::Advice(_)) {
                let end = crate::parser::next_declaration(self.tokens, next, next);
                self.report.unread.push((next, end.min(self.tokens.len())));
            }
            return;
        }
        if self.explain_struct(name, span) {
            return;
        }
        let visible = self.scopes.visible().filter(|&symbol| {
            matches!(self.scopes.lookup(symbol).map(|found| found.entity), Some(Entity::Type(_)))
        });
        let names = visible.map(|symbol| self.symbols.text(symbol));
        let names = names.chain(BuiltinType::ALL.iter().map(|builtin| builtin.name()));
        let words = Keyword::ALL.iter().map(|word| word.text());
        let words = words.chain(Qualifier::ALL.iter().map(|word| word.text()));
        let similar =
            self.report.suggestion_of(text, names).or_else(|| self.report.suggestion_of(text, words));
        self.report.error_with_name(
            Code::UndeclaredName,
            span,
            format!("type `{text}` is not declared"),
            similar,
        );
    }

    /// `[size]` or `[]` after other dimensions.
    pub(crate) fn dimension(&mut self, dims: Dimensions, size: Option<Expr>, span: Span) -> Dimensions {
        const MOST: u32 = 32;
        let dimension = match size {
            Some(size) => Dimension::Sized(self.array_length(size, "array size")),
            None => Dimension::Unsized,
        };
        if self.dimensions.count(dims) >= MOST {
            self.report_nesting(span);
            return dims;
        }
        self.dimensions.add(dims, dimension)
    }

    /// An array size, or the number of components of a vector: a constant expression, positive, or a specialisation constant.
    fn array_length(&mut self, size: Expr, what: &str) -> Length {
        let wrong = Length::Constant(1);
        let Some(value) = self.operand(size) else { return wrong };
        if !self.module.is_integer_scalar(size.ty) {
            let name = self.module.type_name(size.ty);
            let message = format!("{what} must be an integer scalar, found `{name}`");
            self.report.error(Code::ArraySize, size.span, message);
            return wrong;
        }
        let Some(constant) =
            self.module.constant_of(value).filter(|_| self.body.is_constant_expression(size.span))
        else {
            let message = format!("{what} must be a constant expression");
            self.report.error(Code::NotConstant, size.span, message);
            self.explain_not_constant(size.span);
            return wrong;
        };
        match self.module.constants.as_int(constant) {
            Some(length) if length > 0 => match u32::try_from(length) {
                Ok(length) if length <= self.settings.limits.array_length => Length::Constant(length),
                _ => {
                    let limit = self.settings.limits.array_length;
                    let message = format!("{what} {length} exceeds the limit of {limit}");
                    self.report.error(Code::ArraySize, size.span, message);
                    wrong
                }
            },
            Some(length) => {
                let message = format!("{what} must be positive, found {length}");
                self.report.error(Code::ArraySize, size.span, message);
                wrong
            }
            None if self.module.constants.is_spec(constant) => Length::Spec(constant),
            None => wrong,
        }
    }

    /// An array of `base` with these dimensions.
    pub(crate) fn apply_dimensions(&mut self, base: Type, dims: Dimensions, span: Span) -> Type {
        if dims == Dimensions::NONE || base == common::VOID {
            return base;
        }
        if self.dimensions.count(dims) > 1 || self.module.is_array(base) {
            self.require(Feature::ArraysOfArrays, span);
        }
        let (mut ty, mut dims) = (base, dims);
        while let Some(&DimensionNode { dimension, outer, .. }) = self.dimensions.get(dims) {
            ty = self.module.types.intern(match dimension {
                Dimension::Sized(length) => TypeData::Array { element: ty, length },
                Dimension::Unsized => TypeData::RuntimeArray { element: ty },
            });
            dims = outer;
        }
        // A type that is too large is replaced by its base.
        if self.check_array_size(ty, span) { ty } else { base }
    }

    /// True if a type is opaque or holds something opaque.
    pub(crate) fn holds_opaque(&self, ty: Type) -> bool {
        match self.module.types.get(ty) {
            TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject => true,
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                self.holds_opaque(element)
            }
            TypeData::Struct(id) => self.structs.is_opaque(id),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Pointer { .. }
            | TypeData::Spirv(_)
            | TypeData::LongVector { .. }
            | TypeData::CooperativeMatrix { .. }
            | TypeData::TensorLayout { .. }
            | TypeData::TensorView { .. }
            | TypeData::BufferReference { .. }
            | TypeData::Handle { .. }
            | TypeData::Expression(_) => false,
        }
    }
}
