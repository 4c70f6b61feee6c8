//! Values for the variables of a rule: edges and random ones.

use super::super::matching::narrower;
use super::super::{Condition, Fact, Rule, VARIABLES};
use super::typings::Typing;
use crate::analysis::ranges::Bounds;
use std::sync::LazyLock;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::eval::scalar::{ones, truncate};
use vitrum_ir::{Constant, Module, Operand, Scalar, Type, TypeData};

/// A generator of numbers that are the same every time.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A generator for something with a name.
    pub(super) fn of(name: &str) -> Self {
        let mix = |seed: u64, byte: u8| (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, mix) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }
}

const EDGES: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -3.0,
    0.1,
    1e-3,
    7.25,
    1e4,
    -1e4,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e38,
    -1e38,
    3.0,
    -0.75,
];
/// Numbers with which laws of real numbers can be tried without losing too many digits.
const TAME: &[f64] = &[0.5, 1.0, 2.0, 3.0, -0.5, -2.0, 0.25, 0.3, 0.7, 0.9, 1.5, 4.0, -1.25, 0.125, 0.0];

/// The ends of a format's range, as bits: subnormal, smallest and largest numbers, and those whose sums, products, squares and
/// quotients are close to the ends.
pub(super) fn extremes(format: FloatFormat) -> &'static [u64] {
    static ALL: [LazyLock<Vec<u64>>; 3] = [
        LazyLock::new(|| ends(FloatFormat::F16)),
        LazyLock::new(|| ends(FloatFormat::F32)),
        LazyLock::new(|| ends(FloatFormat::F64)),
    ];
    match format {
        FloatFormat::F16 => &ALL[0],
        FloatFormat::F64 => &ALL[2],
        // The others have no arithmetic.
        _ => &ALL[1],
    }
}

/// The smallest normal number of a format.
pub(super) fn smallest(format: FloatFormat) -> u64 {
    extremes(format)[3]
}

fn ends(format: FloatFormat) -> Vec<u64> {
    let (mantissa, exponent) = match format {
        FloatFormat::F16 => (10, 5),
        FloatFormat::F64 => (52, 11),
        _ => (23, 8),
    };
    let bias = ones(exponent - 1);
    let power = |exponent: u64| exponent << mantissa;
    let largest = power(ones(exponent)) - 1;
    let one = power(bias);
    let least = power(1);
    let root = |end: u64| power((end + bias) / 2);
    let mut all = vec![
        0,
        1,
        least - 1,
        least,
        least + 1,
        power(2) + 5,
        largest,
        largest - 1,
        power(ones(exponent) - 2) + 3,
        power(ones(exponent) - 1),
        root(ones(exponent) - 1),
        root(ones(exponent) - 1) + power(2),
        root(1),
        root(1) - power(2),
        power(3 * bias / 2) + 7,
        power(bias / 2) + 7,
        one - 1,
        one,
        one + 1,
        power(bias + 1) + 3,
        power(bias + u64::from(exponent)) + 11,
        power(bias - u64::from(exponent)) + 11,
        // The ends of the powers of two that have a reciprocal.
        power(3),
        power(ones(exponent) - 3),
    ];
    let negative: Vec<u64> = all.iter().map(|&bits| bits | format.sign_bit()).collect();
    all.extend(negative);
    all
}

/// The numbers that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Anything, infinities and NaN too.
    Any,
    /// Finite numbers that are not subnormal, which a device may read as zero; the ends of the range too.
    Finite,
    /// Those that lose few digits.
    Tame,
}

const INTS: &[u64] = &[0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 63, 0x7fff_ffff, u64::MAX, u64::MAX - 1, 255, 12];

fn component(scalar: Scalar, numbers: Numbers, random: &mut Random) -> u64 {
    if scalar == Scalar::Bool {
        return random.below(2);
    }
    let Some(format) = FloatFormat::of(scalar) else {
        let pick = random.below(8);
        let bits = match pick {
            0..=3 => INTS[random.below(INTS.len() as u64) as usize],
            4 => 1 << random.below(u64::from(scalar.width())),
            5 => ones(random.below(u64::from(scalar.width())) as u32),
            6 => random.below(40),
            _ => random.next(),
        };
        return truncate(scalar.width(), bits);
    };
    let tame = match numbers {
        Numbers::Any => false,
        Numbers::Finite => random.below(3) == 0,
        Numbers::Tame => true,
    };
    if tame {
        let pick = random.below(3);
        let value = match pick {
            0 => TAME[random.below(TAME.len() as u64) as usize],
            1 => (random.below(2000) as f64 - 1000.0) / 250.0 + 0.01,
            _ => random.below(1000) as f64 / 400.0 + 0.02,
        };
        return format.encode(value);
    }
    let ends = extremes(format);
    match random.below(if numbers == Numbers::Finite { 2 } else { 6 }) {
        0 | 1 => {
            let bits = ends[random.below(ends.len() as u64) as usize];
            let is_subnormal = bits & !format.sign_bit() < smallest(format);
            if numbers == Numbers::Finite && is_subnormal { bits & format.sign_bit() } else { bits }
        }
        2 | 3 => format.encode(EDGES[random.below(EDGES.len() as u64) as usize]),
        4 => format.encode((random.below(20000) as f64 - 10000.0) / 128.0),
        _ => truncate(scalar.width(), random.next()),
    }
}

fn scalars(module: &Module, ty: Type) -> Option<(Scalar, usize)> {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => Some((scalar, 1)),
        TypeData::Vector { scalar, size } => Some((scalar, usize::from(size))),
        TypeData::Matrix { scalar, columns, rows } => {
            Some((scalar, usize::from(columns) * usize::from(rows)))
        }
        _ => None,
    }
}

pub(super) fn make(module: &mut Module, ty: Type, bits: &[u64]) -> Option<Constant> {
    let (scalar, _) = scalars(module, ty)?;
    let parts: Vec<Constant> = bits.iter().map(|&bits| module.constants.scalar(scalar, bits)).collect();
    match module.types.get(ty) {
        TypeData::Scalar(_) => parts.first().copied(),
        TypeData::Matrix { rows, .. } => {
            let column = module.types.vector(scalar, u32::from(rows));
            let columns: Vec<Constant> = parts
                .chunks(usize::from(rows))
                .map(|parts| module.constants.composite(column, parts))
                .collect();
            Some(module.constants.composite(ty, &columns))
        }
        _ => Some(module.constants.composite(ty, &parts)),
    }
}

/// Constants for the variables that meet the conditions of a rule; none if they could not be found.
pub(super) fn assign(
    module: &mut Module,
    rule: &Rule,
    typing: &Typing,
    numbers: Numbers,
    round: usize,
    random: &mut Random,
) -> Option<[Option<Operand>; VARIABLES]> {
    let mut components: [Vec<u64>; VARIABLES] = Default::default();
    let mut found: [Option<Scalar>; VARIABLES] = [None; VARIABLES];
    for index in 0..VARIABLES {
        let Some(ty) = typing.variables[index] else { continue };
        let (scalar, count) = scalars(module, ty)?;
        found[index] = Some(scalar);
        // Constants that are the same everywhere, too.
        let same = round.is_multiple_of(2);
        // Powers of negative numbers are undefined, though evaluation gives something.
        let size = |bits: u64| match FloatFormat::of(scalar) {
            Some(format) if numbers != Numbers::Any && rule.text.contains("Pow") => bits & !format.sign_bit(),
            _ => bits,
        };
        let first = size(component(scalar, numbers, random));
        components[index] =
            (0..count).map(|_| if same { first } else { size(component(scalar, numbers, random)) }).collect();
        // Numbers that are close to one another, or the opposite, cancel.
        let before = (0..index).rev().find(|&it| found[it] == Some(scalar));
        let near = before.filter(|_| scalar.is_float() && random.below(4) == 0);
        if let (Some(before), Some(format)) = (near, FloatFormat::of(scalar)) {
            for position in 0..components[index].len() {
                let Some(&other) = components[before].get(position) else { continue };
                let near = match random.below(5) {
                    0 => other ^ format.sign_bit(),
                    4 if format.decode(other + 1).is_finite() => (other + 1) ^ format.sign_bit(),
                    1 if other & !format.sign_bit() > smallest(format) => other - 1,
                    _ if format.decode(other + 1).is_finite() => other + 1,
                    _ => other,
                };
                let normal = near & !format.sign_bit() >= smallest(format);
                components[index][position] =
                    if numbers == Numbers::Any || normal { size(near) } else { other };
            }
        }
    }
    // Each condition on its own is met by trying again, position by position.
    for _ in 0..4 {
        for condition in rule.conditions {
            match condition {
                Condition::Fact(variable, fact) => {
                    let index = usize::from(*variable);
                    let scalar = found[index]?;
                    for slot in &mut components[index] {
                        for _ in 0..200 {
                            if fact_holds(scalar, *slot, *fact) {
                                break;
                            }
                            *slot = component(scalar, numbers, random);
                        }
                    }
                }
                Condition::Bounds(variables, test) => {
                    let own = found[usize::from(*variables.first()?)]?;
                    for position in 0..components[usize::from(*variables.first()?)].len() {
                        for _ in 0..300 {
                            if test(own, &points(&components, variables, position)?) {
                                break;
                            }
                            for &variable in *variables {
                                let scalar = found[usize::from(variable)]?;
                                components[usize::from(variable)][position] =
                                    component(scalar, numbers, random);
                            }
                        }
                    }
                }
                Condition::Constants(variables, test) => {
                    let scalar = found[usize::from(*variables.first()?)]?;
                    let scalar = narrower(scalar, module.types.scalar_of(typing.result));
                    let count = components[usize::from(*variables.first()?)].len();
                    for position in 0..count {
                        for _ in 0..300 {
                            let row: Option<Vec<u64>> = variables
                                .iter()
                                .map(|&it| components[usize::from(it)].get(position).copied())
                                .collect();
                            if test(scalar, &row?) {
                                break;
                            }
                            for &variable in *variables {
                                let scalar = found[usize::from(variable)]?;
                                components[usize::from(variable)][position] =
                                    component(scalar, numbers, random);
                            }
                        }
                    }
                }
            }
        }
    }
    for condition in rule.conditions {
        let fine = match condition {
            Condition::Fact(variable, fact) => {
                let scalar = found[usize::from(*variable)]?;
                components[usize::from(*variable)].iter().all(|&bits| fact_holds(scalar, bits, *fact))
            }
            Condition::Bounds(variables, test) => {
                let own = found[usize::from(*variables.first()?)]?;
                let count = components[usize::from(*variables.first()?)].len();
                let fits = |position| Some(test(own, &points(&components, variables, position)?));
                !own.is_float() && (0..count).all(|position| fits(position) == Some(true))
            }
            Condition::Constants(variables, test) => {
                let first = usize::from(*variables.first()?);
                let own = found[first]?;
                let scalar = narrower(own, module.types.scalar_of(typing.result));
                variables.iter().all(|&it| {
                    found[usize::from(it)].map(Scalar::width) == Some(own.width())
                        && components[usize::from(it)].len() == components[first].len()
                }) && (0..components[first].len()).all(|position| {
                    let row: Vec<u64> =
                        variables.iter().map(|&it| components[usize::from(it)][position]).collect();
                    test(scalar, &row)
                })
            }
        };
        if !fine {
            return None;
        }
    }
    let mut variables = [None; VARIABLES];
    for index in 0..VARIABLES {
        if let Some(ty) = typing.variables[index] {
            variables[index] = Some(make(module, ty, &components[index])?.into());
        }
    }
    Some(variables)
}

/// The bounds of variables that are numbers: the rule must hold for each choice within wider ones.
fn points(components: &[Vec<u64>; VARIABLES], variables: &[u8], position: usize) -> Option<Vec<Bounds>> {
    let point = |&variable: &u8| {
        let &bits = components[usize::from(variable)].get(position)?;
        Some(Bounds { least: bits, greatest: bits })
    };
    variables.iter().map(point).collect()
}

pub(super) fn fact_holds(scalar: Scalar, bits: u64, fact: Fact) -> bool {
    let Some(value) = FloatFormat::of(scalar).map(|format| format.decode(bits)) else { return false };
    match fact {
        Fact::NonNegative => value >= 0.0 || value.is_nan(),
        Fact::Unit => (0.0..=1.0).contains(&value) || value.is_nan(),
        Fact::Integral => value % 1.0 == 0.0 || !value.is_finite(),
        Fact::Number => !value.is_nan(),
        Fact::Unsigned => value.is_sign_positive() || value.is_nan(),
    }
}
