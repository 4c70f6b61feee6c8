//! Holds every rule to its mark: the two sides agree, the right one costs no more, and the rule is reached.

mod samples;
mod typings;

use super::build::{Sink, build};
use super::matching::{KnownKinds, Wanted, each_component, find};
use super::{Condition, Exactness, FIRST_CONSTANT, Fact, Pattern, Rule, STANDARD, VARIABLES};
use samples::{Numbers, Random};
use typings::typings;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::sign_extend;
use vitrum_ir::fold::{Tables, fold_constants};
use vitrum_ir::{
    Class, Constant, FunctionData, Module, Op, Operand, Precision, Scalar, Span, Stage, Type, types::common,
    typing,
};

/// Values tried for each way to type a rule.
const ROUNDS: usize = 12;
/// The same where there are floats, which have more ends.
const FLOAT_ROUNDS: usize = 24;

/// Times that numbers are tried to refute a rule that is wrong.
const TRIES: usize = 24;

fn rules() -> impl Iterator<Item = &'static Rule> {
    STANDARD.rules()
}

/// The operand that the lesser or greater of two is, if one is a NaN or both are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pick {
    #[default]
    Number,
    Nan,
    First,
    Second,
}

/// Freedoms of implementations.
#[derive(Clone, Copy, Debug, Default)]
struct Device {
    /// Subnormal numbers are zeros to arithmetic.
    flushes: bool,
    pick: Pick,
    /// A NaN that is clamped stays one, whatever the lesser and the greater of two do.
    clamps_nan: bool,
    /// `step` gives 0 for a NaN, the sign of a NaN is one, and as an integer it is the least.
    keeps_nan: bool,
}

const fn device(flushes: bool, pick: Pick, clamps_nan: bool, keeps_nan: bool) -> Device {
    Device { flushes, pick, clamps_nan, keeps_nan }
}

/// Devices that differ; the first two in what all operations do.
const DEVICES: [Device; 8] = [
    device(false, Pick::Number, false, false),
    device(true, Pick::Number, false, false),
    device(false, Pick::Nan, true, true),
    device(true, Pick::Nan, true, true),
    device(false, Pick::First, false, true),
    device(false, Pick::Second, false, false),
    device(false, Pick::Second, true, false),
    device(false, Pick::Number, true, true),
];

/// Operations on which only the first two devices agree.
const FREE: [Op; 6] = [Op::Fmin, Op::Fmax, Op::Fclamp, Op::Step, Op::Fsign, Op::FtoS];

impl Device {
    /// The lesser or greater of two numbers.
    fn limit(self, format: FloatFormat, greater: bool, first: u64, second: u64) -> u64 {
        let (a, b) = (format.decode(first), format.decode(second));
        if a.is_nan() || b.is_nan() {
            return match self.pick {
                Pick::Number => {
                    if a.is_nan() {
                        second
                    } else {
                        first
                    }
                }
                Pick::Nan => {
                    if a.is_nan() {
                        first
                    } else {
                        second
                    }
                }
                Pick::First => first,
                Pick::Second => second,
            };
        }
        let takes_second = if a == b { self.pick == Pick::Second } else { greater == (b > a) };
        if takes_second { second } else { first }
    }

    /// A component of the result of an operation in which devices are free.
    fn component(self, op: Op, result: Scalar, operands: &[(Scalar, u64)]) -> Option<u64> {
        let format = FloatFormat::of(operands.first()?.0)?;
        let is_nan = |bits| format.decode(bits).is_nan();
        let limit = |greater, a, b| self.limit(format, greater, a, b);
        match (op, operands) {
            (Op::Fmin | Op::Fmax, &[(_, a), (_, b)]) => Some(limit(op == Op::Fmax, a, b)),
            (Op::Fclamp, &[(_, x), ..]) if self.clamps_nan && is_nan(x) => Some(x),
            (Op::Fclamp, &[(_, x), (_, low), (_, high)]) => Some(limit(false, limit(true, x, low), high)),
            (Op::Step, &[(_, edge), (_, x)]) => {
                let (edge, x) = (format.decode(edge), format.decode(x));
                let below = x < edge || self.keeps_nan && (x.is_nan() || edge.is_nan());
                Some(if below { 0 } else { format.one() })
            }
            (Op::Fsign, &[(_, x)]) if self.keeps_nan && is_nan(x) => Some(x),
            (Op::FtoS, &[(_, x)]) if self.keeps_nan && is_nan(x) => Some(1 << (result.width() - 1)),
            _ => None,
        }
    }
}

/// True if a clamp has limits in the wrong order, for which its result is undefined.
fn is_undefined(op: Op, operands: &[Vec<(Scalar, u64)>]) -> bool {
    let (Op::Sclamp | Op::Uclamp | Op::Fclamp, [_, low, high]) = (op, operands) else { return false };
    low.iter().zip(high).any(|(&(scalar, low), &(_, high))| match FloatFormat::of(scalar) {
        Some(format) => format.decode(low) > format.decode(high),
        None if scalar.is_signed() => sign_extend(scalar.width(), low) > sign_extend(scalar.width(), high),
        None => low > high,
    })
}

/// Evaluates.
struct Folding<'m> {
    module: &'m mut Module,
    device: Device,
    /// True if something on the way was infinite or NaN.
    wild: bool,
    /// True if something on the way was undefined, though evaluation gives what devices usually do.
    undefined: bool,
    /// Number of operations evaluated so far.
    count: usize,
    /// The operation that gives a result that is off by as much as a device may be.
    off: Option<usize>,
}

/// True if an operation moves bits and computes nothing.
fn moves(op: Op) -> bool {
    let moves = matches!(
        op,
        Op::Select
            | Op::Construct
            | Op::Splat
            | Op::Extract
            | Op::Insert
            | Op::Swizzle
            | Op::Shuffle
            | Op::Bitcast
            | Op::Transpose
            | Op::Fneg
            | Op::Fabs
    );
    moves || matches!(op.info().sig, vitrum_ir::Sig::Pack)
}

/// Zero for a subnormal number.
fn flushed(scalar: Scalar, bits: u64) -> u64 {
    let Some(format) = FloatFormat::of(scalar) else { return bits };
    let magnitude = bits & !format.sign_bit();
    if magnitude < samples::smallest(format) { bits & format.sign_bit() } else { bits }
}

/// The error that a device may make, in relation to the result, in units of its last place; the second number is absolute
/// (Vulkan, "Precision of Individual Operations").
fn allowance(op: Op, largest: f64) -> (f64, f64) {
    match op {
        Op::Fdiv => (2.5, 0.0),
        Op::InverseSqrt => (2.0, 0.0),
        Op::Sqrt | Op::Length | Op::Distance => (5.0, 0.0),
        Op::Exp | Op::Exp2 => (3.0 + 2.0 * largest, 0.0),
        Op::Log | Op::Log2 => (3.0, f64::from(2.0f32).powi(-21)),
        Op::Pow => (16.0 + 4.0 * largest, 0.0),
        Op::Sin | Op::Cos | Op::Tan => (16.0, f64::from(2.0f32).powi(-11)),
        Op::Asin | Op::Acos | Op::Atan | Op::Atan2 => (4096.0, 0.0),
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Normalize | Op::Radians | Op::Degrees => (8.0, 0.0),
        _ => (1.0, 0.0),
    }
}

/// True if all components of a constant that are floats are finite.
fn is_finite(module: &Module, constant: Constant) -> bool {
    each_component(module, constant, &mut |scalar, bits| {
        FloatFormat::of(scalar).is_none_or(|format| format.decode(bits).is_finite())
    })
}

impl Folding<'_> {
    /// A constant with each component changed.
    fn map(&mut self, constant: Constant, change: &dyn Fn(usize, Scalar, u64) -> u64) -> Constant {
        let parts = components(self.module, constant);
        let bits: Vec<u64> =
            parts.iter().enumerate().map(|(at, &(scalar, bits))| change(at, scalar, bits)).collect();
        if bits.iter().zip(&parts).all(|(new, (_, old))| new == old) {
            return constant;
        }
        let ty = self.module.constants.ty(constant);
        samples::make(self.module, ty, &bits).unwrap_or(constant)
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
        let mut operands: Vec<Constant> = operands.iter().filter_map(|operand| operand.constant()).collect();
        let flushes = self.device.flushes && !moves(op);
        if flushes {
            for operand in &mut operands {
                *operand = self.map(*operand, &|_, scalar, bits| flushed(scalar, bits));
            }
        }
        let mut constant = fold_constants(&mut Tables::of(self.module), op, &operands, 0, ty)?;
        if flushes {
            constant = self.map(constant, &|_, scalar, bits| flushed(scalar, bits));
        }
        let parts: Vec<Vec<(Scalar, u64)>> =
            operands.iter().map(|&operand| components(self.module, operand)).collect();
        self.undefined |= is_undefined(op, &parts);
        if FREE.contains(&op) {
            let device = self.device;
            constant = self.map(constant, &|at, scalar, bits| {
                let operands: Vec<(Scalar, u64)> =
                    parts.iter().filter_map(|parts| parts.get(at).copied()).collect();
                device.component(op, scalar, &operands).unwrap_or(bits)
            });
        }
        if self.off == Some(self.count) {
            let mut largest: f64 = 0.0;
            for &operand in &operands {
                for (scalar, bits) in components(self.module, operand) {
                    let value = FloatFormat::of(scalar).map_or(0.0, |format| format.decode(bits));
                    largest = largest.max(value.abs());
                }
            }
            let (units, mut absolute) = allowance(op, largest);
            let sums_products = matches!(
                op,
                Op::Dot
                    | Op::VectorTimesMatrix
                    | Op::MatrixTimesVector
                    | Op::MatrixTimesMatrix
                    | Op::Fma
                    | Op::Fmix
                    | Op::Cross
            );
            let format = operands.first().and_then(|&it| components(self.module, it).first().copied());
            if let (true, Some(format)) =
                (sums_products, format.and_then(|(scalar, _)| FloatFormat::of(scalar)))
            {
                absolute += 4.0 * unit(format) * largest * largest;
            }
            constant = self.map(constant, &|_, scalar, bits| {
                let Some(format) = FloatFormat::of(scalar).filter(|_| !moves(op)) else { return bits };
                let value = format.decode(bits);
                // Towards zero, for beyond the range there is nothing to measure; what is subnormal may go.
                let distance =
                    units * unit(format) * value.abs() + absolute + format.decode(samples::smallest(format));
                format.encode(value - distance.copysign(value))
            });
        }
        self.count += 1;
        self.wild |= !is_finite(self.module, constant);
        Some(constant.into())
    }
}

/// The last place of a number close to 1.
fn unit(format: FloatFormat) -> f64 {
    format.decode(format.one() + 1) - 1.0
}

/// Evaluates the left side of a rule for a typing, of which the types of its nodes are left.
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

fn components(module: &Module, constant: Constant) -> Vec<(Scalar, u64)> {
    let mut all = Vec::new();
    each_component(module, constant, &mut |scalar, bits| {
        all.push((scalar, bits));
        true
    });
    all
}

/// True if two components are the same as a mark says.
fn agree(exactness: Exactness, scalar: Scalar, left: u64, right: u64) -> bool {
    let Some(format) = FloatFormat::of(scalar) else { return left == right };
    let (a, b) = (format.decode(left), format.decode(right));
    match exactness {
        Exactness::Exact => left == right || a.is_nan() && b.is_nan(),
        Exactness::Zero | Exactness::Finite => a == b || a.is_nan() && b.is_nan(),
        Exactness::Assoc | Exactness::Real => false,
    }
}

/// The numbers that a side of a rule gives.
struct Side {
    constant: Constant,
    /// True if it was all finite on the way.
    finite: bool,
    /// True if something on the way was undefined.
    undefined: bool,
    /// Number of operations.
    count: usize,
}

/// The numbers that a side of a rule gives, if it gives any.
fn evaluate(
    module: &mut Module,
    device: Device,
    off: Option<usize>,
    side: &mut dyn FnMut(&mut Folding<'_>) -> Option<Operand>,
) -> Option<Side> {
    let mut folding = Folding { module, device, wild: false, undefined: false, count: 0, off };
    let constant = side(&mut folding)?.constant()?;
    Some(Side { constant, finite: !folding.wild, undefined: folding.undefined, count: folding.count })
}

/// The distance that each component may have from what a side of a rule gives: each operation may be off by as much as Vulkan
/// allows.
fn slack(
    module: &mut Module,
    constant: Constant,
    count: usize,
    side: &mut dyn FnMut(&mut Folding<'_>) -> Option<Operand>,
) -> Vec<f64> {
    let values = |module: &Module, constant| -> Vec<f64> {
        let decode =
            |&(scalar, bits): &(Scalar, u64)| FloatFormat::of(scalar).map_or(0.0, |it| it.decode(bits));
        components(module, constant).iter().map(decode).collect()
    };
    let exact = values(module, constant);
    let mut slack: Vec<f64> = vec![0.0; exact.len()];
    for off in 0..count {
        let Some(moved) = evaluate(module, Device::default(), Some(off), side) else { continue };
        for ((slot, exact), moved) in slack.iter_mut().zip(&exact).zip(values(module, moved.constant)) {
            let distance = (moved - exact).abs();
            // Nothing can be said of what an allowed error takes out of the range.
            *slot += if distance.is_nan() { f64::INFINITY } else { distance };
        }
    }
    slack
}

/// The share of a device's allowed error by which two sides of a law of real numbers may be apart.
const FACTOR: f64 = 8.0;

/// The first thing in which the right side of a law of real numbers is worse than the left one, which is finite on all of
/// its way: not finite, zero instead of a normal number, or farther off than the left side may be.
fn worse(module: &Module, left: Constant, right: Constant, slack: &[f64], ordered: bool) -> Option<String> {
    let (a, b) = (components(module, left), components(module, right));
    for ((&(scalar, left), &(_, right)), slack) in a.iter().zip(&b).zip(slack) {
        let Some(format) = FloatFormat::of(scalar) else {
            if left != right {
                return Some(format!("{left:#x} and {right:#x}"));
            }
            continue;
        };
        let (x, y) = (format.decode(left), format.decode(right));
        let smallest = format.decode(samples::smallest(format));
        let allowed = FACTOR * (slack + unit(format) * x.abs() + smallest);
        if !y.is_finite() && ordered || y.is_finite() && (x - y).abs() > allowed {
            return Some(format!("{x:?} and {y:?}, {allowed:?} apart at most"));
        }
    }
    None
}

fn describe(module: &Module, variables: &[Option<Operand>; VARIABLES]) -> String {
    let named = variables.iter().enumerate().filter_map(|(index, it)| {
        let constant = it.as_ref()?.constant()?;
        let bits: Vec<String> = components(module, constant)
            .into_iter()
            .map(|(scalar, bits)| match FloatFormat::of(scalar) {
                Some(format) => format!("{:?}", format.decode(bits)),
                None => format!("{bits:#x} {}", scalar.name()),
            })
            .collect();
        Some(format!("{} = {}", char::from(b"abcdeklmn"[index]), bits.join(",")))
    });
    named.collect::<Vec<_>>().join("; ")
}

/// Number of values for a typing that were compared; an error is a case in which the two sides do not agree.
fn check(rule: &Rule, random: &mut Random) -> Result<usize, String> {
    let mut compared = 0;
    let real = matches!(rule.exactness, Exactness::Assoc | Exactness::Real);
    let mut module = Module::new(Stage::Fragment);
    for typing in typings(&mut module, rule) {
        let mut undefined = None;
        let first = compared;
        let floats = typing.nodes.iter().any(|&ty| module.types.scalar_of(ty).is_some_and(Scalar::is_float));
        for round in 0..if floats { FLOAT_ROUNDS } else { ROUNDS } {
            let numbers = match (real, round % 4) {
                (false, _) => Numbers::Any,
                (true, 0) => Numbers::Tame,
                (true, _) => Numbers::Finite,
            };
            let Some(variables) = samples::assign(&mut module, rule, &typing, numbers, round, random) else {
                continue;
            };
            let inputs = {
                let mut constants = variables.iter().flatten().filter_map(|it| it.constant());
                constants.all(|it| is_finite(&module, it))
            };
            let mut left_side = |folding: &mut Folding<'_>| {
                build_left(folding, &rule.left, &variables, &mut typing.nodes.iter())
            };
            let mut right_side =
                |folding: &mut Folding<'_>| build(folding, &rule.right, &variables, Some(typing.result));
            let is_free = FREE.iter().any(|op| rule.text.contains(&format!("{op:?}")));
            let devices = if real || !floats {
                1
            } else if is_free {
                DEVICES.len()
            } else {
                2
            };
            for device in DEVICES.into_iter().take(devices) {
                let Some(before) = evaluate(&mut module, device, None, &mut left_side) else {
                    break;
                };
                if rule.exactness >= Exactness::Finite && !(inputs && before.finite) {
                    continue;
                }
                let after = evaluate(&mut module, device, None, &mut right_side);
                let Some(after) = after.filter(|after| before.undefined || !after.undefined) else {
                    // It would not fire, or what the left side leaves undefined is more than what the right one does.
                    let text = describe(&module, &variables);
                    undefined = Some(format!("{}: the right side is undefined for {text}", rule.text));
                    break;
                };
                let (left, right) = (before.constant, after.constant);
                if module.constants.ty(left) != module.constants.ty(right) {
                    continue;
                }
                compared += 1;
                let failure = if real {
                    // Sums and products in another order may leave the range on the way, and round there: ESSL and
                    // Vulkan grant that.
                    let ordered = rule.exactness == Exactness::Real;
                    let none = vec![0.0; components(&module, left).len()];
                    if !ordered && !after.finite || worse(&module, left, right, &none, ordered).is_none() {
                        None
                    } else {
                        let mut allowed = slack(&mut module, left, before.count, &mut left_side);
                        if !ordered {
                            let more = slack(&mut module, right, after.count, &mut right_side);
                            allowed.iter_mut().zip(more).for_each(|(slot, more)| *slot += more);
                        }
                        worse(&module, left, right, &allowed, ordered)
                    }
                } else {
                    let parts = components(&module, left).into_iter().zip(components(&module, right));
                    let settled = |scalar, bits| if device.flushes { flushed(scalar, bits) } else { bits };
                    let differs = |&((scalar, left), (_, right)): &((Scalar, u64), (Scalar, u64))| {
                        !agree(rule.exactness, scalar, settled(scalar, left), settled(scalar, right))
                    };
                    parts.into_iter().find(differs).map(|((scalar, left), (_, right))| {
                        format!("{left:#x} and {right:#x} ({}) on {device:?}", scalar.name())
                    })
                };
                if let Some(failure) = failure {
                    return Err(format!("{}: {failure} for {}", rule.text, describe(&module, &variables)));
                }
            }
        }
        // A rule that cannot be typed does not fire; one that is undefined for some values only is wrong.
        if let Some(undefined) = undefined
            && compared > first
        {
            return Err(undefined);
        }
    }
    if compared == 0 { Err(format!("{}: never compared", rule.text)) } else { Ok(compared) }
}

/// The approximate operations of a pattern, sorted; those on constants alone, and the others.
fn approximations(pattern: &Pattern) -> [Vec<Op>; 2] {
    fn collect(pattern: &Pattern, found: &mut [Vec<Op>; 2]) {
        if let Pattern::Op(op, parts) = pattern {
            if op.info().laws.contains(vitrum_ir::Laws::INEXACT) {
                found[usize::from(!pattern.is_constant())].push(*op);
            }
            parts.iter().for_each(|part| collect(part, found));
        }
    }
    let mut found = [Vec::new(), Vec::new()];
    collect(pattern, &mut found);
    found.iter_mut().for_each(|ops| ops.sort_unstable());
    found
}

#[test]
fn exact_rules_leave_approximations_to_devices() {
    for rule in rules().filter(|rule| rule.exactness == Exactness::Exact) {
        assert_eq!(approximations(&rule.right)[0], [], "{}", rule.text);
    }
}

/// Every fact that is said to follow from facts about operands holds for what the operation gives.
#[test]
fn facts_follow() {
    const FACTS: [Fact; 5] = [Fact::NonNegative, Fact::Unit, Fact::Integral, Fact::Number, Fact::Unsigned];
    let mut values: Vec<u64> = samples::extremes(FloatFormat::F32).to_vec();
    values.extend(
        [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.5, -0.75, 3.0, -2.0].map(|it| u64::from(it.to_bits())),
    );
    let mut module = Module::new(Stage::Fragment);
    let name = module.names.intern("test");
    let (mut failures, mut followed) = (Vec::new(), 0);
    let mut random = Random::new();
    for &op in Op::ALL {
        let sig = op.info().sig;
        let count = match sig {
            vitrum_ir::Sig::Unary(Class::Float | Class::FloatOrMatrix) | vitrum_ir::Sig::Length => 1,
            vitrum_ir::Sig::Binary(Class::Float | Class::FloatOrMatrix)
            | vitrum_ir::Sig::Dot
            | vitrum_ir::Sig::Distance => 2,
            vitrum_ir::Sig::Ternary(Class::Float) => 3,
            _ => continue,
        };
        for _ in 0..2000 {
            let mut bits: Vec<u64> =
                (0..count).map(|_| values[random.next() as usize % values.len()]).collect();
            // Half of them twice, which some facts ask about.
            if count == 2 && random.next().is_multiple_of(2) {
                bits[1] = bits[0];
            }
            let constants: Vec<Constant> =
                bits.iter().map(|&bits| module.constants.scalar(Scalar::F32, bits)).collect();
            let operands: Vec<Operand> = constants.iter().map(|&it| it.into()).collect();
            let mut function = FunctionData::new(name, common::VOID);
            let inst = function.new_inst(op, &operands, 0, Span::default());
            function.add_results(inst, &[(common::F32, Precision::None)]);
            let known = |operand: Operand, fact: Fact| {
                operand
                    .constant()
                    .and_then(|it| module.constants.bits(it))
                    .is_some_and(|bits| samples::fact_holds(Scalar::F32, bits, fact))
            };
            let said: Vec<Fact> = FACTS
                .into_iter()
                .filter(|&fact| super::facts::follows(&module, &function, inst, fact, &known))
                .collect();
            for device in DEVICES {
                let mut side = |folding: &mut Folding<'_>| folding.emit(op, &operands, common::F32);
                let Some(result) = evaluate(&mut module, device, None, &mut side) else { continue };
                let result = result.constant;
                let Some(result) = module.constants.bits(result) else { continue };
                // A clamp between limits in the wrong order is undefined.
                let limits =
                    bits.get(1..3).map(|it| [FloatFormat::F32.decode(it[0]), FloatFormat::F32.decode(it[1])]);
                let undefined = matches!(op, Op::Fclamp | Op::Nclamp)
                    && limits.is_some_and(|[low, high]| low > high || low.is_nan() || high.is_nan());
                for &fact in &said {
                    followed += 1;
                    if !undefined && !samples::fact_holds(Scalar::F32, result, fact) {
                        let of: Vec<f64> = bits.iter().map(|&bits| FloatFormat::F32.decode(bits)).collect();
                        let result = FloatFormat::F32.decode(result);
                        failures.push(format!("{op:?} of {of:?} is {result:?}, not {fact:?}, on {device:?}"));
                    }
                }
            }
        }
    }
    failures.dedup_by_key(|text| text[..4].to_owned());
    assert!(failures.is_empty() && followed > 10_000, "{followed}:\n{}", failures.join("\n"));
}

#[test]
fn both_sides_agree() {
    let refuted = |rule: &Rule| {
        // Four rounds refute nearly all rules with a condition too few that more rounds refute.
        let tries = if rule.conditions.is_empty() && rule.exactness == Exactness::Exact { 1 } else { 4 };
        refutation(rule, tries)
    };
    let failures: Vec<String> = rules().filter_map(refuted).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), rules().count(), failures.join("\n"));
}

/// Numbers for which the two sides of a rule do not agree, if some are found.
fn refutation(rule: &Rule, tries: usize) -> Option<String> {
    // Each rule has numbers of its own, so that none depends on those before it.
    (0..tries).find_map(|number| check(rule, &mut Random::of(&format!("{number} {}", rule.text))).err())
}

/// A rule without one of its conditions, or with a stricter mark, which numbers refute.
#[test]
fn conditions_and_marks_are_needed() {
    let mut idle = Vec::new();
    for rule in rules() {
        for (dropped, name) in names_of_conditions(rule.text).into_iter().enumerate() {
            let mut conditions = rule.conditions.to_vec();
            conditions.remove(dropped);
            let weaker = Rule { conditions: conditions.leak(), ..*rule };
            if refutation(&weaker, TRIES).is_none() {
                idle.push(format!("{}: without {name}", rule.text));
            }
        }
        // If both sides have the same approximations, numbers have to tell.
        let ([_, left], [constant, right]) = (approximations(&rule.left), approximations(&rule.right));
        let is_same = constant.is_empty() && left == right;
        let exact = Rule { exactness: Exactness::Exact, ..*rule };
        if rule.exactness != Exactness::Exact && is_same && refutation(&exact, TRIES).is_none() {
            idle.push(format!("{}: marked exact", rule.text));
        }
    }
    assert!(idle.is_empty(), "{}:\n{}", idle.len(), idle.join("\n"));
}

/// The conditions of a rule as they are written.
fn names_of_conditions(text: &str) -> Vec<&str> {
    let list = text.split_once("if [").and_then(|(_, list)| list.rsplit_once(']'));
    list.map_or_else(Vec::new, |(list, _)| {
        list.split_inclusive(')').map(|it| it.trim_matches([',', ' '])).collect()
    })
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
    let constants = samples::assign(module, rule, typing, Numbers::Tame, round, random)?;
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
    let mut failures = Vec::new();
    for (number, rule) in rules().enumerate() {
        let mut module = Module::new(Stage::Fragment);
        let kinds = KnownKinds::default();
        let wanted =
            Wanted { allows: &|_| true, exact_only: false, has_bits: true, uses: &|_| 1, kinds: &kinds };
        let mut instead = None;
        let mut reached = false;
        'tries: for typing in typings(&mut module, rule) {
            for round in 0..40 {
                let name = module.names.intern("test");
                let mut function = FunctionData::new(name, common::VOID);
                let Some(inst) = write(&mut module, &mut function, rule, &typing, &mut random, round) else {
                    continue;
                };
                match find(&[&STANDARD], &module, &function, inst, &wanted) {
                    Some(found) if found.number == number => {
                        reached = true;
                        break 'tries;
                    }
                    Some(found) => instead = Some(found.rule.text),
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

#[test]
fn conditions_hold_for_the_numbers_that_they_name() {
    use super::conditions::{covered_above, covers_raised, multiple, power_of_two, product_fits};
    use Scalar::{I32, U32};
    assert!(power_of_two(U32, &[4]) && !power_of_two(I32, &[1 << 31]));
    assert!(covered_above(U32, &[0xffff_fff0, 4]) && !covered_above(U32, &[0xffff_ffe0, 4]));
    assert!(covers_raised(U32, &[31, 1 << 31]) && !covers_raised(U32, &[32, 1]));
    assert!(multiple(U32, &[6, 3]) && !multiple(U32, &[6, 4]) && !multiple(U32, &[6, 0]));
    assert!(product_fits(I32, &[6, 3]) && !product_fits(I32, &[0, 3]));
}
