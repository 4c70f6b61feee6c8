//! Idiom recognition of dot products and matrix products that were written out by components.
//!
//! ```text
//! %1: f32 = extract.0 %a                        %9: f32 = dot %a, %b
//! %2: f32 = extract.0 %b
//! %3: f32 = fmul %1, %2
//! %4: f32 = extract.1 %a
//! %5: f32 = extract.1 %b
//! %6: f32 = fmul %4, %5
//! %9: f32 = fadd %3, %6
//!
//! %1: vec2<f32> = extract.0 %m                  %9: vec2<f32> = matrix_times_vector %m, %v
//! %2: f32 = extract.0 %v
//! %3: vec2<f32> = vector_times_scalar %1, %2
//! %4: vec2<f32> = extract.1 %m
//! %5: f32 = extract.1 %v
//! %6: vec2<f32> = vector_times_scalar %4, %5
//! %9: vec2<f32> = fadd %3, %6
//! ```
//!
//! A sum with a product for each component of two vectors has their dot product for these, and a sum with a column of a
//! matrix for each component of a vector has the product of the two. There are fewer words then, and a device that has
//! such an operation can use it. Nothing is fused: the sum is that of rounded products, in any order, as the
//! specification has it. All stays as it is without [`FloatLaws::Real`](crate::FloatLaws) and where floats keep
//! their order (`precise`, `invariant`, execution modes).

use crate::analysis::Analyses;
use crate::framework::session::Session;
use crate::optimize::chain::Chain;
use crate::optimize::combine::rearranges_floats;
use vitrum_ir::edit::FunctionEditor;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, TypeData, ValueDef, ValueFlags, typing, visit};

/// Runs the pass; gives the number of products found.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let floats = rearranges_floats(module, session.settings.floats);
    let ids: Vec<_> = module.functions.iter().map(|row| row.0).collect();
    let mut changes = 0;
    for id in ids {
        let function = &module.functions[id];
        let has = |op| function.insts.values().any(|inst| inst.op == op);
        if !floats || !has(Op::Extract) || !has(Op::Fadd) {
            continue;
        }
        let facts = Analyses::new(module, function);
        let plan = plan(module, function, &facts);
        if plan.is_empty() {
            continue;
        }
        let mut editor = FunctionEditor::new(&mut module.functions[id]);
        for product in plan {
            if session.may_change() {
                product.carry_out(&mut editor);
                changes += 1;
            }
        }
        editor.finish();
    }
    changes
}

/// A product in a sum.
struct Product {
    sum: Chain,
    op: Op,
    operands: [Operand; 2],
    /// What else is in the sum.
    rest: Vec<Operand>,
}

/// A component of one thing times a component of another.
struct Term {
    component: u32,
    wholes: [Operand; 2],
    op: Op,
}

fn plan(module: &Module, function: &FunctionData, facts: &Analyses<'_>) -> Vec<Product> {
    let mut plan = Vec::new();
    for (_, inst) in visit::insts(function) {
        if function.insts[inst].op != Op::Fadd {
            continue;
        }
        let Some(sum) = Chain::ending_at(function, facts.nesting(), facts.uses(), inst) else { continue };
        let terms: Vec<Option<Term>> =
            sum.leaves.iter().map(|&leaf| term(module, function, facts, sum.nodes[0], leaf)).collect();
        // The first whole that has all its components is taken.
        let found = terms.iter().flatten().find_map(|first| {
            let parts = |term: &&Option<Term>| term.as_ref().is_some_and(|term| term.wholes == first.wholes);
            let components: u32 = terms.iter().filter(parts).flatten().map(|term| 1 << term.component).sum();
            let count = terms.iter().filter(parts).count() as u32;
            let size = count_of(module, function, first.wholes[1])?;
            (count == size && components == (1 << size) - 1).then_some((first.op, first.wholes))
        });
        let Some((op, operands)) = found else { continue };
        let rest = sum
            .leaves
            .iter()
            .zip(&terms)
            .filter(|(_, term)| term.as_ref().is_none_or(|term| term.wholes != operands));
        let rest: Vec<Operand> = rest.map(|row| *row.0).collect();
        plan.push(Product { sum, op, operands, rest });
    }
    plan
}

/// The components of a vector.
fn count_of(module: &Module, function: &FunctionData, operand: Operand) -> Option<u32> {
    let ty = typing::operand_type(module, function, operand);
    matches!(module.types.get(ty), TypeData::Vector { .. }).then(|| module.types.vector_size(ty))?
}

/// What a leaf of a sum is a product of, if nothing else uses it.
fn term(
    module: &Module,
    function: &FunctionData,
    facts: &Analyses<'_>,
    root: Inst,
    leaf: Operand,
) -> Option<Term> {
    let value = leaf.value().filter(|&value| facts.uses().is_used_once(value))?;
    let inst = definition(function, leaf)?;
    let whole = function.values[function.result(root)?];
    let data = function.values[value];
    let marked = ValueFlags::PRECISE.union(ValueFlags::NONUNIFORM);
    if data.flags.intersects(marked) || data.precision != whole.precision {
        return None;
    }
    let &[a, b] = function.operands(inst) else { return None };
    let part = |operand: Operand| {
        let inst = definition(function, operand)?;
        let data = &function.insts[inst];
        let whole = *function.operands(inst).first()?;
        (data.op == Op::Extract).then_some((whole, data.imm))
    };
    let ((first, component), (second, same)) = (part(a)?, part(b)?);
    if component != same {
        return None;
    }
    let ty = |operand| module.types.get(typing::operand_type(module, function, operand));
    match (function.insts[inst].op, ty(first), ty(second)) {
        (Op::Fmul, TypeData::Vector { .. }, TypeData::Vector { .. }) if component < 4 => {
            let alike = count_of(module, function, first) == count_of(module, function, second);
            let wholes = if first <= second { [first, second] } else { [second, first] };
            alike.then_some(Term { component, wholes, op: Op::Dot })
        }
        (Op::VectorTimesScalar, TypeData::Matrix { columns, .. }, TypeData::Vector { .. })
            if component < 4 =>
        {
            let alike = count_of(module, function, second) == Some(u32::from(columns));
            alike.then_some(Term { component, wholes: [first, second], op: Op::MatrixTimesVector })
        }
        _ => None,
    }
}

fn definition(function: &FunctionData, operand: Operand) -> Option<Inst> {
    match function.values[operand.value()?].def() {
        ValueDef::Result { inst, .. } => Some(inst),
        ValueDef::Param { .. } => None,
    }
}

impl Product {
    /// The product, and what is added to it, in the place of the sum.
    fn carry_out(&self, editor: &mut FunctionEditor<'_>) {
        let Some((&root, inner)) = self.sum.nodes.split_first() else { return };
        let function = editor.function();
        let span = function.insts[root].span();
        let Some(result) = function.result(root) else { return };
        let data = function.values[result];
        let add = |editor: &mut FunctionEditor<'_>, op, operands: &[Operand]| {
            let inst = editor.new_inst(op, operands, 0, &[(data.ty, data.precision)], span);
            editor.insert_before(root, inst);
            editor.function().result(inst).map(Operand::from)
        };
        let Some(mut sum) = add(editor, self.op, &self.operands) else { return };
        for &more in &self.rest {
            let Some(next) = add(editor, Op::Fadd, &[sum, more]) else { return };
            sum = next;
        }
        editor.replace_all_uses(result, sum);
        editor.remove(root);
        for &node in inner {
            editor.remove(node);
        }
    }
}
