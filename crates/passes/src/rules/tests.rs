//! Holds every rule to its mark: the two sides agree, the right one costs no more, and the rule is reached.

mod samples;
mod typings;

use super::build::{Sink, build};
use super::matching::{Wanted, each_component, find};
use super::{Condition, Exactness, FIRST_CONSTANT, Fact, Pattern, Rule, TABLES, VARIABLES};
use samples::Random;
use typings::typings;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::fold::{Tables, fold_constants};
use vitrum_ir::{
    Constant, FunctionData, Module, Op, Operand, Precision, Span, Stage, Type, types::common, typing,
};

/// Values tried for each way to type a rule.
const ROUNDS: usize = 12;

fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().copied().flatten()
}

/// Evaluates.
struct Folding<'m> {
    module: &'m mut Module,
    /// Whether something on the way was infinite or NaN.
    wild: bool,
    /// The greatest number on the way.
    greatest: f64,
}

impl Folding<'_> {
    fn look(&mut self, constant: Constant) {
        let (mut wild, mut greatest) = (false, self.greatest);
        each_component(self.module, constant, &mut |scalar, bits| {
            if let Some(value) = FloatFormat::of(scalar).map(|format| format.decode(bits)) {
                wild |= !value.is_finite();
                greatest = greatest.max(value.abs());
            }
            true
        });
        self.wild |= wild;
        self.greatest = greatest;
    }
}

impl Sink for Folding<'_> {
    fn module(&mut self) -> &mut Module {
        self.module
    }

    fn ty(&self, operand: Operand) -> Type {
        operand.constant().map_or(common::VOID, |constant| self.module.constants.ty(constant))
    }

    fn emit(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        let operands: Vec<Constant> = operands.iter().filter_map(|operand| operand.constant()).collect();
        let constant = fold_constants(&mut Tables::of(self.module), op, &operands, 0, ty)?;
        self.look(constant);
        Some(constant.into())
    }
}

/// What the left side of a rule gives for a typing, of which the types of its nodes are left.
fn build_left(
    sink: &mut dyn Sink,
    pattern: &Pattern,
    variables: &[Option<Operand>; VARIABLES],
    nodes: &mut std::slice::Iter<'_, Type>,
) -> Option<Operand> {
    let &ty = nodes.next()?;
    match pattern {
        Pattern::Op(op, parts) => {
            let operands: Option<Vec<Operand>> =
                parts.iter().map(|part| build_left(sink, part, variables, nodes)).collect();
            sink.emit(*op, &operands?, ty)
        }
        _ => build(sink, pattern, variables, Some(ty)),
    }
}

/// Writes instructions as they are.
struct Writing<'m> {
    module: &'m mut Module,
    function: &'m mut FunctionData,
}

impl Sink for Writing<'_> {
    fn module(&mut self) -> &mut Module {
        self.module
    }

    fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.module, self.function, operand)
    }

    fn emit(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        let inst = self.function.new_inst(op, operands, 0, Span::default());
        self.function.add_results(inst, &[(ty, Precision::None)]);
        self.function.result(inst).map(Operand::from)
    }
}

fn components(module: &Module, constant: Constant) -> Vec<(vitrum_ir::Scalar, u64)> {
    let mut all = Vec::new();
    each_component(module, constant, &mut |scalar, bits| {
        all.push((scalar, bits));
        true
    });
    all
}

/// Whether two components agree as a mark says; `scale` is the greatest number that was met.
fn agree(exactness: Exactness, scalar: vitrum_ir::Scalar, left: u64, right: u64, scale: f64) -> bool {
    let Some(format) = FloatFormat::of(scalar) else { return left == right };
    let (a, b) = (format.decode(left), format.decode(right));
    match exactness {
        Exactness::Exact => left == right || a.is_nan() && b.is_nan(),
        Exactness::Zero | Exactness::Finite => a == b || a.is_nan() && b.is_nan(),
        Exactness::Assoc | Exactness::Real => {
            let epsilon = if format == FloatFormat::F64 { 1e-9 } else { 1e-3 };
            (a - b).abs() <= epsilon * scale.max(1.0)
        }
    }
}

/// Whether half precision is in it: too few digits for laws of real numbers.
fn has_half(module: &Module, typing: &typings::Typing) -> bool {
    typing.nodes.iter().any(|&ty| module.types.scalar_of(ty) == Some(vitrum_ir::Scalar::F16))
}

fn check(rule: &Rule, random: &mut Random) -> Result<usize, String> {
    let mut compared = 0;
    let real = matches!(rule.exactness, Exactness::Assoc | Exactness::Real);
    let mut module = Module::new(Stage::Fragment);
    for typing in typings(&mut module, rule) {
        if real && has_half(&module, &typing) {
            continue;
        }
        let mut undefined = None;
        let before = compared;
        for round in 0..ROUNDS {
            let Some(variables) = samples::assign(&mut module, rule, &typing, real, round, random) else {
                continue;
            };
            let mut folding = Folding { module: &mut module, wild: false, greatest: 0.0 };
            for operand in variables.iter().flatten() {
                if let Some(constant) = operand.constant() {
                    folding.look(constant);
                }
            }
            let Some(left) = build_left(&mut folding, &rule.left, &variables, &mut typing.nodes.iter())
            else {
                continue;
            };
            if folding.wild && rule.exactness >= Exactness::Finite {
                continue;
            }
            let Some(right) = build(&mut folding, &rule.right, &variables, Some(typing.result)) else {
                // It would not fire, or what the left side leaves undefined is more than what the right one does.
                let text: Vec<String> = variables.iter().flatten().map(|it| format!("{:?}", it)).collect();
                undefined = Some(format!("{}: the right side is undefined for {text:?}", rule.text));
                continue;
            };
            let scale = folding.greatest;
            let wild = folding.wild;
            let (Some(left), Some(right)) = (left.constant(), right.constant()) else { continue };
            if module.constants.ty(left) != module.constants.ty(right) {
                continue;
            }
            if wild && rule.exactness >= Exactness::Finite {
                continue;
            }
            compared += 1;
            let (a, b) = (components(&module, left), components(&module, right));
            for (&(scalar, left), &(_, right)) in a.iter().zip(&b) {
                if !agree(rule.exactness, scalar, left, right, scale) {
                    let named: Vec<String> = variables
                        .iter()
                        .enumerate()
                        .filter_map(|(index, it)| {
                            let constant = it.as_ref()?.constant()?;
                            let bits: Vec<String> = components(&module, constant)
                                .into_iter()
                                .map(|(scalar, bits)| match FloatFormat::of(scalar) {
                                    Some(format) => format!("{:?}", format.decode(bits)),
                                    None => format!("{bits:#x} {}", scalar.name()),
                                })
                                .collect();
                            Some(format!("{} = {}", char::from(b"abcdklmn"[index]), bits.join(",")))
                        })
                        .collect();
                    return Err(format!(
                        "{}: {left:#x} and {right:#x} ({}) for {named:?}",
                        rule.text,
                        scalar.name()
                    ));
                }
            }
        }
        // A rule that cannot be typed does not fire; one that is undefined for some values only is wrong.
        if let Some(undefined) = undefined
            && compared > before
        {
            return Err(undefined);
        }
    }
    if compared == 0 { Err(format!("{}: never compared", rule.text)) } else { Ok(compared) }
}

#[test]
fn both_sides_agree() {
    let mut random = Random::new();
    let failures: Vec<String> = rules().filter_map(|rule| check(rule, &mut random).err()).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), rules().count(), failures.join("\n"));
}

#[test]
fn right_sides_cost_no_more() {
    for rule in rules() {
        assert!(rule.right.cost() <= rule.left.cost(), "{}", rule.text);
        assert!(matches!(rule.left, Pattern::Op(op, _) if op == rule.root), "{}", rule.text);
    }
}

/// The instruction that the left side of a rule is, with parameters for variables.
fn write(
    module: &mut Module,
    function: &mut FunctionData,
    rule: &Rule,
    typing: &typings::Typing,
    random: &mut Random,
    round: usize,
) -> Option<vitrum_ir::Inst> {
    let constants = samples::assign(module, rule, typing, true, round, random)?;
    let mut variables = constants;
    let body = function.body;
    for (index, slot) in variables.iter_mut().enumerate().take(usize::from(FIRST_CONSTANT)) {
        let Some(ty) = typing.variables[index] else { continue };
        let bounded = rule.conditions.iter().any(
            |it| matches!(it, Condition::Bounds(variables, _) if variables.iter().any(|&it| usize::from(it) == index)),
        );
        if let (true, Some(number)) = (bounded, *slot) {
            // Something of which no more is known than that it is this number.
            let scalar = module.types.scalar_of(ty)?;
            let param: Operand = function.add_param(body, ty, Precision::None).into();
            let mut writing = Writing { module, function };
            *slot = Some(if scalar.is_signed() {
                writing.emit(Op::Sclamp, &[param, number, number], ty)?
            } else {
                writing.emit(Op::Uclamp, &[param, number, number], ty)?
            });
            continue;
        }
        let fact = |wanted| {
            rule.conditions.iter().any(
                |it| matches!(it, Condition::Fact(variable, fact) if usize::from(*variable) == index && *fact == wanted),
            )
        };
        let (op, from) = if fact(Fact::Unit) {
            (Some(Op::Fract), ty)
        } else if fact(Fact::Number) {
            (Some(Op::UtoF), module.types.with_scalar(ty, vitrum_ir::Scalar::U32)?)
        } else if fact(Fact::NonNegative) {
            (Some(Op::Exp), ty)
        } else if fact(Fact::Integral) {
            (Some(Op::Fsign), ty)
        } else {
            (None, ty)
        };
        let param: Operand = function.add_param(body, from, Precision::None).into();
        *slot = Some(match op {
            Some(op) => Writing { module, function }.emit(op, &[param], ty)?,
            None => param,
        });
    }
    let mut nodes = typing.nodes.iter();
    let root = build_left(&mut Writing { module, function }, &rule.left, &variables, &mut nodes)?;
    match function.values[root.value()?].def() {
        vitrum_ir::ValueDef::Result { inst, .. } => Some(inst),
        vitrum_ir::ValueDef::Param { .. } => None,
    }
}

#[test]
fn no_rule_hides_another() {
    let mut random = Random::new();
    let wanted = Wanted { allows: &|_| true, has_bits: true, uses: &|_| 1 };
    let mut failures = Vec::new();
    for (number, rule) in rules().enumerate() {
        let mut module = Module::new(Stage::Fragment);
        let mut instead = None;
        let mut reached = false;
        'tries: for typing in typings(&mut module, rule) {
            for round in 0..40 {
                let name = module.names.intern("test");
                let mut function = FunctionData::new(name, common::VOID);
                let Some(inst) = write(&mut module, &mut function, rule, &typing, &mut random, round) else {
                    continue;
                };
                match find(&module, &function, inst, &wanted) {
                    Some((found, ..)) if found == number => {
                        reached = true;
                        break 'tries;
                    }
                    Some((_, other, _)) => instead = Some(other.text),
                    None => {}
                }
            }
        }
        if !reached {
            failures.push(format!("{}  BUT  {}", rule.text, instead.unwrap_or("no rule fires")));
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn variables_of_the_right_side_are_bound() {
    fn collect(pattern: &Pattern, seen: &mut [bool; VARIABLES]) {
        match pattern {
            Pattern::Any(variable) | Pattern::Const(variable) => seen[usize::from(*variable)] = true,
            Pattern::Literal(_) => {}
            Pattern::Op(_, parts) => parts.iter().for_each(|part| collect(part, seen)),
        }
    }
    for rule in rules() {
        let (mut left, mut right) = ([false; VARIABLES], [false; VARIABLES]);
        collect(&rule.left, &mut left);
        collect(&rule.right, &mut right);
        for condition in rule.conditions {
            match condition {
                Condition::Fact(variable, _) => right[usize::from(*variable)] = true,
                Condition::Constants(variables, _) | Condition::Bounds(variables, _) => {
                    variables.iter().for_each(|&variable| right[usize::from(variable)] = true);
                }
            }
        }
        assert!((0..VARIABLES).all(|index| left[index] || !right[index]), "{}", rule.text);
    }
}
