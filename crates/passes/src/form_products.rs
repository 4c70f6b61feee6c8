//! Finds the products, and other operations on vectors, that were written out by components.
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
//!
//! %1: f32 = extract.0 %a                        %9: vec2<f32> = vector_times_scalar %a, %s
//! %2: f32 = fmul %1, %s
//! %3: f32 = extract.1 %a
//! %4: f32 = fmul %3, %s
//! %9: vec2<f32> = construct %2, %4
//! ```
//!
//! A sum with a product for each component of two vectors has their dot product for these, and a sum with a column of a
//! matrix for each component of a vector has the product of the two. There are fewer words then, and a device that has
//! such an operation can use it. Nothing is fused: the sum is that of rounded products, in any order, as the
//! specification has it. A vector of which each component is the same operation on that component of others, on constants or on
//! one number, is that operation on vectors, exactly. Where floats keep their order (`precise`, `invariant`, execution modes), all stays as it is.

use crate::analysis::Analyses;
use crate::analysis::demand::is_by_components;
use crate::chain::Chain;
use crate::combine::rearranges_floats;
use crate::session::Session;
use vitrum_ir::edit::FunctionEditor;
use vitrum_ir::{
    Constant, Effects, FunctionData, Inst, Module, Op, Operand, Sig, Type, TypeData, ValueDef, ValueFlags,
    typing, visit,
};

/// Runs the pass; gives the number of products found.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let floats = rearranges_floats(module);
    let ids: Vec<_> = module.functions.iter().map(|row| row.0).collect();
    let mut changes = 0;
    for id in ids {
        let function = &module.functions[id];
        let has = |op| function.insts.values().any(|inst| inst.op == op);
        if !has(Op::Extract) || !has(Op::Fadd) && !has(Op::Construct) {
            continue;
        }
        let facts = Analyses::new(module, function);
        let plan = if floats { plan(module, function, &facts) } else { Vec::new() };
        let wide = widenings(module, function, &facts);
        if plan.is_empty() && wide.is_empty() {
            continue;
        }
        let wide: Vec<(Inst, Op, Vec<Whole>)> = wide
            .into_iter()
            .map(|wide| {
                let operands = wide.operands.into_iter().map(|operand| operand.whole(module)).collect();
                (wide.inst, wide.op, operands)
            })
            .collect();
        let mut editor = FunctionEditor::new(&mut module.functions[id]);
        for product in plan {
            if session.may_change() {
                product.carry_out(&mut editor);
                changes += 1;
            }
        }
        for (inst, op, operands) in wide {
            if session.may_change() {
                widen(&mut editor, inst, op, &operands);
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
            let parts = |term: &&Option<Term>| {
                term.as_ref().is_some_and(|term| term.op == first.op && term.wholes == first.wholes)
            };
            let components: u32 = terms.iter().filter(parts).flatten().map(|term| 1 << term.component).sum();
            let count = terms.iter().filter(parts).count() as u32;
            let size = count_of(module, function, first.wholes[1])?;
            (count == size && components == (1 << size) - 1).then_some((first.op, first.wholes))
        });
        let Some((op, operands)) = found else { continue };
        let rest =
            sum.leaves.iter().zip(&terms).filter(|(_, term)| {
                !term.as_ref().is_some_and(|term| term.op == op && term.wholes == operands)
            });
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

/// A vector of which the components are computed alike.
struct Widening {
    /// The `construct`.
    inst: Inst,
    op: Op,
    operands: Vec<Parts>,
}

/// What an operand of the operation on vectors is made of.
enum Parts {
    /// The components of a vector, in order.
    Vector(Operand),
    /// A constant for each component, of a vector type.
    Constants(Type, Vec<Constant>),
    /// The same for each.
    Same(Operand),
}

/// An operand of the operation on vectors.
#[derive(Clone, Copy)]
enum Whole {
    Vector(Operand),
    Same(Operand),
}

impl Parts {
    fn whole(self, module: &mut Module) -> Whole {
        match self {
            Self::Vector(vector) => Whole::Vector(vector),
            Self::Constants(ty, parts) => Whole::Vector(module.constants.composite(ty, &parts).into()),
            Self::Same(scalar) => Whole::Same(scalar),
        }
    }
}

fn widenings(module: &Module, function: &FunctionData, facts: &Analyses<'_>) -> Vec<Widening> {
    let mut found = Vec::new();
    for (_, inst) in visit::insts(function) {
        if function.insts[inst].op == Op::Construct
            && let Some(widening) = widening(module, function, facts, inst)
        {
            found.push(widening);
        }
    }
    found
}

fn widening(module: &Module, function: &FunctionData, facts: &Analyses<'_>, inst: Inst) -> Option<Widening> {
    let vector = function.values[function.result(inst)?];
    let size = module.types.vector_size(vector.ty)?;
    let parts = function.operands(inst);
    if !matches!(module.types.get(vector.ty), TypeData::Vector { .. }) || parts.len() != size as usize {
        return None;
    }
    let first = definition(function, *parts.first()?)?;
    let op = function.insts[first].op;
    // One number for all is an operand only of the product.
    let fits = is_by_components(op)
        && matches!(op.info().sig, Sig::Unary(_) | Sig::Binary(_) | Sig::Ternary(_))
        && op.effects() == Effects::PURE;
    if !fits {
        return None;
    }
    let mut rows: Vec<&[Operand]> = Vec::with_capacity(parts.len());
    for &part in parts {
        let value = part.value().filter(|&value| facts.uses().is_used_once(value))?;
        let inst = definition(function, part)?;
        let data = function.values[value];
        let alike = function.insts[inst].op == op
            && data.precision == vector.precision
            && data.flags == vector.flags
            && !data.flags.contains(ValueFlags::NONUNIFORM);
        if !alike {
            return None;
        }
        rows.push(function.operands(inst));
    }
    let mut operands = Vec::new();
    let (mut vectors, mut same) = (0, 0);
    for at in 0..rows.first()?.len() {
        let column: Vec<Operand> = rows.iter().filter_map(|row| row.get(at).copied()).collect();
        let operand = whole_of(module, function, vector.ty, &column)?;
        match operand {
            Parts::Vector(_) => vectors += 1,
            Parts::Same(_) => same += 1,
            Parts::Constants(..) => {}
        }
        operands.push(operand);
    }
    let product = op == Op::Fmul && same == 1 && operands.len() == 2;
    (vectors > 0 && (same == 0 || product)).then_some(Widening { inst, op, operands })
}

/// What a row of operands is the components of.
fn whole_of(module: &Module, function: &FunctionData, ty: Type, column: &[Operand]) -> Option<Parts> {
    let &first = column.first()?;
    if first.constant().is_some() {
        let constants: Option<Vec<Constant>> = column.iter().map(|operand| operand.constant()).collect();
        return Some(Parts::Constants(ty, constants?));
    }
    if column.iter().all(|&operand| operand == first) {
        return Some(Parts::Same(first));
    }
    let mut whole = None;
    for (index, &operand) in column.iter().enumerate() {
        let inst = definition(function, operand)?;
        let data = &function.insts[inst];
        let from = *function.operands(inst).first()?;
        if data.op != Op::Extract || data.imm as usize != index || *whole.get_or_insert(from) != from {
            return None;
        }
    }
    whole.filter(|&whole| typing::operand_type(module, function, whole) == ty).map(Parts::Vector)
}

/// The operation on vectors, in the place of what puts its components together.
fn widen(editor: &mut FunctionEditor<'_>, inst: Inst, op: Op, operands: &[Whole]) {
    let Some(result) = editor.function().result(inst) else { return };
    let data = editor.function().values[result];
    let span = editor.function().insts[inst].span();
    let (op, operands) = match *operands {
        [Whole::Vector(vector), Whole::Same(scalar)] | [Whole::Same(scalar), Whole::Vector(vector)] => {
            (Op::VectorTimesScalar, vec![vector, scalar])
        }
        _ => {
            let all = operands.iter().map(|operand| match *operand {
                Whole::Vector(operand) | Whole::Same(operand) => operand,
            });
            (op, all.collect())
        }
    };
    let new = editor.new_inst(op, &operands, 0, &[(data.ty, data.precision)], span);
    editor.insert_before(inst, new);
    if let Some(value) = editor.function().result(new) {
        editor.set_flags(value, data.flags);
        editor.replace_all_uses(result, value.into());
        editor.remove(inst);
    }
}
