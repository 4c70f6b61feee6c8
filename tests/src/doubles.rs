//! Software doubles: what `lower_doubles` makes of each operation, in the interpreter, beside the doubles of this program, bit by bit;
//! and in the form of the least machine, which has no 64-bit integers either.

use libtest_mimic::Trial;
use vitrum::Options;
use vitrum_interp::{Environment, run_compute};
use vitrum_ir::{Module, Stage};
use vitrum_passes::{Machine, RunOptions, Settings, rows, run_passes};

use crate::caught;

/// Invocations of a workgroup, each with numbers of its own.
const SIZE: usize = 512;

/// Workgroups of a run; with `VITRUM_PASSES=all` there are 64.
const GROUPS: usize = 8;

/// The result of an operation on three doubles.
type Expected = fn(f64, f64, f64) -> u64;

/// An operation: its name, an expression of GLSL for two words of `a`, `b` and `c`, and the bits of its result.
struct Case {
    name: &'static str,
    expression: &'static str,
    expected: Expected,
    /// True if any NaN is as good as another.
    is_double: bool,
}

macro_rules! doubles {
    ($($name:literal $expression:literal |$a:ident, $b:ident, $c:ident| $expected:expr;)*) => {
        &[$(Case {
            name: $name,
            expression: concat!("unpackDouble2x32(", $expression, ")"),
            expected: |$a, $b, $c| { let _ = ($a, $b, $c); let result: f64 = $expected; result.to_bits() },
            is_double: true,
        }),*]
    };
}

macro_rules! others {
    ($($name:literal $expression:literal |$a:ident, $b:ident, $c:ident| $expected:expr;)*) => {
        &[$(Case {
            name: $name,
            expression: $expression,
            expected: |$a, $b, $c| { let _ = ($a, $b, $c); $expected },
            is_double: false,
        }),*]
    };
}

fn bits(x: f64) -> u64 {
    x.to_bits()
}

/// Those of a single, with a NaN for each.
fn single(x: f32) -> u64 {
    if x.is_nan() { 1 } else { u64::from(x.to_bits()) }
}

fn whole(x: f64) -> f64 {
    x - x.floor()
}

fn low_word(x: f64) -> u32 {
    bits(x) as u32
}

fn ldexp(x: f64, exponent: i32) -> f64 {
    // In two steps that are exact, and a last one that rounds.
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (significand, own) = frexp(x);
    let exponent = (i64::from(own) + i64::from(exponent)).clamp(-2000, 2000) as i32;
    let power = |n: i32| f64::from_bits(((n + 1023) as u64) << 52);
    match exponent {
        1025.. => significand * f64::INFINITY,
        -1020..=1024 => significand * 2.0 * power(exponent - 1),
        -1100..-1020 => significand * power(-1000) * power(exponent + 1000).max(0.0),
        _ => significand * 0.0,
    }
}

fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let scaled = x * (1_u64 << 54) as f64;
    let (of, shift) = if x.is_subnormal() { (scaled, 54) } else { (x, 0) };
    let exponent = (bits(of) >> 52 & 2047) as i32 - 1022;
    (f64::from_bits(bits(of) & !(2047 << 52) | 1022 << 52), exponent - shift)
}

fn step(edge: f64, x: f64) -> f64 {
    if x < edge { 0.0 } else { 1.0 }
}

fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn greatest(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

#[allow(clippy::eq_op)] // NaN differs from itself
const DOUBLES: &[Case] = doubles! {
    "add" "a + b" |a, b, c| a + b;
    "sub" "a - b" |a, b, c| a - b;
    "mul" "a * b" |a, b, c| a * b;
    "div" "a / b" |a, b, c| a / b;
    "sqrt" "sqrt(a)" |a, b, c| a.sqrt();
    "inversesqrt" "inversesqrt(a)" |a, b, c| 1.0 / a.sqrt();
    "fma" "fma(a, b, c)" |a, b, c| a.mul_add(b, c);
    "neg" "-a" |a, b, c| -a;
    "abs" "abs(a)" |a, b, c| a.abs();
    "sign" "sign(a)" |a, b, c| if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else if a == 0.0 { 0.0 } else { a };
    "floor" "floor(a)" |a, b, c| a.floor();
    "ceil" "ceil(a)" |a, b, c| a.ceil();
    "trunc" "trunc(a)" |a, b, c| a.trunc();
    "round" "round(a)" |a, b, c| a.round_ties_even();
    "round_even" "roundEven(a)" |a, b, c| a.round_ties_even();
    "fract" "fract(a)" |a, b, c| whole(a);
    "mod" "mod(a, b)" |a, b, c| a - b * (a / b).floor();
    "min" "min(a, b)" |a, b, c| least(a, b);
    "max" "max(a, b)" |a, b, c| greatest(a, b);
    "clamp" "clamp(a, b, c)" |a, b, c| least(greatest(a, b), c);
    "mix" "mix(a, b, c)" |a, b, c| a * (1.0 - c) + b * c;
    "step" "step(a, b)" |a, b, c| step(a, b);
    "ldexp" "ldexp(a, int(unpackDouble2x32(b).x) >> 20)" |a, b, c| ldexp(a, low_word(b) as i32 >> 20);
    "frexp" "frexp(a, exponent)" |a, b, c| frexp(a).0;
    "modf" "modf(a, rest)" |a, b, c| if a.is_infinite() { 0.0_f64.copysign(a) } else { (a - a.trunc()).copysign(a) };
    "modf_whole" "a - a + modf(a, rest) * 0.0 + rest" |a, b, c| a - a + (a - a.trunc()) * 0.0 + a.trunc();
    "from_float" "double(uintBitsToFloat(unpackDouble2x32(a).x))" |a, b, c| f64::from(f32::from_bits(low_word(a)));
    "from_int" "double(int(unpackDouble2x32(a).x))" |a, b, c| f64::from(low_word(a) as i32);
    "from_uint" "double(unpackDouble2x32(a).x)" |a, b, c| f64::from(low_word(a));
    "from_int64" "double(doubleBitsToInt64(a) >> (unpackDouble2x32(b).x & 63u))"
        |a, b, c| (bits(a) as i64 >> (low_word(b) & 63)) as f64;
    "from_uint64" "double(doubleBitsToUint64(a) >> (unpackDouble2x32(b).x & 63u))"
        |a, b, c| (bits(a) >> (low_word(b) & 63)) as f64;
    "from_bool" "double(a < b)" |a, b, c| if a < b { 1.0 } else { 0.0 };
    "select" "a < b ? b : c" |a, b, c| if a < b { b } else { c };
    "vectors" "dot(dvec3(a, b, c), dvec3(b, c, a).zxy)" |a, b, c| a * a + b * b + c * c;
    "matrices" "(dmat2(a, b, c, a) * dvec2(b, c)).y" |a, b, c| b * b + a * c;
    "loop" "sum_of(a, b)" |a, b, c| { let x = a + b; let x = x + b; x + b };
};

#[allow(clippy::eq_op, clippy::neg_cmp_op_on_partial_ord)] // NaN differs from itself, and is neither less nor greater
const OTHERS: &[Case] = others! {
    "equal" "uvec2(a == b, a != b)" |a, b, c| u64::from(a == b) | u64::from(a != b) << 32;
    "less" "uvec2(a < b, a > b)" |a, b, c| u64::from(a < b) | u64::from(a > b) << 32;
    "less_equal" "uvec2(a <= b, a >= b)" |a, b, c| u64::from(a <= b) | u64::from(a >= b) << 32;
    "complements" "uvec2(!(a <= b), !(a > b))" |a, b, c| u64::from(!(a <= b)) | u64::from(!(a > b)) << 32;
    "is_nan" "uvec2(isnan(a), isinf(a))" |a, b, c| u64::from(a.is_nan()) | u64::from(a.is_infinite()) << 32;
    "to_bool" "uvec2(bool(a), 0)" |a, b, c| u64::from(a != 0.0);
    "to_float" "uvec2(isnan(float(a)) ? 1u : floatBitsToUint(float(a)), 0)" |a, b, c| single(a as f32);
    "to_int" "uvec2(int(a), 0)" |a, b, c| u64::from(a as i32 as u32);
    "to_uint" "uvec2(uint(a), 0)" |a, b, c| u64::from(a as u32);
    "to_int64" "unpackUint2x32(uint64_t(int64_t(a)))" |a, b, c| a as i64 as u64;
    "to_uint64" "unpackUint2x32(uint64_t(a))" |a, b, c| a as u64;
    "exponent" "uvec2(exponent_of(a), 0)" |a, b, c| u64::from(frexp(a).1 as u32);
    "vector_tests" "uvec2(dvec3(a, b, c) == dvec3(a, b, a), any(lessThan(dvec2(a, b), dvec2(b, c))))"
        |a, b, c| u64::from(a == a && b == b && c == a) | u64::from(a < b || b < c) << 32;
};

/// One test per operation.
pub(crate) fn trials() -> Vec<Trial> {
    let all = DOUBLES.iter().chain(OTHERS);
    all.map(|case| Trial::test(format!("doubles/{}", case.name), move || caught(|| check(case)))).collect()
}

fn source(case: &Case) -> String {
    format!(
        "#version 460
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = {SIZE}) in;
layout(std430, binding = 0) buffer Numbers {{ uvec2 data[]; }} numbers;
layout(std430, binding = 1) buffer Results {{ uvec2 data[]; }} results;
double rest;
int exponent;
int exponent_of(double x) {{ frexp(x, exponent); return exponent; }}
double sum_of(double x, double y) {{ for (int i = 0; i < 3; i++) x += y; return x; }}
void main() {{
    uint i = gl_GlobalInvocationID.x;
    double a = packDouble2x32(numbers.data[3 * i]);
    double b = packDouble2x32(numbers.data[3 * i + 1]);
    double c = packDouble2x32(numbers.data[3 * i + 2]);
    results.data[i] = {};
}}
",
        case.expression
    )
}

/// True if a module has doubles.
fn has_doubles(module: &Module) -> bool {
    vitrum_ir::print(module).contains("f64")
}

fn check(case: &Case) -> Result<(), String> {
    let text = source(case);
    let options = Options::new(Stage::Compute).opt_level(vitrum::OptLevel::Default);
    let compiled = vitrum::compile(&text, &options).map_err(|failure| format!("{failure}"))?;
    let mut module = compiled.module.clone();
    if !has_doubles(&module) {
        return Err("there are no doubles".to_owned());
    }
    let options = RunOptions { verify: true, settings: Settings::default(), ..RunOptions::default() };
    run_passes(&mut module, &[&rows::INLINE_CALLS, &rows::LOWER_DOUBLES], options)
        .map_err(|failure| failure.to_string())?;
    if has_doubles(&module) {
        return Err(format!("doubles are left\n{}", vitrum_ir::print(&module)));
    }
    let all = std::env::var("VITRUM_PASSES").is_ok_and(|value| value == "all");
    compare(case, &module, if all { 64 } else { GROUPS })?;
    let as_words = on_least_machine(&compiled.module)?;
    compare(case, &as_words, if all { 8 } else { 1 }).map_err(|reason| format!("with 32 bits: {reason}"))
}

/// A module as the least machine executes it: doubles and their bits are words.
fn on_least_machine(module: &Module) -> Result<Module, String> {
    let mut module = module.clone();
    let machine = Machine::default();
    let settings = Settings { options: machine.options(), ..Settings::default() };
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    run_passes(&mut module, &machine.passes(), options).map_err(|failure| failure.to_string())?;
    Ok(module)
}

/// Compares the results of a module with those that are expected, number by number.
fn compare(case: &Case, module: &Module, groups: usize) -> Result<(), String> {
    let numbers = numbers(groups * SIZE);
    let mut environment = Environment::default();
    let bytes = numbers.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    environment.buffers.insert("numbers".to_owned(), vec![bytes]);
    environment.buffers.insert("results".to_owned(), vec![vec![0; numbers.len() * 8]]);
    run_compute(module, &mut environment, [groups as u32, 1, 1]).map_err(|error| error.to_string())?;
    let results = environment.buffers.remove("results").unwrap_or_default().concat();
    if results.len() != numbers.len() * 8 {
        return Err(format!("{} bytes of results", results.len()));
    }
    for (&[a, b, c], found) in numbers.iter().zip(results.chunks_exact(8)) {
        let found = u64::from_le_bytes(found.try_into().map_err(|_| "no word")?);
        let expected = (case.expected)(a, b, c);
        let both_nan = case.is_double && f64::from_bits(expected).is_nan() && f64::from_bits(found).is_nan();
        if found != expected && !both_nan {
            return Err(format!(
                "of {a:e} ({:#x}), {b:e} ({:#x}), {c:e} ({:#x}): {found:#x} for {expected:#x}",
                bits(a),
                bits(b),
                bits(c)
            ));
        }
    }
    Ok(())
}

/// Numbers at which something changes.
const EDGES: &[u64] = &[
    0,
    1,
    2,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x0010_0000_0000_0001,
    0x001f_ffff_ffff_ffff,
    0x3690_0000_0000_0000,
    0x3690_0000_0000_0001,
    0x380f_ffff_ffff_ffff,
    0x3810_0000_0000_0000,
    0x3fdf_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x3fe0_0000_0000_0001,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0x3ff0_0000_0000_0001,
    0x3ff0_0000_1000_0000,
    0x3ff0_0000_3000_0000,
    0x3ff8_0000_0000_0000,
    0x4000_0000_0000_0000,
    0x4004_0000_0000_0000,
    0x41df_ffff_ffc0_0000,
    0x41e0_0000_0000_0000,
    0x41ef_ffff_ffe0_0000,
    0x41f0_0000_0000_0000,
    0x432f_ffff_ffff_ffff,
    0x4330_0000_0000_0001,
    0x433f_ffff_ffff_ffff,
    0x4340_0000_0000_0000,
    0x43df_ffff_ffff_ffff,
    0x43e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0x47ef_ffff_e000_0000,
    0x47ef_ffff_f000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0x7ff8_0000_0000_0000,
];

/// The operands of all samples: edges beside each other for the first half, then random numbers.
fn numbers(count: usize) -> Vec<[f64; 3]> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let sample = |index: usize| match index {
        _ if index < count / 2 => [(); 3].map(|()| {
            let bits = random.next();
            f64::from_bits(EDGES[(bits >> 8) as usize % EDGES.len()] | bits & 1 << 63)
        }),
        _ => random.numbers(),
    };
    (0..count).map(sample).collect()
}

struct Random(u64);

impl Random {
    /// splitmix64
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// The bits of a fraction, some with long runs of equal bits, so that sums and products are halfway between numbers.
    fn fraction(&mut self) -> u64 {
        let bits = self.next();
        let shift = (bits >> 56) % 52;
        let fraction = match bits >> 62 {
            0 => bits << shift,
            1 => !(bits << shift),
            2 => 1 << shift ^ 1 << (bits % 52),
            _ => bits,
        };
        fraction & ((1 << 52) - 1)
    }

    /// Three numbers: of exponents that are close to each other, that of the third to the product's; or of any, or whole and half.
    fn numbers(&mut self) -> [f64; 3] {
        let choice = self.next();
        let close = |bits: u64| (bits % 120) as i64 - 60;
        let first = match choice % 4 {
            0 => 1 + (choice >> 8) as i64 % 60,
            1 => 2046 - (choice >> 8 & 63) as i64,
            _ => 1023 + close(choice >> 8),
        };
        let (second, third) = match choice >> 60 {
            0..8 => (first + close(choice >> 16) / 20, first + close(choice >> 24)),
            8..12 => (1023 + close(choice >> 16), first + close(choice >> 24)),
            12..14 => ((choice >> 16 & 2047) as i64, (choice >> 32 & 2047) as i64),
            _ => {
                let half = |bits: u64| (bits as u16 as i16 >> 4) as f64 / 2.0;
                return [half(choice), half(choice >> 16), half(choice >> 32)];
            }
        };
        [first, second, third].map(|exponent| {
            let sign = self.next() & 1 << 63;
            f64::from_bits(sign | (exponent.clamp(0, 2047) as u64) << 52 | self.fraction())
        })
    }
}
