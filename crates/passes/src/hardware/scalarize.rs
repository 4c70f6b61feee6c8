//! Operations on scalars: vectors, matrices, arrays and structs are held in a value for each scalar.
//!
//! ```text
//! %a: vec2<f32> = load @in                 %a: vec2<f32> = load @in
//! %b: vec2<f32> = fmul %a, %a              %0: f32 = extract %a, 0    %1: f32 = extract %a, 1
//! %r: vec2<f32> = if %c {                  %b: f32 = fmul %0, %0      %b.1: f32 = fmul %1, %1
//!     merge %b                         =>  %r: f32, %r.1: f32 = if %c {
//! } else {                                     merge %b, %b.1
//!     merge %a                             } else {
//! }                                            merge %0, %1
//! store @out, %r                           }
//!                                          %2: vec2<f32> = construct %r, %r.1
//!                                          store @out, %2
//! ```
//!
//! Block parameters, results of control flow and selections are split like operations. Loads, stores, calls, returns, and
//! operations on images, of subgroups and of packing keep their vectors. Products of matrices, `dot`, `length` and the like become
//! sums of products in the order of the components. A selection by a dynamic index becomes a chain of selections.
//!
//! NIR: `nir_lower_alu_to_scalar`, `nir_lower_phis_to_scalar`. spirv-opt has none.

use super::build::Build;
use super::parts::{Context, Scheme, has_values, split};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::expand_functions;
use vitrum_ir::types::common;
use vitrum_ir::{
    FunctionData, Length, Module, Op, Operand, Scalar, Shuffle, Sig, Swizzle, Type, TypeData, typing,
};

/// Options of `scalarize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalarize {
    /// The values that are split.
    pub shapes: Shapes,
}

/// The values that `scalarize` splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Matrices, arrays and structs into vectors and scalars: matrices become columns.
    Vectors,
    /// All into scalars.
    Scalars,
}

impl Default for Scalarize {
    fn default() -> Self {
        Self { shapes: Shapes::Scalars }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "to",
    values: "scalars|vectors",
    summary: "what values are split into: scalars, or matrices, arrays and structs into vectors alone",
    set: |options, value| {
        let shapes = match value {
            "scalars" => Shapes::Scalars,
            "vectors" => Shapes::Vectors,
            _ => return None,
        };
        options.change(|it: &mut Scalarize| it.shapes = shapes);
        Some(())
    },
}];

/// Composites of more scalars stay whole, and so do those that nest deeper.
const MOST_PARTS: usize = 64;
const DEPTH: u32 = 8;

/// True if there are composites.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let scheme = Composites { shapes: settings.options.get::<Scalarize>().shapes, only: None };
    let of_vectors = |function: &FunctionData| function.insts.values().any(|inst| is_of_vectors(inst.op));
    has_values(module, |module, ty| scheme.is_split(module, ty))
        || scheme.shapes == Shapes::Scalars
            && module.functions.values().any(|function| function.has_code() && of_vectors(function))
}

/// True for functions of vectors, which GLSL has for scalars, too.
pub(super) fn is_of_vectors(op: Op) -> bool {
    matches!(
        op,
        Op::Length | Op::Distance | Op::Normalize | Op::FaceForward | Op::Reflect | Op::Dot | Op::Refract
    )
}

/// Splits composites; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let shapes = session.settings().options.get::<Scalarize>().shapes;
    // These have functions in the prelude, made of operations that are split below.
    let expanded = expand_functions::expand(module, session, |op, _| {
        matches!(op, Op::Determinant | Op::Inverse | Op::Refract)
    });
    expanded + split(module, session, Composites { shapes, only: None })
}

/// Splits composites that hold numbers of a type; gives the number of changes.
pub(super) fn split_those_of(module: &mut Module, session: &mut Session, scalar: Scalar) -> usize {
    let of_functions =
        |op: Op, first| matches!(op, Op::Determinant | Op::Inverse | Op::Refract) && first == Some(scalar);
    let expanded = expand_functions::expand(module, session, of_functions);
    expanded + split(module, session, Composites { shapes: Shapes::Scalars, only: Some(scalar) })
}

#[derive(Clone, Copy)]
struct Composites {
    shapes: Shapes,
    /// The type of numbers that composites hold to be split; of any, if there is none.
    only: Option<Scalar>,
}

impl Composites {
    /// True for composites without numbers of the type that is asked for, and for those that nest deeper.
    fn is_kept(self, module: &Module, ty: Type) -> bool {
        self.only.is_some_and(|scalar| !holds(module, ty, scalar, DEPTH))
    }

    fn is_split(self, module: &Module, ty: Type) -> bool {
        match module.types.get(ty) {
            TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Array { .. }
            | TypeData::Struct(_)
                if self.is_kept(module, ty) =>
            {
                return false;
            }
            _ => {}
        }
        match module.types.get(ty) {
            TypeData::Vector { .. } => self.shapes == Shapes::Scalars,
            TypeData::Matrix { .. } | TypeData::Array { .. } | TypeData::Struct(_) => {
                let mut parts = Vec::new();
                self.add_parts(module, ty, DEPTH, &mut parts).is_some()
            }
            _ => false,
        }
    }

    /// Adds the types of the parts of a type in order; `None` if it stays whole.
    fn add_parts(self, module: &Module, ty: Type, depth: u32, parts: &mut Vec<Type>) -> Option<()> {
        let is_leaf = matches!(
            module.types.get(ty),
            TypeData::Vector { .. } | TypeData::Matrix { .. } | TypeData::Array { .. } | TypeData::Struct(_)
        ) && self.is_kept(module, ty);
        if is_leaf {
            parts.push(ty);
            return (parts.len() <= MOST_PARTS).then_some(());
        }
        let count = match module.types.get(ty) {
            TypeData::Vector { .. } if self.shapes == Shapes::Vectors => 0,
            TypeData::Vector { size, .. } => u32::from(size),
            TypeData::Matrix { columns, .. } => u32::from(columns),
            TypeData::Array { length: Length::Constant(length), .. } => length,
            TypeData::Struct(id) => module.structs[id].members.len() as u32,
            TypeData::Scalar(_) | TypeData::BufferReference { .. } => 0,
            _ => return None,
        };
        if count == 0 {
            if matches!(module.types.get(ty), TypeData::Array { .. } | TypeData::Struct(_)) {
                return None;
            }
            parts.push(ty);
            return (parts.len() <= MOST_PARTS).then_some(());
        }
        let depth = depth.checked_sub(1)?;
        for index in 0..count {
            self.add_parts(module, typing::part_type(module, ty, index)?, depth, parts)?;
        }
        Some(())
    }

    /// The number of parts of a type.
    fn count(self, module: &Module, ty: Type) -> usize {
        let mut parts = Vec::new();
        match self.add_parts(module, ty, DEPTH, &mut parts) {
            Some(()) => parts.len(),
            None => 1,
        }
    }

    /// The position and number of the parts of a part of a type.
    fn range(self, module: &Module, ty: Type, index: u32) -> Option<std::ops::Range<usize>> {
        let mut start = 0;
        for before in 0..index {
            start += self.count(module, typing::part_type(module, ty, before)?);
        }
        let count = self.count(module, typing::part_type(module, ty, index)?);
        Some(start..start + count)
    }

    fn is_leaf(self, module: &Module, ty: Type) -> bool {
        match module.types.get(ty) {
            TypeData::Vector { .. } if self.shapes == Shapes::Vectors => true,
            TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Array { .. }
            | TypeData::Struct(_) => self.is_kept(module, ty),
            _ => true,
        }
    }

    /// The number of direct parts of a composite.
    fn length(self, module: &Module, ty: Type) -> u32 {
        match module.types.get(ty) {
            TypeData::Struct(id) => module.structs[id].members.len() as u32,
            _ => module.types.length(ty).unwrap_or(0),
        }
    }

    fn add_apart(self, build: &mut Build<'_, '_>, whole: Operand, parts: &mut Vec<Operand>) {
        let ty = build.ty(whole);
        if self.is_leaf(build.rewriter.module, ty) {
            parts.push(whole);
            return;
        }
        // Types that are split nest no deeper than `DEPTH`.
        for index in 0..self.length(build.rewriter.module, ty) {
            let part = build.extract(whole, index);
            self.add_apart(build, part, parts);
        }
    }

    fn together(
        self,
        build: &mut Build<'_, '_>,
        parts: &mut std::slice::Iter<'_, Operand>,
        ty: Type,
    ) -> Operand {
        if self.is_leaf(build.rewriter.module, ty) {
            return match parts.next() {
                Some(&part) => part,
                None => build.undef(ty),
            };
        }
        let count = self.length(build.rewriter.module, ty);
        let mut operands = Vec::with_capacity(count as usize);
        for index in 0..count {
            let Some(part) = typing::part_type(build.rewriter.module, ty, index) else { break };
            operands.push(self.together(build, parts, part));
        }
        build.to(Op::Construct, &operands, ty)
    }
}

/// True if a type is made of numbers of a type, among others.
fn holds(module: &Module, ty: Type, scalar: Scalar, depth: u32) -> bool {
    match module.types.get(ty) {
        TypeData::Array { element, .. } => depth > 0 && holds(module, element, scalar, depth - 1),
        TypeData::Struct(id) => {
            let mut members = module.structs[id].members.iter();
            depth > 0 && members.any(|member| holds(module, member.ty, scalar, depth - 1))
        }
        _ => module.types.scalar_of(ty) == Some(scalar),
    }
}

impl Scheme for Composites {
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>> {
        let mut parts = Vec::new();
        if self.is_leaf(module, ty) {
            return None;
        }
        self.add_parts(module, ty, DEPTH, &mut parts)?;
        Some(parts)
    }

    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, _: &[Type]) -> Vec<Operand> {
        let mut parts = Vec::new();
        self.add_apart(build, whole, &mut parts);
        parts
    }

    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand {
        self.together(build, &mut parts.iter(), ty)
    }

    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>> {
        let op = cx.op();
        let operands = cx.operands();
        let mut split = false;
        for &operand in &operands {
            split |= cx.is_split(operand);
        }
        let results: Vec<Type> =
            cx.build.rewriter.function.result_types(cx.inst).iter().map(|row| row.0).collect();
        for &ty in &results {
            split |= cx.parts_of(ty).is_some();
        }
        // Of scalars, too.
        let is_function = is_of_vectors(op) && self.shapes == Shapes::Scalars;
        let first = operands.first().map(|&first| cx.build.scalar(first));
        if !(split || is_function && (self.only.is_none() || first == self.only)) {
            return None;
        }
        match op.info().sig {
            Sig::Wide(_) | Sig::Modf | Sig::Frexp => two_results(cx, op, &operands),
            _ => {
                let &[ty] = results.as_slice() else { return None };
                let parts = self.move_parts(cx, op, &operands, ty);
                parts
                    .or_else(|| algebra(cx, op, &operands, ty))
                    .or_else(|| by_parts(cx, op, &operands))
                    .map(|it| vec![it])
            }
        }
    }
}

impl Composites {
    /// Operations that put parts elsewhere.
    fn move_parts(
        &self,
        cx: &mut Context<'_, '_, Self>,
        op: Op,
        operands: &[Operand],
        ty: Type,
    ) -> Option<Vec<Operand>> {
        match (op, operands) {
            (Op::Construct, _) => {
                // Matrices and arrays are built from whole parts, vectors from components end to end.
                cx.parts_of(ty)?;
                Some(operands.iter().flat_map(|&operand| cx.parts(operand)).collect())
            }
            (Op::Splat, &[scalar]) => {
                let count = cx.parts_of(ty)?.len();
                match cx.build.rewriter.module.types.get(ty) {
                    TypeData::Vector { .. } => Some(vec![scalar; count]),
                    _ if self.shapes == Shapes::Scalars => Some(vec![scalar; count]),
                    _ => {
                        let column = typing::part_type(cx.build.rewriter.module, ty, 0)?;
                        let column = cx.build.to(Op::Splat, &[scalar], column);
                        Some(vec![column; count])
                    }
                }
            }
            (Op::Extract, &[whole]) => {
                let from = cx.ty(whole);
                if !cx.is_split(whole) {
                    return None;
                }
                let range = self.range(cx.build.rewriter.module, from, cx.imm())?;
                cx.parts(whole).get(range).map(<[Operand]>::to_vec)
            }
            (Op::Insert, &[whole, part]) => {
                let from = cx.ty(whole);
                cx.parts_of(from)?;
                let range = self.range(cx.build.rewriter.module, from, cx.imm())?;
                let mut parts = cx.parts(whole);
                let part = cx.parts(part);
                parts.get_mut(range)?.iter_mut().zip(part).for_each(|(slot, new)| *slot = new);
                Some(parts)
            }
            (Op::Swizzle, &[whole]) => {
                if !cx.is_split(whole) && cx.parts_of(ty).is_none() {
                    return None;
                }
                let parts = cx.parts(whole);
                let swizzle = Swizzle::from_bits(cx.imm());
                swizzle.components().iter().map(|&index| parts.get(usize::from(index)).copied()).collect()
            }
            (Op::Shuffle, &[a, b]) => {
                cx.parts_of(ty)?;
                let parts: Vec<Operand> = cx.parts(a).into_iter().chain(cx.parts(b)).collect();
                let shuffle = Shuffle::from_bits(cx.imm());
                shuffle.components().iter().map(|&index| parts.get(usize::from(index)).copied()).collect()
            }
            (Op::Transpose, &[matrix]) if self.shapes == Shapes::Scalars => {
                let TypeData::Matrix { columns, rows, .. } =
                    cx.build.rewriter.module.types.get(cx.ty(matrix))
                else {
                    return None;
                };
                let (columns, rows) = (usize::from(columns), usize::from(rows));
                let parts = cx.parts(matrix);
                let order = (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row));
                order.map(|index| parts.get(index).copied()).collect()
            }
            (Op::ExtractDynamic, &[whole, index]) => {
                if !cx.is_split(whole) {
                    return None;
                }
                let (from, parts) = (cx.ty(whole), cx.parts(whole));
                let count = self.length(cx.build.rewriter.module, from) as usize;
                let stride = parts.len().checked_div(count)?;
                let mut chosen = parts.get(parts.len() - stride..)?.to_vec();
                for (number, of) in
                    parts.chunks(stride.max(1)).enumerate().take(count.saturating_sub(1)).rev()
                {
                    let is = is_index(&mut cx.build, index, number as u64);
                    chosen = of.iter().zip(&chosen).map(|(&a, &b)| cx.build.select(is, a, b)).collect();
                }
                Some(chosen)
            }
            (Op::InsertDynamic, &[whole, part, index]) => {
                cx.parts_of(ty)?;
                let parts = cx.parts(whole);
                let insert = |(number, &old): (usize, &Operand)| {
                    let is = is_index(&mut cx.build, index, number as u64);
                    cx.build.select(is, part, old)
                };
                Some(parts.iter().enumerate().map(insert).collect())
            }
            _ => None,
        }
    }
}

/// True if an index is a number.
fn is_index(build: &mut Build<'_, '_>, index: Operand, number: u64) -> Operand {
    let ty = build.ty(index);
    let number = build.bits(ty, number);
    build.op(Op::Ieq, &[index, number])
}

/// Operations whose parts come from the parts at the same place.
fn by_parts(cx: &mut Context<'_, '_, Composites>, op: Op, operands: &[Operand]) -> Option<Vec<Operand>> {
    let by_parts = match op.info().sig {
        Sig::Unary(_) | Sig::Binary(_) | Sig::Ternary(_) => {
            !matches!(op, Op::Normalize | Op::FaceForward | Op::Reflect | Op::Inverse)
        }
        Sig::Compare(_)
        | Sig::Test(_)
        | Sig::Convert(..)
        | Sig::Shift
        | Sig::Select
        | Sig::BitQuery
        | Sig::BitExtract
        | Sig::BitInsert
        | Sig::Ldexp => true,
        Sig::Bitcast => {
            let [operand] = *operands else { return None };
            let (from, to) = (cx.ty(operand), cx.result_type()?);
            let types = &cx.build.rewriter.module.types;
            types.vector_size(from).is_some() && types.vector_size(from) == types.vector_size(to)
        }
        _ => false,
    };
    if !by_parts {
        return None;
    }
    let ty = cx.result_type()?;
    let Some(types) = cx.parts_of(ty) else { return by_components(cx, op, operands, ty) };
    let operands: Vec<Vec<Operand>> = operands.iter().map(|&operand| components(cx, operand)).collect();
    let part = |(index, &ty): (usize, &Type)| {
        // A scalar beside vectors is the same for all components.
        let of = |parts: &Vec<Operand>| match parts.as_slice() {
            &[one] => Some(one),
            parts => parts.get(index).copied(),
        };
        let operands: Vec<Operand> = operands.iter().filter_map(of).collect();
        match (op, operands.as_slice()) {
            (Op::Select, &[condition, a, b]) => cx.build.select(condition, a, b),
            _ => cx.build.to(op, &operands, ty),
        }
    };
    Some(types.iter().enumerate().map(part).collect())
}

/// The parts of an operand; of a vector that stays whole, its components.
fn components(cx: &mut Context<'_, '_, Composites>, operand: Operand) -> Vec<Operand> {
    let ty = cx.ty(operand);
    let size = match cx.build.rewriter.module.types.get(ty) {
        TypeData::Vector { size, .. } if !cx.is_split(operand) => u32::from(size),
        _ => return cx.parts(operand),
    };
    (0..size).map(|index| cx.build.extract(operand, index)).collect()
}

/// An operation on vectors that are split whose result is one that stays whole.
fn by_components(
    cx: &mut Context<'_, '_, Composites>,
    op: Op,
    operands: &[Operand],
    ty: Type,
) -> Option<Vec<Operand>> {
    let size = cx.build.rewriter.module.types.vector_size(ty).filter(|&size| size > 1)?;
    let component = typing::part_type(cx.build.rewriter.module, ty, 0)?;
    let operands: Vec<Vec<Operand>> = operands.iter().map(|&operand| components(cx, operand)).collect();
    let mut results = Vec::with_capacity(size as usize);
    for index in 0..size as usize {
        let of = |parts: &Vec<Operand>| match parts.as_slice() {
            &[one] => Some(one),
            parts => parts.get(index).copied(),
        };
        let operands: Vec<Operand> = operands.iter().filter_map(of).collect();
        results.push(cx.build.to(op, &operands, component));
    }
    Some(vec![cx.build.to(Op::Construct, &results, ty)])
}

/// Operations with two results, by components.
fn two_results(
    cx: &mut Context<'_, '_, Composites>,
    op: Op,
    operands: &[Operand],
) -> Option<Vec<Vec<Operand>>> {
    let operands: Vec<Vec<Operand>> = operands.iter().map(|&operand| components(cx, operand)).collect();
    let count = operands.first()?.len();
    let types: Vec<Type> = cx.build.rewriter.function.result_types(cx.inst).iter().map(|row| row.0).collect();
    let mut results = vec![Vec::new(), Vec::new()];
    for index in 0..count {
        let of: Vec<Operand> = operands.iter().filter_map(|parts| parts.get(index).copied()).collect();
        for (parts, part) in results.iter_mut().zip(cx.build.pair(op, &of)) {
            parts.push(part);
        }
    }
    for (parts, ty) in results.iter_mut().zip(types) {
        if cx.parts_of(ty).is_none() && parts.len() > 1 {
            *parts = vec![cx.build.to(Op::Construct, parts, ty)];
        }
    }
    Some(results)
}

/// Sums of products, and operations on all components.
fn algebra(
    cx: &mut Context<'_, '_, Composites>,
    op: Op,
    operands: &[Operand],
    ty: Type,
) -> Option<Vec<Operand>> {
    let is_algebra = matches!(
        op,
        Op::Any
            | Op::All
            | Op::Equal
            | Op::NotEqual
            | Op::Dot
            | Op::Length
            | Op::Distance
            | Op::Normalize
            | Op::Cross
            | Op::FaceForward
            | Op::Reflect
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Transpose
    );
    if !is_algebra {
        return None;
    }
    // Vectors that stay have these operations.
    if cx.scheme_shapes() == Shapes::Vectors {
        return matrices(cx, op, operands, ty);
    }
    let mut parts: Vec<Vec<Operand>> = Vec::with_capacity(operands.len());
    for &operand in operands {
        parts.push(cx.parts(operand));
    }
    let build = &mut cx.build;
    let first = parts.first()?.clone();
    let second = parts.get(1).cloned().unwrap_or_default();
    let rows = |build: &Build<'_, '_>, operand: Option<&Operand>| {
        operand.and_then(|&it| match build.rewriter.module.types.get(build.ty(it)) {
            TypeData::Matrix { rows, .. } => Some(usize::from(rows)),
            _ => None,
        })
    };
    Some(match op {
        Op::Any => vec![chain(build, Op::Or, &first)?],
        Op::All => vec![chain(build, Op::And, &first)?],
        Op::Equal | Op::NotEqual => vec![equal(build, op, &first, &second)?],
        Op::Dot => vec![dot(build, &first, &second)?],
        Op::Length => vec![length(build, &first)?],
        Op::Distance => {
            let difference = zip(build, Op::Fsub, &first, &second);
            vec![length(build, &difference)?]
        }
        Op::Normalize => {
            let length = length(build, &first)?;
            first.iter().map(|&part| build.op(Op::Fdiv, &[part, length])).collect()
        }
        Op::Cross => {
            let (&[ax, ay, az], &[bx, by, bz]) = (first.as_slice(), second.as_slice()) else { return None };
            let mut minor = |a, b, c, d| {
                let (left, right) = (build.op(Op::Fmul, &[a, b]), build.op(Op::Fmul, &[c, d]));
                build.op(Op::Fsub, &[left, right])
            };
            vec![minor(ay, bz, by, az), minor(az, bx, bz, ax), minor(ax, by, bx, ay)]
        }
        Op::FaceForward => {
            let facing = dot(build, parts.get(2)?, &second)?;
            let ty = build.ty(facing);
            let zero = build.number(ty, 0.0);
            let negative = build.op(Op::Flt, &[facing, zero]);
            let side = |&part: &Operand| {
                let other = build.op(Op::Fneg, &[part]);
                build.select(negative, part, other)
            };
            first.iter().map(side).collect()
        }
        Op::Reflect => {
            let dot = dot(build, &second, &first)?;
            let ty = build.ty(dot);
            let two = build.number(ty, 2.0);
            let scale = build.op(Op::Fmul, &[two, dot]);
            let along: Vec<Operand> = second.iter().map(|&part| build.op(Op::Fmul, &[scale, part])).collect();
            zip(build, Op::Fsub, &first, &along)
        }
        Op::VectorTimesScalar | Op::MatrixTimesScalar => {
            let &scalar = second.first()?;
            first.iter().map(|&part| build.op(Op::Fmul, &[part, scalar])).collect()
        }
        Op::VectorTimesMatrix => {
            let columns = second.chunks(first.len().max(1));
            columns.map(|column| dot(build, &first, column)).collect::<Option<_>>()?
        }
        Op::MatrixTimesVector => {
            let rows = rows(build, operands.first())?;
            times(build, &first, rows, &second)?
        }
        Op::MatrixTimesMatrix => {
            let rows = rows(build, operands.first())?;
            let inner = first.len().checked_div(rows)?;
            let mut product = Vec::new();
            for column in second.chunks(inner.max(1)) {
                product.extend(times(build, &first, rows, column)?);
            }
            product
        }
        Op::OuterProduct => {
            let mut product = Vec::new();
            for &of_row in &second {
                product.extend(first.iter().map(|&part| build.op(Op::Fmul, &[part, of_row])));
            }
            product
        }
        _ => return None,
    })
}

impl Context<'_, '_, Composites> {
    fn scheme_shapes(&self) -> Shapes {
        self.scheme().shapes
    }
}

/// The same where matrices become columns: columns are vectors, which have their operations.
fn matrices(
    cx: &mut Context<'_, '_, Composites>,
    op: Op,
    operands: &[Operand],
    ty: Type,
) -> Option<Vec<Operand>> {
    let first = cx.parts(*operands.first()?);
    let second = operands.get(1).map(|&it| cx.parts(it)).unwrap_or_default();
    let build = &mut cx.build;
    let times = |build: &mut Build<'_, '_>, vector: Operand| {
        let mut sum = None;
        for (index, &column) in first.iter().enumerate() {
            let scale = build.extract(vector, index as u32);
            let product = build.op(Op::VectorTimesScalar, &[column, scale]);
            sum = Some(match sum {
                Some(sum) => build.op(Op::Fadd, &[sum, product]),
                None => product,
            });
        }
        sum
    };
    Some(match op {
        Op::Equal | Op::NotEqual => vec![equal(build, op, &first, &second)?],
        Op::MatrixTimesScalar => {
            let &scalar = second.first()?;
            first.iter().map(|&column| build.op(Op::VectorTimesScalar, &[column, scalar])).collect()
        }
        Op::MatrixTimesVector => vec![times(build, *second.first()?)?],
        Op::MatrixTimesMatrix => second.iter().map(|&column| times(build, column)).collect::<Option<_>>()?,
        Op::VectorTimesMatrix => {
            let &vector = first.first()?;
            let parts: Vec<Operand> =
                second.iter().map(|&column| build.op(Op::Dot, &[vector, column])).collect();
            vec![build.to(Op::Construct, &parts, ty)]
        }
        Op::OuterProduct => {
            let (&column, &row) = (first.first()?, second.first()?);
            let size = build.rewriter.module.types.vector_size(build.ty(row))?;
            let part = |index| {
                let scale = build.extract(row, index);
                build.op(Op::VectorTimesScalar, &[column, scale])
            };
            (0..size).map(part).collect()
        }
        Op::Transpose => {
            let column = typing::part_type(build.rewriter.module, ty, 0)?;
            let rows = build.rewriter.module.types.length(ty)?;
            let row = |index| {
                let parts: Vec<Operand> = first.iter().map(|&column| build.extract(column, index)).collect();
                build.to(Op::Construct, &parts, column)
            };
            (0..rows).map(row).collect()
        }
        _ => return None,
    })
}

/// `a op b op c ...`
fn chain(build: &mut Build<'_, '_>, op: Op, parts: &[Operand]) -> Option<Operand> {
    parts.iter().copied().reduce(|all, part| build.op(op, &[all, part]))
}

fn zip(build: &mut Build<'_, '_>, op: Op, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
    a.iter().zip(b).map(|(&a, &b)| build.op(op, &[a, b])).collect()
}

fn dot(build: &mut Build<'_, '_>, a: &[Operand], b: &[Operand]) -> Option<Operand> {
    let products = zip(build, Op::Fmul, a, b);
    chain(build, Op::Fadd, &products)
}

/// The root of the sum of squares; of one component, its absolute value.
fn length(build: &mut Build<'_, '_>, parts: &[Operand]) -> Option<Operand> {
    if let &[one] = parts {
        return Some(build.op(Op::Fabs, &[one]));
    }
    let square = dot(build, parts, parts)?;
    Some(build.op(Op::Sqrt, &[square]))
}

/// A matrix times a vector.
fn times(
    build: &mut Build<'_, '_>,
    matrix: &[Operand],
    rows: usize,
    vector: &[Operand],
) -> Option<Vec<Operand>> {
    let row = |row: usize| {
        let of_row: Vec<Operand> = matrix.iter().skip(row).step_by(rows.max(1)).copied().collect();
        dot(build, &of_row, vector)
    };
    (0..rows).map(row).collect()
}

/// True if all parts are equal, or if some differ.
fn equal(build: &mut Build<'_, '_>, op: Op, a: &[Operand], b: &[Operand]) -> Option<Operand> {
    let mut all = None;
    for (&a, &b) in a.iter().zip(b) {
        let ty = build.ty(a);
        let is_vector = matches!(build.rewriter.module.types.get(ty), TypeData::Vector { .. });
        let of_scalars = match build.rewriter.module.types.scalar_of(ty) {
            _ if is_vector => op,
            Some(Scalar::Bool) => [Op::Beq, Op::Bne][usize::from(op == Op::NotEqual)],
            Some(scalar) if scalar.is_float() => [Op::Feq, Op::Fne][usize::from(op == Op::NotEqual)],
            Some(_) => [Op::Ieq, Op::Ine][usize::from(op == Op::NotEqual)],
            None => op,
        };
        let part = build.to(of_scalars, &[a, b], common::BOOL);
        let joined = if op == Op::Equal { Op::And } else { Op::Or };
        all = Some(match all {
            Some(all) => build.op(joined, &[all, part]),
            None => part,
        });
    }
    all
}
