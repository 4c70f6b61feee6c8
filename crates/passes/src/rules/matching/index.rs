//! Which rules can fit an instruction, by what computes its operands.
//!
//! The rules that start at an op are numbered, and sets of them are the bits of a number. For each operand there is a set
//! for everything that it can be: what an op gives, a constant that some rule names, another constant, anything else. Their
//! intersection is what is left to be matched; for a commutative op, together with that for exchanged operands. So the
//! number of rules at an op costs next to nothing, and seldom is a rule tried that does not fit.

use super::super::{Literal, Pattern, Rule, TABLES};
use super::each_component;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use vitrum_ir::{ConstantKind, FunctionData, Inst, Laws, Module, Op, Operand, OperandKind, Scalar, ValueDef};

/// A set of the rules that start at an op.
type Set = u128;

/// Rules that start at an op, as many as a set has room for.
#[derive(Debug, Default)]
pub(in crate::rules) struct Rules {
    /// In order of the tables, each with its number there.
    rules: Vec<(usize, &'static Rule)>,
    /// For each operand, the rules that it can fit, by its [`Kind`].
    operands: Vec<Vec<Set>>,
    /// Those that want the same operand twice.
    same: Set,
    commutative: bool,
}

/// What rules can see of an operand without following it further: an index into their sets.
type Kind = usize;

/// A parameter, a global, or what no rule looks into.
const OTHER: Kind = 0;
/// An undefined value.
const UNDEFINED: Kind = 1;
/// A constant that is not known.
const UNKNOWN: Kind = 2;
/// A constant that no rule names.
const KNOWN: Kind = 3;
/// The first of those that rules name; ops follow.
const FIRST_NAMED: Kind = 4;

/// Everything about the tables that is found once.
struct Index {
    /// By op.
    rules: Vec<Vec<Rules>>,
    /// The kinds of the constants that rules name as an operand of the op they start at.
    literals: FxHashMap<(Scalar, u64), Kind>,
    /// The kind of what an op gives.
    kinds: Vec<Kind>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(Index::of_tables)
}

/// The rules that start at an op, in order.
pub(in crate::rules) fn starting_at(op: Op) -> &'static [Rules] {
    index().rules.get(op as usize).map_or(&[], Vec::as_slice)
}

impl Index {
    fn of_tables() -> Self {
        let mut rules: Vec<Vec<Rules>> = Op::ALL.iter().map(|_| Vec::new()).collect();
        let mut literals: Vec<Literal> = Vec::new();
        let mut named = vec![false; Op::ALL.len()];
        for (number, rule) in TABLES.iter().copied().flatten().enumerate() {
            let Pattern::Op(_, parts) = rule.left else { continue };
            for part in parts {
                match part {
                    Pattern::Literal(literal) if !literals.iter().any(|it| bits(*it).eq(bits(*literal))) => {
                        literals.push(*literal);
                    }
                    Pattern::Op(op, _) => {
                        if let Some(slot) = named.get_mut(*op as usize) {
                            *slot = true;
                        }
                    }
                    _ => {}
                }
            }
            let Some(sets) = rules.get_mut(rule.root as usize) else { continue };
            match sets.last_mut() {
                Some(last) if last.rules.len() < Set::BITS as usize => last.rules.push((number, rule)),
                _ => sets.push(Rules { rules: vec![(number, rule)], ..Rules::default() }),
            }
        }
        let mut count = FIRST_NAMED + literals.len();
        let mut kinds = vec![OTHER; Op::ALL.len()];
        for (kind, _) in kinds.iter_mut().zip(named).filter(|row| row.1) {
            *kind = count;
            count += 1;
        }
        for (op, sets) in Op::ALL.iter().zip(&mut rules) {
            for row in sets {
                row.commutative = op.info().laws.contains(Laws::COMMUTATIVE);
                row.sort(&literals, &kinds, count);
            }
        }
        let mut kinds_of_literals = FxHashMap::default();
        for (literal, kind) in literals.iter().zip(FIRST_NAMED..) {
            for ((scalar, _), bits) in Scalar::ALL.iter().zip(bits(*literal)) {
                if let Some(bits) = bits {
                    kinds_of_literals.entry((*scalar, bits)).or_insert(kind);
                }
            }
        }
        Self { rules, literals: kinds_of_literals, kinds }
    }

    /// What an operand is.
    fn kind(&self, module: &Module, function: &FunctionData, operand: Operand) -> Kind {
        match operand.kind() {
            OperandKind::Global(_) => OTHER,
            OperandKind::Value(value) => match function.values[value].def() {
                ValueDef::Result { inst, .. } => {
                    self.kinds.get(function.insts[inst].op as usize).copied().unwrap_or(OTHER)
                }
                ValueDef::Param { .. } => OTHER,
            },
            OperandKind::Constant(constant) => {
                if matches!(module.constants.get(constant).kind, ConstantKind::Undef) {
                    return UNDEFINED;
                }
                let mut first = None;
                let mut alike = true;
                let known = each_component(module, constant, &mut |scalar, bits| {
                    alike &= *first.get_or_insert((scalar, bits)) == (scalar, bits);
                    true
                });
                let Some((scalar, bits)) = first.filter(|_| known) else { return UNKNOWN };
                let named = self.literals.get(&(scalar, bits)).filter(|_| alike);
                named.copied().unwrap_or(KNOWN)
            }
        }
    }
}

impl Rules {
    /// Puts the rules into sets.
    fn sort(&mut self, literals: &[Literal], kinds: &[Kind], count: usize) {
        let most = self.rules.iter().map(|(_, rule)| parts(rule).len()).max().unwrap_or(0);
        self.operands = vec![vec![0; count]; most];
        let first_op = FIRST_NAMED + literals.len();
        for (position, (_, rule)) in self.rules.iter().enumerate() {
            let bit = 1u128.checked_shl(position as u32).unwrap_or(0);
            for (part, sets) in parts(rule).iter().zip(&mut self.operands) {
                for (kind, set) in sets.iter_mut().enumerate() {
                    let fits = match part {
                        Pattern::Any(_) => kind != UNDEFINED,
                        Pattern::Const(_) => (KNOWN..first_op).contains(&kind),
                        // Two numbers can have the same bits in a narrow type.
                        Pattern::Literal(literal) => {
                            kind.checked_sub(FIRST_NAMED).and_then(|at| literals.get(at)).is_some_and(|it| {
                                bits(*it).zip(bits(*literal)).any(|(a, b)| a.is_some() && a == b)
                            })
                        }
                        Pattern::Op(op, _) => kinds.get(*op as usize) == Some(&kind),
                    };
                    if fits {
                        *set |= bit;
                    }
                }
            }
            if let [Pattern::Any(first), Pattern::Any(second)] = parts(rule)
                && first == second
            {
                self.same |= bit;
            }
        }
    }

    /// The rule at this position, with its number in the tables.
    pub(in crate::rules) fn rule(&self, position: u32) -> Option<(usize, &'static Rule)> {
        self.rules.get(position as usize).copied()
    }

    /// The positions of rules that can fit an instruction.
    pub(super) fn fitting(&self, module: &Module, function: &FunctionData, inst: Inst) -> Set {
        let operands = function.operands(inst);
        let index = index();
        let of = |position: usize, kind: Kind| {
            self.operands.get(position).and_then(|sets| sets.get(kind)).copied().unwrap_or(0)
        };
        if let (true, &[first, second]) = (self.commutative, operands) {
            let kinds = [first, second].map(|operand| index.kind(module, function, operand));
            let fitting = of(0, kinds[0]) & of(1, kinds[1]) | of(0, kinds[1]) & of(1, kinds[0]);
            return if first == second { fitting } else { fitting & !self.same };
        }
        let mut fitting = Set::MAX;
        for (position, &operand) in operands.iter().enumerate() {
            fitting &= of(position, index.kind(module, function, operand));
        }
        match operands {
            [first, second] if first != second => fitting & !self.same,
            _ => fitting,
        }
    }
}

/// The bits of a number in each scalar type.
fn bits(literal: Literal) -> impl Iterator<Item = Option<u64>> {
    Scalar::ALL.iter().map(move |(scalar, _)| literal.bits(*scalar))
}

fn parts(rule: &Rule) -> &'static [Pattern] {
    match rule.left {
        Pattern::Op(_, parts) => parts,
        _ => &[],
    }
}
