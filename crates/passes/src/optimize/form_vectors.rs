//! Vectorization (SLP): finds vector operations that were written out by components.
//!
//! ```text
//! %1: f32 = extract.0 %a                        %5: vec2<f32> = vector_times_scalar %a, %s
//! %2: f32 = fmul %1, %s                         %6: vec2<f32> = construct %x, %y
//! %3: f32 = fadd %2, %x                         %9: vec2<f32> = fadd %5, %6
//! %4: f32 = extract.1 %a
//! %5: f32 = fmul %4, %s
//! %6: f32 = fadd %5, %y
//! %9: vec2<f32> = construct %3, %6
//! ```
//!
//! A vector of which each component is the same operation is that operation on vectors: on the vector whose components it
//! takes, on constants, on one number, on a swizzle, on what such operations give in turn, or on a vector that is put together for it.
//! It is done if there are fewer words then, counting what is put together or swizzled. The components must be alike in precision and
//! flags, stand in one block, and be used for this alone. Only operations are taken that work by components, so the outcome is the
//! same, bit by bit.

use crate::analysis::Analyses;
use crate::analysis::demand::is_by_components;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::optimize::cost;
use crate::optimize::precision::joined;
use rustc_hash::FxHashMap;
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Sig, Span, Swizzle, Type, TypeData,
    ValueFlags, typing, visit,
};

/// Operations that rest on one another, at most.
const DEPTH: u32 = 16;

/// Runs the pass; gives the number of operations on vectors that were found.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        if !function.may_have(&[Op::Construct]) {
            continue;
        }
        let facts = Analyses::new(module, function);
        let finder = Finder { module, function, facts: &facts };
        let mut plan: FxHashMap<Inst, Tree> = FxHashMap::default();
        for (_, inst) in visit::insts(function) {
            if function.op(inst) == Op::Construct
                && let Some(tree) = finder.root(inst)
                && session.may_change()
            {
                plan.insert(inst, tree);
            }
        }
        if plan.is_empty() {
            continue;
        }
        rewrite_in(module, id, session, |rewriter, inst| {
            let Some(tree) = plan.remove(&inst) else { return Action::Keep };
            let span = rewriter.function.insts[inst].span();
            let Some(vector) = tree.build(rewriter, span) else { return Action::Keep };
            changes += 1;
            rewriter.replace(inst, vector)
        });
    }
    changes
}

/// A way to compute a vector.
enum Tree {
    /// It is there.
    Vector(Operand),
    /// Of constants.
    Constants(Type, Vec<Constant>),
    /// One number for all components.
    Same(Type, Precision, Operand),
    /// Components of a vector.
    Swizzled(Type, Precision, Operand, Swizzle),
    /// Put together.
    Gathered(Type, Precision, Vec<Operand>),
    /// By an operation on vectors.
    Computed { op: Op, ty: Type, precision: Precision, flags: ValueFlags, parts: Vec<Self> },
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    facts: &'a Analyses<'a>,
}

/// The tree for a column of operands, and the words that it saves.
type Found = (Tree, i64);

impl Finder<'_> {
    /// The tree that replaces a `construct`, if that saves words.
    fn root(&self, inst: Inst) -> Option<Tree> {
        let function = self.function;
        let data = function.values[function.result(inst)?];
        let TypeData::Vector { scalar, size } = self.module.types.get(data.ty) else { return None };
        let parts = function.operands(inst);
        if parts.len() != usize::from(size) {
            return None;
        }
        let first = self.function.definition(*parts.first()?)?;
        // Precision is that of the result.
        let alike = parts.iter().all(|part| {
            part.value().is_some_and(|value| {
                let part = function.values[value];
                part.precision == data.precision && part.flags == data.flags
            })
        });
        let (tree, saved) = self.computed(inst, first, parts, scalar, DEPTH).filter(|_| alike)?;
        (saved + i64::from(cost::of_inst(function, inst)) > 0).then_some(tree)
    }

    /// A column of operations that are alike.
    fn computed(
        &self,
        root: Inst,
        first: Inst,
        column: &[Operand],
        scalar: Scalar,
        depth: u32,
    ) -> Option<Found> {
        let function = self.function;
        let op = function.op(first);
        let fits = is_by_components(op)
            && matches!(
                op.info().sig,
                Sig::Unary(_)
                    | Sig::Binary(_)
                    | Sig::Ternary(_)
                    | Sig::Convert(..)
                    | Sig::Compare(_)
                    | Sig::Select
                    | Sig::Shift
            );
        let model = function.values[function.result(first)?];
        let depth = depth.checked_sub(1)?;
        if !fits || model.flags.contains(ValueFlags::NONUNIFORM) {
            return None;
        }
        let mut rows: Vec<&[Operand]> = Vec::with_capacity(column.len());
        for &part in column {
            let value = part.value().filter(|&value| self.facts.uses().is_used_once(value))?;
            let inst = self.function.definition(part)?;
            let data = function.values[value];
            let alike = function.op(inst) == op
                && data.precision == model.precision
                && data.flags == model.flags
                && self.facts.nesting().block(inst) == self.facts.nesting().block(root);
            if !alike {
                return None;
            }
            rows.push(function.operands(inst));
        }
        let words = i64::from(cost::of_inst(function, first));
        let mut saved = words * (column.len() as i64 - 1);
        let mut parts = Vec::new();
        for at in 0..rows.first()?.len() {
            let operands: Vec<Operand> = rows.iter().filter_map(|row| row.get(at).copied()).collect();
            let (tree, more) = self.column(root, &operands, depth, model.precision)?;
            saved += more;
            parts.push(tree);
        }
        // Such a product takes a number as it is.
        if let (Op::Fmul, [Tree::Same(..), Tree::Same(..)]) = (op, parts.as_slice()) {
            return None;
        }
        if op == Op::Fmul
            && let Some(at) = parts.iter().position(|part| matches!(part, Tree::Same(..)))
        {
            saved += gathered(column.len());
            if at == 0 {
                parts.swap(0, 1);
            }
        }
        let ty = common::vector(scalar, column.len() as u32)?;
        let (precision, flags) = (model.precision, model.flags);
        Some((Tree::Computed { op, ty, precision, flags, parts }, saved))
    }

    /// A column of operands, from what is best to what always does.
    fn column(&self, root: Inst, column: &[Operand], depth: u32, user: Precision) -> Option<Found> {
        let &first = column.first()?;
        let size = column.len();
        let type_of = |operand| typing::operand_type(self.module, self.function, operand);
        let TypeData::Scalar(scalar) = self.module.types.get(type_of(first)) else { return None };
        // Comparisons and conversions give one type for operands of several.
        if column.iter().any(|&operand| type_of(operand) != type_of(first)) {
            return None;
        }
        let ty = common::vector(scalar, size as u32)?;
        if let Some(constants) = column.iter().map(|operand| operand.constant()).collect::<Option<Vec<_>>>() {
            return Some((Tree::Constants(ty, constants), 0));
        }
        let precision = joined(self.function, column.iter().copied(), user);
        if column.iter().all(|&operand| operand == first) {
            return Some((Tree::Same(ty, precision, first), -gathered(size)));
        }
        if let Some(found) = self.components(column, ty, precision) {
            return Some(found);
        }
        if let Some(inst) = self.function.definition(first)
            && let Some(found) = self.computed(root, inst, column, scalar, depth)
            && found.1 > -gathered(size)
        {
            return Some(found);
        }
        Some((Tree::Gathered(ty, precision, column.to_vec()), -gathered(size)))
    }

    /// Components of one vector.
    fn components(&self, column: &[Operand], ty: Type, precision: Precision) -> Option<Found> {
        let mut whole = None;
        let mut places: Vec<u32> = Vec::with_capacity(column.len());
        let mut saved = 0;
        for &operand in column {
            let inst = self.function.definition(operand)?;
            let data = &self.function.insts[inst];
            let from = *self.function.operands(inst).first()?;
            let value = operand.value()?;
            if data.op != Op::Extract
                || *whole.get_or_insert(from) != from
                || self.function.values[value].flags.contains(ValueFlags::NONUNIFORM)
            {
                return None;
            }
            places.push(data.imm);
            if self.facts.uses().is_used_once(value) {
                saved += i64::from(cost::of_inst(self.function, inst));
            }
        }
        let whole = whole?;
        let from = typing::operand_type(self.module, self.function, whole);
        if !matches!(self.module.types.get(from), TypeData::Vector { .. }) {
            return None;
        }
        let in_order = places.iter().zip(0..).all(|(&place, at)| place == at);
        if in_order && from == ty {
            return Some((Tree::Vector(whole), saved));
        }
        let swizzle = Swizzle::new(&places)?;
        Some((Tree::Swizzled(ty, precision, whole, swizzle), saved - 5 - column.len() as i64))
    }
}

/// Words to put a vector together.
fn gathered(size: usize) -> i64 {
    3 + size as i64
}

impl Tree {
    /// Builds what computes it. Trees are no deeper than [`DEPTH`].
    fn build(self, rewriter: &mut Rewriter<'_>, span: Span) -> Option<Operand> {
        let mut add = |op, operands: &[Operand], imm, ty, precision| {
            let operands: Vec<Operand> = operands.iter().map(|&it| rewriter.resolve(it)).collect();
            Some(rewriter.push_at(span, op, &operands, imm, (ty, precision)).into())
        };
        match self {
            Self::Vector(vector) => Some(rewriter.resolve(vector)),
            Self::Constants(ty, constants) => {
                Some(rewriter.module.constants.composite(ty, &constants).into())
            }
            Self::Same(ty, precision, scalar) => add(Op::Splat, &[scalar], 0, ty, precision),
            Self::Swizzled(ty, precision, whole, swizzle) => {
                add(Op::Swizzle, &[whole], swizzle.bits(), ty, precision)
            }
            Self::Gathered(ty, precision, parts) => add(Op::Construct, &parts, 0, ty, precision),
            Self::Computed { op, ty, precision, flags, parts } => {
                let scaled = op == Op::Fmul && matches!(parts.last(), Some(Self::Same(..)));
                let mut operands = Vec::with_capacity(parts.len());
                for part in parts {
                    operands.push(match part {
                        Self::Same(_, _, scalar) if scaled => rewriter.resolve(scalar),
                        part => part.build(rewriter, span)?,
                    });
                }
                let op = if scaled { Op::VectorTimesScalar } else { op };
                let value = rewriter.push_at(span, op, &operands, 0, (ty, precision));
                rewriter.function.values[value].flags = flags;
                Some(value.into())
            }
        }
    }
}
