//! Typing of operations: the typing rules of the op table.
//!
//! One method checks each [`Sig`]; it sees an operation apart from where it is, so that instructions and
//! operations on specialisation constants obey the same rules.

mod arithmetic;
mod composites;
mod images;
mod intrinsics;
mod matrices;
mod memory;

pub(super) use arithmetic::has_handles;

use super::report::{Part, Report, counted};
use super::rules::Rule;
use super::types::{Facts, TypeFacts};
use crate::function::Operand;
use crate::intrinsic::Intrinsic;
use crate::module::Module;
use crate::ops::{Class, Op, Sig};
use crate::types::{Scalar, Type, TypeData, common};

/// An operation with its types.
#[derive(Clone, Copy)]
pub(super) struct Typed<'a> {
    pub(super) op: Op,
    pub(super) imm: u32,
    pub(super) operands: &'a [Operand],
    /// Of the operands.
    pub(super) types: &'a [Type],
    pub(super) results: &'a [Type],
}

/// The expected type.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Type(Type),
    Data(TypeData),
    Words(&'static str),
}

/// A rule that an operation breaks.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) rule: Rule,
    pub(super) part: Part,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Expected(Wanted, Type),
    Message(String),
}

impl Fault {
    pub(super) fn message(&self, report: &Report<'_>) -> String {
        match &self.what {
            What::Message(message) => message.clone(),
            What::Expected(wanted, found) => {
                let wanted = match wanted {
                    Wanted::Type(ty) => report.ty(*ty),
                    Wanted::Data(data) => report.type_data(*data),
                    Wanted::Words(words) => (*words).to_string(),
                };
                format!("expected {wanted}, found {}", report.ty(*found))
            }
        }
    }
}

/// Checks one operation.
pub(super) struct Typing<'a> {
    module: &'a Module,
    facts: &'a TypeFacts,
    op: Op,
    imm: u32,
    operands: &'a [Operand],
    types: &'a [Type],
    results: &'a [Type],
    faults: Vec<Fault>,
}

/// A scalar (1) or vector.
fn vector(scalar: Scalar, size: u8) -> TypeData {
    if size == 1 { TypeData::Scalar(scalar) } else { TypeData::Vector { scalar, size } }
}

impl<'a> Typing<'a> {
    pub(super) fn new(module: &'a Module, facts: &'a TypeFacts, typed: Typed<'a>) -> Self {
        let Typed { op, imm, operands, types, results } = typed;
        Self { module, facts, op, imm, operands, types, results, faults: Vec::new() }
    }

    /// The rules that the operation breaks.
    pub(super) fn check(mut self) -> Vec<Fault> {
        let sig = self.op.info().sig;
        for (index, &ty) in self.types.iter().enumerate() {
            if ty == common::VOID {
                self.fault(Rule::OperandType, Part::Operand(index), "operand has type `void`".to_string());
            }
        }
        if self.faults.is_empty() && self.check_counts(sig) {
            self.check_sig(sig);
        }
        self.check_immediate(sig);
        self.faults
    }

    fn check_sig(&mut self, sig: Sig) {
        match sig {
            Sig::Unary(class) | Sig::Binary(class) | Sig::Ternary(class) => self.same(class),
            Sig::Compare(class) | Sig::Test(class) => self.compare(class),
            Sig::Reduce => self.reduce(),
            Sig::Shift => self.shift(),
            Sig::BitExtract | Sig::BitInsert => self.bit_field(sig == Sig::BitInsert),
            Sig::BitQuery => self.bit_query(),
            Sig::Wide(class) => self.pair(class, None),
            Sig::Modf => self.pair(Class::Float, None),
            Sig::Frexp => self.pair(Class::Float, Some(Scalar::I32)),
            Sig::Ldexp => self.ldexp(),
            Sig::Select => self.select(),
            Sig::Convert(from, to) => self.convert(from, to),
            Sig::Bitcast => self.bitcast(),
            Sig::Dot | Sig::Length | Sig::Distance => self.product_scalar(),
            Sig::Cross => self.cross(),
            Sig::Refract => self.refract(),
            Sig::VectorTimesScalar
            | Sig::MatrixTimesScalar
            | Sig::VectorTimesMatrix
            | Sig::MatrixTimesVector
            | Sig::MatrixTimesMatrix
            | Sig::OuterProduct => self.product(sig),
            Sig::Transpose | Sig::Determinant | Sig::Inverse => self.matrix(sig),
            Sig::Pack => self.pack(),
            Sig::Equal => self.equal(),
            Sig::Construct => self.construct(),
            Sig::Splat => self.splat(),
            Sig::Extract => self.extract(),
            Sig::Insert => self.insert(),
            Sig::ExtractDynamic => self.extract_dynamic(),
            Sig::InsertDynamic => self.insert_dynamic(),
            Sig::Swizzle => self.swizzle(),
            Sig::Shuffle => self.shuffle(),
            Sig::Var => self.var(),
            Sig::Access => self.access(),
            Sig::Load => self.load(),
            Sig::Store => self.store(),
            Sig::StoreSwizzle => self.store_swizzle(),
            Sig::ArrayLength => self.array_length(),
            Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicCompare => self.atomic(Class::Numeric),
            Sig::AtomicRmw(class) => self.atomic(class),
            Sig::TexelPointer => self.texel_pointer(),
            Sig::Combine => self.combine(),
            Sig::ImageOf => self.image_of(),
            Sig::Image => self.image(),
            Sig::ImageWrite => self.image_write(),
            Sig::ImageSize => self.image_size(),
            Sig::ImageQuery => self.image_query(),
            Sig::QueryLod => self.query_lod(),
            Sig::Interpolate => self.interpolate(),
            Sig::Intrinsic => self.intrinsic(),
            // Of calls and control flow the walk over the function knows more.
            Sig::Call | Sig::Control | Sig::Terminator => {}
        }
    }

    /// Fewest and most operands, and results.
    fn counts(&self, sig: Sig) -> (usize, usize, usize) {
        use crate::immediates::ImageOperands;
        let any = usize::MAX;
        let extra = ImageOperands::from_bits(self.imm).operand_count();
        let (least, most, results) = match sig {
            Sig::Unary(_)
            | Sig::Test(_)
            | Sig::Reduce
            | Sig::BitQuery
            | Sig::Convert(..)
            | Sig::Bitcast
            | Sig::Length
            | Sig::Transpose
            | Sig::Determinant
            | Sig::Inverse
            | Sig::Pack
            | Sig::Splat
            | Sig::Extract
            | Sig::Swizzle
            | Sig::Load
            | Sig::ArrayLength
            | Sig::AtomicLoad
            | Sig::ImageOf
            | Sig::ImageQuery => (1, 1, 1),
            Sig::Binary(_)
            | Sig::Compare(_)
            | Sig::Shift
            | Sig::Ldexp
            | Sig::Dot
            | Sig::Distance
            | Sig::Cross
            | Sig::VectorTimesScalar
            | Sig::MatrixTimesScalar
            | Sig::VectorTimesMatrix
            | Sig::MatrixTimesVector
            | Sig::MatrixTimesMatrix
            | Sig::OuterProduct
            | Sig::Equal
            | Sig::Insert
            | Sig::ExtractDynamic
            | Sig::Shuffle
            | Sig::AtomicRmw(_)
            | Sig::Combine
            | Sig::QueryLod => (2, 2, 1),
            Sig::Ternary(_)
            | Sig::BitExtract
            | Sig::Select
            | Sig::Refract
            | Sig::InsertDynamic
            | Sig::AtomicCompare => (3, 3, 1),
            Sig::BitInsert => (4, 4, 1),
            Sig::Wide(_) => (2, 2, 2),
            Sig::Modf | Sig::Frexp => (1, 1, 2),
            Sig::Construct => (1, any, 1),
            Sig::Var => (0, 1, 1),
            Sig::Access => (2, any, 1),
            Sig::Store | Sig::StoreSwizzle | Sig::AtomicStore => (2, 2, 0),
            Sig::TexelPointer => (3, 3, 1),
            Sig::Image => {
                let sparse = ImageOperands::from_bits(self.imm).contains(ImageOperands::SPARSE);
                (2 + extra, 2 + extra, 1 + usize::from(sparse))
            }
            Sig::ImageWrite => (3 + extra, 3 + extra, 0),
            Sig::ImageSize => (1, 2, 1),
            Sig::Interpolate => {
                let count = if self.op == Op::InterpolateAtCentroid { 1 } else { 2 };
                (count, count, 1)
            }
            Sig::Intrinsic => match Intrinsic::from_imm(self.imm).map(Intrinsic::info) {
                Some(row) => (
                    usize::from(row.operands.0),
                    usize::from(row.operands.1),
                    usize::from(row.result.is_some()),
                ),
                None => (0, any, self.results.len()),
            },
            Sig::Call | Sig::Control => (0, any, self.results.len()),
            Sig::Terminator => (0, any, 0),
        };
        (least, most, results)
    }

    fn check_counts(&mut self, sig: Sig) -> bool {
        let (least, most, results) = self.counts(sig);
        let found = self.types.len();
        if found < least || found > most {
            let wanted = match most {
                _ if least == most => counted(least, "operand"),
                usize::MAX => format!("{least} or more operands"),
                most => format!("{least} to {most} operands"),
            };
            self.fault(Rule::OperandCount, Part::Op, format!("expected {wanted}, found {found}"));
        }
        if self.results.len() != results {
            let message = format!("expected {}, found {}", counted(results, "result"), self.results.len());
            self.fault(Rule::ResultCount, Part::Results, message);
        }
        self.faults.is_empty()
    }

    fn fault(&mut self, rule: Rule, part: Part, message: String) {
        self.faults.push(Fault { rule, part, what: What::Message(message) });
    }

    fn unexpected(&mut self, index: usize, wanted: Wanted) {
        let what = What::Expected(wanted, self.arg(index));
        self.faults.push(Fault { rule: Rule::OperandType, part: Part::Operand(index), what });
    }

    /// The type of an operand; `void` if there is none.
    fn arg(&self, index: usize) -> Type {
        self.types.get(index).copied().unwrap_or(common::VOID)
    }

    fn data(&self, index: usize) -> TypeData {
        self.module.types.get(self.arg(index))
    }

    fn facts_of(&self, ty: Type) -> Facts {
        self.facts.get(ty)
    }

    fn result_type(&self) -> Type {
        self.results.first().copied().unwrap_or(common::VOID)
    }

    /// Expects an operand of one type.
    fn expect(&mut self, index: usize, ty: Type) {
        if self.arg(index) != ty {
            self.unexpected(index, Wanted::Type(ty));
        }
    }

    fn expect_data(&mut self, index: usize, data: TypeData) {
        if self.data(index) != data {
            self.unexpected(index, Wanted::Data(data));
        }
    }

    fn expect_integer(&mut self, index: usize) {
        if !matches!(self.data(index), TypeData::Scalar(scalar) if scalar.is_integer()) {
            self.unexpected(index, Wanted::Words("an integer"));
        }
    }

    /// Expects an operand of a class; whether it is.
    fn expect_class(&mut self, index: usize, class: Class) -> bool {
        let fits = self.is_of(self.arg(index), class);
        if !fits {
            self.unexpected(index, Wanted::Words(class_words(class)));
        }
        fits
    }

    fn gives(&mut self, ty: Type) {
        self.gives_at(0, Wanted::Type(ty), |found, _| found == ty);
    }

    fn gives_data(&mut self, data: TypeData) {
        self.gives_at(0, Wanted::Data(data), |_, found| found == data);
    }

    fn gives_at(&mut self, index: usize, wanted: Wanted, fits: impl Fn(Type, TypeData) -> bool) {
        let found = self.results.get(index).copied().unwrap_or(common::VOID);
        if !fits(found, self.module.types.get(found)) {
            let what = What::Expected(wanted, found);
            self.faults.push(Fault { rule: Rule::ResultType, part: Part::Results, what });
        }
    }

    fn is_of(&self, ty: Type, class: Class) -> bool {
        let scalar = match self.module.types.get(ty) {
            TypeData::Scalar(scalar)
            | TypeData::Vector { scalar, .. }
            | TypeData::LongVector { scalar, .. }
            | TypeData::CooperativeMatrix { scalar, .. } => scalar,
            TypeData::Matrix { .. } => return class == Class::FloatOrMatrix,
            _ => return false,
        };
        match class {
            Class::Bool => scalar == Scalar::Bool,
            Class::Signed => scalar.is_signed(),
            Class::Unsigned => scalar.is_unsigned(),
            Class::Int => scalar.is_integer(),
            Class::Float | Class::FloatOrMatrix => scalar.is_float(),
            Class::Numeric => scalar != Scalar::Bool,
        }
    }

    /// The type with the shape of a scalar or vector and other components.
    fn like(&self, ty: Type, scalar: Scalar) -> Option<TypeData> {
        match self.module.types.get(ty) {
            TypeData::Scalar(_) => Some(TypeData::Scalar(scalar)),
            TypeData::Vector { size, .. } => Some(TypeData::Vector { scalar, size }),
            TypeData::LongVector { length, cooperative, .. } => {
                Some(TypeData::LongVector { scalar, length, cooperative })
            }
            _ => None,
        }
    }

    /// Component and count of a scalar or vector.
    fn shape(&self, ty: Type) -> Option<(Scalar, u8)> {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => Some((scalar, 1)),
            TypeData::Vector { scalar, size } => Some((scalar, size)),
            _ => None,
        }
    }

    fn check_immediate(&mut self, sig: Sig) {
        use crate::immediates::{ImageOperands, MemoryAccess, Shuffle, Swizzle, SwizzledStore};
        let imm = self.imm;
        let fits = match sig {
            Sig::Swizzle => Swizzle::from_bits(imm).bits() == imm,
            Sig::StoreSwizzle => {
                let store = SwizzledStore::from_bits(imm);
                store.bits() == imm && store.swizzle.is_distinct()
            }
            Sig::Shuffle => Shuffle::from_bits(imm).bits() == imm,
            Sig::Load | Sig::Store => MemoryAccess::from_bits(imm).bits() == imm,
            Sig::Image | Sig::ImageWrite => ImageOperands::from_bits(imm).bits() == imm,
            Sig::Intrinsic => Intrinsic::from_imm(imm).is_some(),
            Sig::Extract
            | Sig::Insert
            | Sig::AtomicLoad
            | Sig::AtomicStore
            | Sig::AtomicRmw(_)
            | Sig::AtomicCompare
            | Sig::Call
            | Sig::Control => true,
            // Number of operands behind the condition that are results of the loop.
            Sig::Terminator if self.op == Op::BreakIf => (imm as usize) < self.operands.len().max(1),
            _ => imm == 0,
        };
        if !fits {
            let message = format!("invalid immediate {imm:#x} for `{}`", self.op.mnemonic());
            self.fault(Rule::Immediate, Part::Op, message);
        }
    }
}

fn class_words(class: Class) -> &'static str {
    match class {
        Class::Bool => "bools",
        Class::Signed => "signed integers",
        Class::Unsigned => "unsigned integers",
        Class::Int => "integers",
        Class::Float => "floats",
        Class::Numeric => "numbers",
        Class::FloatOrMatrix => "floats or a matrix",
    }
}
