//! Lowerings of arithmetic on numbers: an operation runs on samples before and after a pass, in the interpreter and on a Vulkan
//! driver, and gives the same bits.

use libtest_mimic::Trial;
use vitrum_ir::Module;
use vitrum_passes::{RunOptions, Settings};

use crate::caught;
use crate::judges::Judges;
use crate::prelude::{Case, Range, check_lowered};

/// A test for each operation that a pass lowers.
pub(crate) fn trials(judges: &'static Judges) -> Vec<Trial> {
    let mut names: Vec<(&'static str, &'static str)> =
        rows().iter().map(|row| (row.passes[0], row.case.op)).collect();
    names.sort_unstable();
    names.dedup();
    let trial = |(pass, op): (&'static str, &'static str)| {
        Trial::test(format!("arithmetic/{pass}/{op}"), move || {
            caught(|| {
                let of = |row: &Row| row.passes[0] == pass && row.case.op == op;
                rows().into_iter().filter(of).try_for_each(|row| check(&row, judges))
            })
        })
    };
    names.into_iter().map(trial).collect()
}

/// An operation and the passes that lower it.
struct Row {
    passes: &'static [&'static str],
    case: Case,
    /// False if results may differ by rounding.
    is_exact: bool,
}

fn check(row: &Row, judges: &Judges) -> Result<(), String> {
    let lower = |module: &mut Module| {
        let options = RunOptions { verify: true, settings: Settings::default(), ..RunOptions::default() };
        vitrum_passes::run(module, row.passes, options).map(|_| ()).map_err(|failure| failure.to_string())
    };
    check_lowered(&row.case, lower, row.is_exact, judges)
}

/// A case of operands that are read from memory.
fn case(op: &'static str, operands: &[(&str, Range)], results: &[&str]) -> Case {
    let operands: Vec<(String, Range)> = operands.iter().map(|&(ty, range)| (ty.to_owned(), range)).collect();
    // Drivers need not have types of 8 and 16 bits.
    let narrow = |ty: &str| ["i8", "u8", "i16", "u16", "f16"].iter().any(|scalar| ty.contains(scalar));
    // lavapipe gives the remainder of `OpSMod` the sign of the dividend.
    let runs_on_drivers =
        op != "smod" && !operands.iter().any(|row| narrow(&row.0)) && !results.iter().any(|ty| narrow(ty));
    Case {
        op,
        operands,
        constants: String::new(),
        results: results.iter().map(|&ty| ty.to_owned()).collect(),
        runs_on_drivers,
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    divisions(&mut rows);
    words(&mut rows);
    narrow(&mut rows);
    rows
}

const DIVISION: &[&str] = &["lower_integer_division"];

/// The shapes of a scalar that are tried.
fn shapes(scalar: &str) -> [String; 2] {
    [scalar.to_owned(), format!("vec3<{scalar}>")]
}

fn divisions(rows: &mut Vec<Row>) {
    let mut add = |case: Case| rows.push(Row { passes: DIVISION, case, is_exact: true });
    for scalar in ["i32", "u32", "i16", "u16", "i8", "u8"] {
        let ops: &[&'static str] =
            if scalar.starts_with('i') { &["sdiv", "srem", "smod"] } else { &["udiv", "umod"] };
        for &op in ops {
            for ty in shapes(scalar) {
                add(case(op, &[(&ty, Range::AnyInteger), (&ty, Range::NonZero)], &[&ty]));
            }
            let bits: u32 = scalar[1..].parse().unwrap_or(32);
            for divisor in divisors(scalar.starts_with('i'), bits) {
                let constants = format!(", {divisor}{scalar}");
                add(Case { constants, ..case(op, &[(scalar, Range::AnyInteger)], &[scalar]) });
            }
        }
    }
    let vector = Case {
        constants: ", vec3<u32>(3u32, 10u32, 64u32)".to_owned(),
        ..case("udiv", &[("vec3<u32>", Range::AnyInteger)], &["vec3<u32>"])
    };
    add(vector);
}

/// Divisors of every kind: powers of two, those whose factor has 33 bits, even ones, and the ends.
fn divisors(signed: bool, bits: u32) -> Vec<i64> {
    let mut all = vec![1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 14, 25, 28, 64, 100, 125];
    if bits >= 16 {
        all.extend([255, 256, 641, 1000, 10_000, 14_007, 32_766, 32_767]);
    }
    if bits == 32 {
        all.extend([65_536, 1_000_003, 123_456_789, 1 << 30, 2_147_483_646, 2_147_483_647]);
    }
    if signed {
        let negative: Vec<i64> = all.iter().map(|number| -number).collect();
        all.extend(negative);
        all.push(-(1 << (bits - 1)));
    } else {
        all.extend([1 << (bits - 1), (1 << (bits - 1)) + 1, (1 << bits) - 2, (1 << bits) - 1]);
    }
    all
}

const INT64: &[&str] = &["lower_int64"];

fn words(rows: &mut Vec<Row>) {
    let mut add = |case: Case| rows.push(Row { passes: INT64, case, is_exact: true });
    let any = Range::AnyInteger;
    for (scalar, word) in [("i64", "i32"), ("u64", "u32")] {
        let signed = scalar == "i64";
        for ty in shapes(scalar) {
            let of = |other: &str| ty.replace(scalar, other);
            for op in ["iadd", "isub", "imul", "iand", "ior", "ixor"] {
                add(case(op, &[(&ty, any), (&ty, any)], &[&ty]));
            }
            for op in ["ineg", "inot"] {
                add(case(op, &[(&ty, any)], &[&ty]));
            }
            let by_sign: &[&'static str] = if signed { &["smin", "smax"] } else { &["umin", "umax"] };
            for &op in by_sign {
                add(case(op, &[(&ty, any), (&ty, any)], &[&ty]));
            }
            let divisions: &[&'static str] =
                if signed { &["sdiv", "srem", "smod"] } else { &["udiv", "umod"] };
            for &op in divisions {
                add(case(op, &[(&ty, any), (&ty, Range::NonZero)], &[&ty]));
            }
            let compares: &[&'static str] = if signed {
                &["ieq", "ine", "slt", "sle", "sgt", "sge"]
            } else {
                &["ieq", "ine", "ult", "ule", "ugt", "uge"]
            };
            for &op in compares {
                add(case(op, &[(&ty, any), (&ty, any)], &[&of("bool")]));
            }
            for op in ["shl", "lshr", "ashr"] {
                for amount in ["i32", "u32", scalar] {
                    add(case(op, &[(&ty, any), (&of(amount), Range::Integers(0, 63))], &[&ty]));
                }
            }
            if signed {
                add(case("sabs", &[(&ty, any)], &[&ty]));
                add(case("ssign", &[(&ty, any)], &[&ty]));
            }
            let clamp = if signed { "sclamp" } else { "uclamp" };
            let ends = [
                (ty.as_str(), any),
                (&ty, Range::Integers(3, 1 << 40)),
                (&ty, Range::Integers(1 << 41, 1 << 50)),
            ];
            add(case(clamp, &ends, &[&ty]));
            for op in ["bit_count", "find_lsb", if signed { "find_smsb" } else { "find_umsb" }] {
                add(Case { runs_on_drivers: false, ..case(op, &[(&ty, any)], &[&of("i32")]) });
            }
            let (to_float, from_float) = if signed { ("stof", "ftos") } else { ("utof", "ftou") };
            for float in ["f32", "f64"] {
                // Drivers may round conversions from 64 bits otherwise.
                add(Case { runs_on_drivers: false, ..case(to_float, &[(&ty, any)], &[&of(float)]) });
                let least = if signed { -9.0e18 } else { 0.0 };
                for range in [Range::Floats(least, 9.0e18), Range::Floats(least / 1e18, 9.0)] {
                    add(Case { runs_on_drivers: false, ..case(from_float, &[(&of(float), range)], &[&ty]) });
                }
            }
            for other in [word, "i16", "u8"] {
                add(case("sconvert", &[(&ty, any)], &[&of(other)]));
                add(case("uconvert", &[(&of(other), any)], &[&ty]));
                add(case("sconvert", &[(&of(other), any)], &[&ty]));
            }
            add(case("itob", &[(&ty, any)], &[&of("bool")]));
            add(case("btoi", &[(&of("bool"), any)], &[&ty]));
            add(case("select", &[(&of("bool"), any), (&ty, any), (&ty, any)], &[&ty]));
        }
        add(case(
            "equal",
            &[(&format!("vec3<{scalar}>"), any), (&format!("vec3<{scalar}>"), any)],
            &["bool"],
        ));
    }
    for op in ["uadd_carry", "usub_borrow", "umul_extended"] {
        add(Case { runs_on_drivers: false, ..case(op, &[("u64", any), ("u64", any)], &["u64", "u64"]) });
    }
    add(Case {
        runs_on_drivers: false,
        ..case("smul_extended", &[("i64", any), ("i64", any)], &["i64", "i64"])
    });
}

const BIT_SIZES: &[&str] = &["lower_bit_sizes"];

fn narrow(rows: &mut Vec<Row>) {
    let mut add = |case: Case| rows.push(Row { passes: BIT_SIZES, case, is_exact: true });
    let any = Range::AnyInteger;
    for scalar in ["i8", "u8", "i16", "u16"] {
        let signed = scalar.starts_with('i');
        let bits: i64 = scalar[1..].parse().unwrap_or(8);
        for ty in shapes(scalar) {
            let of = |other: &str| ty.replace(scalar, other);
            for op in ["iadd", "isub", "imul", "iand", "ior", "ixor"] {
                add(case(op, &[(&ty, any), (&ty, any)], &[&ty]));
            }
            for op in ["ineg", "inot"] {
                add(case(op, &[(&ty, any)], &[&ty]));
            }
            for op in ["shl", "lshr", "ashr"] {
                add(case(op, &[(&ty, any), (&ty, Range::Integers(0, bits - 1))], &[&ty]));
            }
            let by_sign: &[&'static str] = if signed { &["sdiv", "srem", "smod"] } else { &["udiv", "umod"] };
            for &op in by_sign {
                add(case(op, &[(&ty, any), (&ty, Range::NonZero)], &[&ty]));
            }
            for op in ["ieq", if signed { "slt" } else { "ult" }] {
                add(case(op, &[(&ty, any), (&ty, any)], &[&of("bool")]));
            }
            for op in ["bit_count", "find_lsb", if signed { "find_smsb" } else { "find_umsb" }] {
                add(case(op, &[(&ty, any)], &[&of("i32")]));
            }
            for other in ["i8", "u16", "i32", "u32", "i64"] {
                if other != scalar && other[1..] != scalar[1..] {
                    add(case("sconvert", &[(&ty, any)], &[&of(other)]));
                    add(case("uconvert", &[(&ty, any)], &[&of(other)]));
                    add(case("sconvert", &[(&of(other), any)], &[&ty]));
                }
            }
            add(case(if signed { "stof" } else { "utof" }, &[(&ty, any)], &[&of("f32")]));
        }
    }
    for ty in shapes("f16") {
        let (small, wide) = (Range::Floats(-2.0, 2.0), Range::Floats(-300.0, 300.0));
        for op in ["fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"] {
            add(case(op, &[(&ty, wide), (&ty, small)], &[&ty]));
        }
        for op in ["fneg", "fabs", "floor", "ceil", "trunc", "round_even", "fract", "fsign"] {
            add(case(op, &[(&ty, wide)], &[&ty]));
        }
        add(case("sqrt", &[(&ty, Range::Floats(0.0, 900.0))], &[&ty]));
        add(case("flt", &[(&ty, small), (&ty, small)], &[&ty.replace("f16", "bool")]));
        add(case("fconvert", &[(&ty, wide)], &[&ty.replace("f16", "f64")]));
    }
}
