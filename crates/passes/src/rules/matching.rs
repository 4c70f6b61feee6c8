//! Finding the rule for an instruction.
//!
//! Rules are indexed by the op they start at and by what computes its operands ([`index`]), a pattern has bounded size, and
//! so an instruction costs constant time.
//! Operands of commutative operations are tried in both orders, by search with backtracking: each such operation of the
//! pattern is a choice, made again from the last one on when the match fails.

pub(super) mod index;

use index::Index;
pub(crate) use index::KnownKinds;

use super::{
    Condition, Exactness, FIRST_CONSTANT, Literal, Pattern, Rule, RuleSet, VARIABLES, cost, facts, mirrored,
};
use crate::analysis::ranges::{Bounds, bounds};
use vitrum_ir::{
    Constant, ConstantKind, FunctionData, Inst, Laws, List, Module, Op, Operand, Scalar, Type, TypeData,
    Value,
};

/// The most operations that the left side of a rule can have.
const MOST_INSTS: usize = 8;

/// A match of a left side in a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    /// The operand that each variable stands for.
    pub(crate) variables: [Option<Operand>; VARIABLES],
    /// The instructions of the left side, the root first, each with the position of the one that uses it.
    insts: [Option<(Inst, u8)>; MOST_INSTS],
    count: usize,
    /// The order of operands of each commutative operation, in order of visit.
    choices: u8,
    /// The number of commutative operations that have been visited.
    visited: u32,
    /// The operands of the first comparison that has two spellings; true if it is not spelled as in the rule.
    comparison: Option<([Operand; 2], bool)>,
}

/// The context in which rules are matched.
pub(crate) struct Wanted<'a> {
    /// True if rules with this mark may fire on values that are not precise.
    pub(crate) allows: &'a dyn Fn(Exactness) -> bool,
    /// True if it allows exact ones alone.
    pub(crate) exact_only: bool,
    /// True if the language has operations on the bits of integers.
    pub(crate) has_bits: bool,
    /// The number of uses of a value.
    pub(crate) uses: &'a dyn Fn(Value) -> u32,
    /// The kinds of constants for the first set, as far as they are known.
    pub(crate) kinds: &'a KnownKinds,
}

/// A rule that fits an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'s> {
    pub(crate) set: &'s RuleSet,
    /// Its number in the set.
    pub(crate) number: usize,
    pub(crate) rule: &'static Rule,
    pub(crate) place: Match,
}

/// The first rule that fits an instruction, of the first set that has one.
pub(crate) fn find<'s>(
    sets: &[&'s RuleSet],
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    wanted: &Wanted<'_>,
) -> Option<Found<'s>> {
    let op = function.op(inst);
    let mut shape = None;
    for (rank, &set) in sets.iter().enumerate() {
        let kinds = (rank == 0).then_some(wanted.kinds);
        for (at, chunk) in set.index.starting_at(op) {
            let mut fitting = set.index.fitting(module, function, inst, (at, chunk), kinds);
            if wanted.exact_only {
                fitting = Index::exact(chunk, fitting);
            }
            while fitting != 0 {
                let position = fitting.trailing_zeros();
                fitting &= fitting - 1;
                let (ty, is_matrix) = match shape {
                    Some(shape) => shape,
                    None => *shape.insert(result_shape(module, function, inst)?),
                };
                let (number, rule) = set.rule(chunk, position)?;
                let place = fits(module, function, rule, inst, (ty, is_matrix, set.lowers), wanted);
                if let Some(place) = place {
                    return Some(Found { set, number, rule, place });
                }
            }
        }
    }
    None
}

/// The type of the result of an instruction, if rules are about such types, and true if it is a matrix.
fn result_shape(module: &Module, function: &FunctionData, inst: Inst) -> Option<(Type, bool)> {
    let ty = function.values[function.result(inst)?].ty;
    match module.types.get(ty) {
        TypeData::Scalar(_) | TypeData::Vector { .. } => Some((ty, false)),
        TypeData::Matrix { .. } => Some((ty, true)),
        _ => None,
    }
}

/// Matches a rule with an instruction with a result of this type, if it may fire.
fn fits(
    module: &Module,
    function: &FunctionData,
    rule: &Rule,
    inst: Inst,
    (ty, is_matrix, lowers): (Type, bool, bool),
    wanted: &Wanted<'_>,
) -> Option<Match> {
    let is_exact = rule.exactness == Exactness::Exact;
    if !is_exact && !(wanted.allows)(rule.exactness) {
        return None;
    }
    let found = matches(module, function, rule, inst)?;
    // A variable alone may be of another type than the result.
    if let Pattern::Any(variable) | Pattern::Const(variable) = rule.right {
        let operand = found.variables.get(usize::from(variable)).copied().flatten()?;
        if vitrum_ir::typing::operand_type(module, function, operand) != ty {
            return None;
        }
    }
    let fits = (is_exact || !found.is_precise(function))
        && (wanted.has_bits || !rule.right.has_bits())
        && (!is_matrix || rule.right.takes_matrices())
        && holds(module, function, rule, &found)
        && (lowers || found.pays(function, rule, wanted.uses));
    fits.then_some(found)
}

fn matches(module: &Module, function: &FunctionData, rule: &Rule, inst: Inst) -> Option<Match> {
    let mut choices = 0u8;
    loop {
        let mut found = Match {
            variables: [None; VARIABLES],
            insts: [None; MOST_INSTS],
            count: 0,
            choices,
            visited: 0,
            comparison: None,
        };
        if found.inst(module, function, &rule.left, inst, 0) {
            return Some(found);
        }
        // The last choice that can still be made the other way; those behind it start again.
        let last = (0..found.visited.min(8)).rev().find(|&choice| choices & 1 << choice == 0)?;
        choices = choices & ((1 << last) - 1) | 1 << last;
    }
}

impl Match {
    /// The instructions of the left side, the root first.
    pub(crate) fn insts(&self) -> impl Iterator<Item = Inst> + '_ {
        self.insts.iter().flatten().map(|row| row.0)
    }

    fn inst(
        &mut self,
        module: &Module,
        function: &FunctionData,
        pattern: &Pattern,
        inst: Inst,
        user: u8,
    ) -> bool {
        let &Pattern::Op(op, parts) = pattern else { return false };
        let here = function.op(inst);
        if here != op && mirrored(here) != Some(op) {
            return false;
        }
        let operands = function.operands(inst);
        let Some(slot) = self.insts.get_mut(self.count) else { return false };
        *slot = Some((inst, user));
        let this = self.count as u8;
        self.count += 1;
        if op.info().laws.contains(Laws::COMMUTATIVE)
            && let ([left, right], &[first, second]) = (parts, operands)
        {
            let swapped = self.choices >> self.visited.min(7) & 1 != 0;
            self.visited += 1;
            let (first, second) = if swapped { (second, first) } else { (first, second) };
            return self.operand(module, function, left, first, this)
                && self.operand(module, function, right, second, this);
        }
        if let (true, [left, right], &[first, second]) = (mirrored(op).is_some(), parts, operands) {
            self.comparison.get_or_insert(([first, second], here != op));
            let (first, second) = if here == op { (first, second) } else { (second, first) };
            return self.operand(module, function, left, first, this)
                && self.operand(module, function, right, second, this);
        }
        parts.iter().zip(operands).all(|(part, &operand)| self.operand(module, function, part, operand, this))
    }

    fn operand(
        &mut self,
        module: &Module,
        function: &FunctionData,
        pattern: &Pattern,
        operand: Operand,
        user: u8,
    ) -> bool {
        match pattern {
            &Pattern::Any(variable) => !module.is_undefined(operand) && self.bind(variable, operand),
            &Pattern::Const(variable) => {
                let known = operand.constant().is_some_and(|constant| is_known(module, constant));
                known && self.bind(variable, operand)
            }
            &Pattern::Literal(literal) => {
                operand.constant().is_some_and(|constant| is_literal(module, constant, literal))
            }
            Pattern::Op(..) => match function.definition(operand) {
                Some(inst) => self.inst(module, function, pattern, inst, user),
                None => false,
            },
        }
    }

    fn bind(&mut self, variable: u8, operand: Operand) -> bool {
        match self.variables.get_mut(usize::from(variable)) {
            Some(slot) => *slot.get_or_insert(operand) == operand,
            None => false,
        }
    }

    /// An operation of the right side in the spelling of the instructions that matched, which the author chose: comparisons,
    /// and commutative operations on the operands of the first comparison.
    pub(crate) fn respelled(&self, op: Op, operands: &[Operand]) -> Option<(Op, [Operand; 2])> {
        let (&[first, second], Some((compared, true))) = (operands, self.comparison) else { return None };
        if let Some(op) = mirrored(op) {
            return Some((op, [second, first]));
        }
        let is_reversed = op.info().laws.contains(Laws::COMMUTATIVE) && compared == [second, first];
        is_reversed.then_some((op, compared))
    }

    fn is_precise(&self, function: &FunctionData) -> bool {
        self.insts().any(|inst| {
            function
                .result(inst)
                .is_some_and(|value| function.values[value].flags.contains(vitrum_ir::ValueFlags::PRECISE))
        })
    }

    /// True if the right side costs less than what goes away, or as much as the left side if all of that goes.
    fn pays(&self, function: &FunctionData, rule: &Rule, uses: &dyn Fn(Value) -> u32) -> bool {
        let mut dies = [false; MOST_INSTS];
        let (mut going, mut all) = (0, 0);
        for (index, &(inst, user)) in self.insts.iter().flatten().enumerate() {
            let cost = cost(function.op(inst));
            all += cost;
            let last_use = function.result(inst).is_some_and(|value| uses(value) <= 1);
            let dying = index == 0 || last_use && dies.get(usize::from(user)).copied().unwrap_or(false);
            if let Some(slot) = dies.get_mut(index) {
                *slot = dying;
            }
            going += if dying { cost } else { 0 };
        }
        let new = rule.right.cost();
        new < going || new == going && going == all
    }
}

/// True if every component is known.
fn is_known(module: &Module, constant: Constant) -> bool {
    each_component(module, constant, &mut |_, _| true)
}

fn is_literal(module: &Module, constant: Constant, literal: Literal) -> bool {
    each_component(module, constant, &mut |scalar, bits| literal.is(scalar, bits))
}

/// True if a test holds for every component of a scalar, vector or matrix, all of which must be known. Matrices are composites
/// of composites; nothing with a scalar type is deeper.
pub(crate) fn each_component(
    module: &Module,
    constant: Constant,
    test: &mut dyn FnMut(Scalar, u64) -> bool,
) -> bool {
    let data = module.constants.get(constant);
    let Some(scalar) = module.types.scalar_of(data.ty) else { return false };
    match &data.kind {
        &ConstantKind::Scalar(bits) => test(scalar, bits),
        ConstantKind::Null => {
            let parts = match module.types.get(data.ty) {
                TypeData::Matrix { columns, rows, .. } => u32::from(columns) * u32::from(rows),
                _ => module.types.vector_size(data.ty).unwrap_or(0),
            };
            parts > 0 && (0..parts).all(|_| test(scalar, 0))
        }
        ConstantKind::Composite(parts) => parts.iter().all(|&part| each_component(module, part, test)),
        ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::SpecOp { .. }
        | ConstantKind::Param(_) => false,
    }
}

/// The type by which constants are judged: that of the result, if it is a narrower integer than they are, as it can be
/// for amounts to shift by.
pub(super) fn narrower(scalar: Scalar, root: Option<Scalar>) -> Scalar {
    match root {
        Some(root) if root.is_integer() && scalar.is_integer() && root.width() < scalar.width() => root,
        _ => scalar,
    }
}

/// True if the conditions of a rule hold.
fn holds(module: &Module, function: &FunctionData, rule: &Rule, found: &Match) -> bool {
    let root = found.insts().next().and_then(|inst| function.result(inst));
    let root = root.and_then(|value| module.types.scalar_of(function.values[value].ty));
    rule.conditions.iter().all(|condition| match condition {
        &Condition::Fact(variable, fact) => found.variables[usize::from(variable)]
            .is_some_and(|operand| facts::holds(module, function, operand, fact)),
        Condition::Bounds(variables, test) => {
            let mut scalar = None;
            let mut known: List<Bounds> = List::new();
            for &variable in *variables {
                let Some(operand) = found.variables[usize::from(variable)] else { return false };
                let Some((of, bounds)) = bounds(module, function, operand) else { return false };
                scalar.get_or_insert(of);
                known.push(bounds);
            }
            scalar.is_some_and(|scalar| test(scalar, &known))
        }
        Condition::Constants(variables, test) => {
            debug_assert!(variables.iter().all(|&variable| variable >= FIRST_CONSTANT));
            let mut components: List<(Scalar, List<u64>)> = List::new();
            for &variable in *variables {
                let constant = found.variables[usize::from(variable)].and_then(Operand::constant);
                let mut bits: List<u64> = List::new();
                let mut scalar = None;
                let Some(constant) = constant else { return false };
                each_component(module, constant, &mut |of, component| {
                    scalar = Some(of);
                    bits.push(component);
                    true
                });
                let Some(scalar) = scalar else { return false };
                components.push((scalar, bits));
            }
            let Some((scalar, first)) = components.first() else { return true };
            let scalar = &narrower(*scalar, root);
            let alike = components
                .iter()
                .all(|(other, bits)| other.width() == components[0].0.width() && bits.len() == first.len());
            alike
                && (0..first.len()).all(|position| {
                    let row: List<u64> = components.iter().map(|(_, bits)| bits[position]).collect();
                    test(*scalar, &row)
                })
        }
    })
}
