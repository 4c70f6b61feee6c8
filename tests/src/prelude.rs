//! The functions of the prelude beside the operations that they stand for: both run on the same numbers, in the interpreter
//! and on a Vulkan driver. Each function is also tried as a target without bit casts and bitwise operators has it.

use libtest_mimic::Trial;
use vitrum_glsl::version::Version;
use vitrum_interp::{Environment, run_compute};
use vitrum_ir::{Laws, Module, Op, visit};
use vitrum_passes::{GlslSettings, RunOptions, Settings, rows, run_passes};
use vitrum_runner::{Binding, Device, Dispatch, Resource, Resources, Shader, Stage};

use crate::caught;
use crate::judges::Judges;

/// Relative and absolute tolerance of operations that are not exact.
const TOLERANCE: f64 = 2e-4;

/// The numbers that an operand takes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Range {
    /// Floats between two numbers.
    Floats(f64, f64),
    /// Floats of every exponent, zeros, infinities and NaN.
    AnyFloat,
    /// Integers of every size.
    AnyInteger,
    /// The same without zero, in any width.
    NonZero,
    /// Integers between two numbers.
    Integers(i64, i64),
}

/// An operation, the types of its operands with their ranges, and of its results. `true` if drivers have it.
pub(crate) struct Case {
    pub(crate) op: &'static str,
    pub(crate) operands: Vec<(String, Range)>,
    /// Operands that are constants, as text behind the others.
    pub(crate) constants: String,
    pub(crate) results: Vec<String>,
    pub(crate) runs_on_drivers: bool,
}

/// A test for each operation of the prelude.
pub(crate) fn trials(judges: &'static Judges) -> Vec<Trial> {
    let cases = cases();
    let mut trials = Vec::new();
    for op in vitrum_passes::prelude::operations() {
        let of_op: Vec<usize> = (0..cases.len()).filter(|&at| cases[at].op == op.mnemonic()).collect();
        let name = format!("prelude/{}", op.mnemonic());
        trials.push(Trial::test(name, move || {
            caught(|| {
                let cases = crate::prelude::cases();
                if of_op.is_empty() {
                    return Err("no case for this operation".to_owned());
                }
                of_op.iter().try_for_each(|&at| check(&cases[at], op, judges))
            })
        }));
    }
    trials
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |op, operands: &[(&str, Range)], results: &[&str], runs_on_drivers| {
        all.push(Case {
            op,
            operands: operands.iter().map(|&(ty, range)| (ty.to_owned(), range)).collect(),
            constants: String::new(),
            results: results.iter().map(|&ty| ty.to_owned()).collect(),
            runs_on_drivers,
        });
    };
    let wide = Range::Floats(-1000.0, 1000.0);
    for (scalar, three) in [("f32", "vec3<f32>"), ("f64", "vec3<f64>")] {
        for ty in [scalar, three] {
            add("trunc", &[(ty, Range::AnyFloat)], &[ty], true);
            add("round", &[(ty, wide)], &[ty], true);
            add("round_even", &[(ty, wide)], &[ty], true);
            add("frem", &[(ty, wide), (ty, Range::Floats(0.5, 9.0))], &[ty], scalar == "f32");
            add("modf", &[(ty, wide)], &[ty, ty], true);
            add("fma", &[(ty, wide), (ty, wide), (ty, wide)], &[ty], true);
            let edges = [
                (ty, Range::Floats(-5.0, -1.0)),
                (ty, Range::Floats(1.0, 5.0)),
                (ty, Range::Floats(-6.0, 6.0)),
            ];
            add("smoothstep", &edges, &[ty], true);
            add("fmod", &[(ty, wide), (ty, Range::Floats(0.5, 9.0))], &[ty], true);
            add("fmix", &[(ty, wide), (ty, wide), (ty, Range::Floats(0.0, 1.0))], &[ty], true);
            add("step", &[(ty, wide), (ty, wide)], &[ty], true);
            let clamped = [(ty, wide), (ty, Range::Floats(-9.0, -1.0)), (ty, Range::Floats(1.0, 9.0))];
            add("fclamp", &clamped, &[ty], true);
            add("nclamp", &clamped, &[ty], true);
            add("fsign", &[(ty, wide)], &[ty], true);
        }
        let unit = Range::Floats(-1.0, 1.0);
        add(
            "refract",
            &[(three, unit), (three, unit), (scalar, Range::Floats(0.2, 0.9))],
            &[three],
            scalar == "f32",
        );
        for (shape, booleans) in [(scalar, "bool"), (three, "vec3<bool>")] {
            add("is_nan", &[(shape, Range::AnyFloat)], &[booleans], true);
            add("is_inf", &[(shape, Range::AnyFloat)], &[booleans], true);
        }
    }
    for (ty, whole) in [("f32", "i32"), ("vec2<f32>", "vec2<i32>")] {
        add("ldexp", &[(ty, wide), (whole, Range::Integers(-140, 100))], &[ty], true);
        add("frexp", &[(ty, Range::Floats(-1e6, 1e6))], &[ty, whole], true);
        let (double, half) = (ty.replace("32", "64"), ty.replace("32", "16"));
        add("ldexp", &[(&double, wide), (whole, Range::Integers(-1030, 1000))], &[&double], false);
        add("frexp", &[(&double, Range::AnyFloat)], &[&double, whole], false);
        add("ldexp", &[(&half, wide), (whole, Range::Integers(-20, 5))], &[&half], false);
        add("frexp", &[(&half, Range::Floats(-1000.0, 1000.0))], &[&half, whole], false);
        let angles = Range::Floats(-4.0, 4.0);
        for op in ["sinh", "cosh", "tanh", "asinh"] {
            add(op, &[(ty, angles)], &[ty], true);
        }
        add("acosh", &[(ty, Range::Floats(1.1, 90.0))], &[ty], true);
        add("atanh", &[(ty, Range::Floats(-0.9, 0.9))], &[ty], true);
    }
    let any = Range::AnyInteger;
    for scalar in ["i32", "u32", "i64", "u64", "i16", "u16", "i8", "u8"] {
        let signed = scalar.starts_with('i');
        let is_plain = scalar.ends_with("32");
        let bits: i64 = scalar[1..].parse().unwrap_or(32);
        for (ty, counts) in [(scalar.to_owned(), "i32"), (format!("vec3<{scalar}>"), "vec3<i32>")] {
            let ty = ty.as_str();
            for op in ["bit_count", "find_lsb", if signed { "find_smsb" } else { "find_umsb" }] {
                add(op, &[(ty, any)], &[counts], is_plain);
            }
            add("bit_reverse", &[(ty, any)], &[ty], is_plain);
            let (offset, count) = (Range::Integers(0, bits / 2), Range::Integers(0, bits / 2));
            let extract = if signed { "sbit_extract" } else { "ubit_extract" };
            add(extract, &[(ty, any), ("i32", offset), ("i32", count)], &[ty], is_plain);
            add("bit_insert", &[(ty, any), (ty, any), ("i32", offset), ("i32", count)], &[ty], is_plain);
            if signed {
                add("sabs", &[(ty, any)], &[ty], true);
                add("ssign", &[(ty, any)], &[ty], true);
            } else if is_plain {
                add("uadd_carry", &[(ty, any), (ty, any)], &[ty, ty], true);
                add("usub_borrow", &[(ty, any), (ty, any)], &[ty, ty], true);
            }
            let product = if signed { "smul_extended" } else { "umul_extended" };
            add(product, &[(ty, any), (ty, any)], &[ty, ty], is_plain);
            let minmax = if signed { ["smin", "smax"] } else { ["umin", "umax"] };
            for op in minmax {
                add(op, &[(ty, any), (ty, any)], &[ty], true);
            }
            let clamp = if signed { "sclamp" } else { "uclamp" };
            add(
                clamp,
                &[(ty, any), (ty, Range::Integers(3, 40)), (ty, Range::Integers(41, 99))],
                &[ty],
                true,
            );
        }
    }
    let cells = Range::Floats(-3.0, 3.0);
    for columns in 2..=4 {
        for rows in 2..=4 {
            let (matrix, flipped) =
                (format!("mat{columns}x{rows}<f32>"), format!("mat{rows}x{columns}<f32>"));
            add("transpose", &[(&matrix, cells)], &[&flipped], true);
            let (column, row) = (format!("vec{rows}<f32>"), format!("vec{columns}<f32>"));
            add("outer_product", &[(&column, cells), (&row, cells)], &[&matrix], true);
        }
        let square = format!("mat{columns}x{columns}<f32>");
        add("determinant", &[(&square, cells)], &["f32"], true);
        add("inverse", &[(&square, cells)], &[&square], true);
    }
    let unit = Range::Floats(-1.5, 1.5);
    for (name, vector) in [("4x8", "vec4<f32>"), ("2x16", "vec2<f32>")] {
        for kind in ["snorm", "unorm"] {
            let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
            add(leaked(format!("pack_{kind}_{name}")), &[(vector, unit)], &["u32"], true);
            add(leaked(format!("unpack_{kind}_{name}")), &[("u32", any)], &[vector], true);
        }
    }
    add("pack_half_2x16", &[("vec2<f32>", Range::Floats(-70_000.0, 70_000.0))], &["u32"], true);
    add("pack_half_2x16", &[("vec2<f32>", Range::Floats(-1e-4, 1e-4))], &["u32"], true);
    add("unpack_half_2x16", &[("u32", any)], &["vec2<f32>"], true);
    all
}

/// The number of samples of a case.
const SAMPLES: usize = 12;

fn check(case: &Case, op: Op, judges: &Judges) -> Result<(), String> {
    let numbers = Numbers::of(case);
    let text = module_text(case, &numbers);
    let module = vitrum_ir_text::parse(&text).map_err(|error| format!("{error}\n{text}"))?;
    vitrum_ir::verify(&module).map_err(|errors| format!("{errors}\n{text}"))?;
    let spirv = Settings { expands: vec![op], ..Settings::for_spirv(true) };
    let expanded = expand(&module, op, spirv)?.ok_or_else(|| format!("not expanded\n{text}"))?;
    let old = GlslSettings { version: Version::ES_DEFAULT, is_own: false, separates_samplers: false };
    let simple = expand(&module, op, Settings { expands: vec![op], ..Settings::for_glsl(old, false) })?;
    let is_exact = !op.info().laws.contains(Laws::INEXACT);
    let place = format!("{} {:?}", case.op, case.operands.iter().map(|row| &row.0).collect::<Vec<_>>());
    let compare = |expected: &[u8], found: &[u8], is_exact: bool, what: &str| {
        let difference = difference(case, expected, found, is_exact);
        difference.map_or(Ok(()), |difference| Err(format!("{place}, {what}: {difference}")))
    };
    let interpreted = |module: &Module| interpret(module, &numbers);
    let expected = interpreted(&module)?;
    compare(&expected, &interpreted(&expanded)?, is_exact, "in the interpreter")?;
    if let Some(simple) = &simple {
        compare(&expected, &interpreted(simple)?, false, "in the interpreter, for old versions")?;
    }
    if !case.runs_on_drivers {
        return Ok(());
    }
    if std::env::var_os("VITRUM_REQUIRE_VULKAN").is_none() {
        judges.note(format!("skipped: prelude/{}: no Vulkan driver", case.op));
        return Ok(());
    }
    let mut device = Device::new(None).map_err(|error| error.to_string())?;
    let mut driven = |module: &Module| drive(&mut device, module, &numbers, judges);
    let expected = driven(&module)?;
    compare(&expected, &driven(&expanded)?, is_exact, "on the driver")?;
    match simple {
        Some(simple) => compare(&expected, &driven(&simple)?, false, "on the driver, for old versions"),
        None => Ok(()),
    }
}

/// Runs the samples of a case before and after a lowering, in the interpreter and on a driver.
pub(crate) fn check_lowered(
    case: &Case,
    lower: impl Fn(&mut Module) -> Result<(), String>,
    is_exact: bool,
    judges: &Judges,
) -> Result<(), String> {
    let numbers = Numbers::of(case);
    let text = module_text(case, &numbers);
    let module = vitrum_ir_text::parse(&text).map_err(|error| format!("{error}\n{text}"))?;
    vitrum_ir::verify(&module).map_err(|errors| format!("{errors}\n{text}"))?;
    let mut lowered = module.clone();
    lower(&mut lowered)?;
    if lowered == module {
        return Err(format!("nothing is lowered\n{text}"));
    }
    let operands: Vec<&String> = case.operands.iter().map(|row| &row.0).collect();
    let compare =
        |expected: &[u8], found: &[u8], place: &str| match difference(case, expected, found, is_exact) {
            Some(difference) => {
                let constants = &case.constants;
                Err(format!(
                    "{} {operands:?}{constants} {place}: {difference}\n{}",
                    case.op,
                    vitrum_ir::print(&lowered)
                ))
            }
            None => Ok(()),
        };
    compare(&interpret(&module, &numbers)?, &interpret(&lowered, &numbers)?, "in the interpreter")?;
    if !case.runs_on_drivers || std::env::var_os("VITRUM_REQUIRE_VULKAN").is_none() {
        return Ok(());
    }
    let mut device = Device::new(None).map_err(|error| error.to_string())?;
    let expected = drive(&mut device, &module, &numbers, judges)?;
    compare(&expected, &drive(&mut device, &lowered, &numbers, judges)?, "on the driver")
}

/// The results of the samples in the interpreter.
fn interpret(module: &Module, numbers: &Numbers) -> Result<Vec<u8>, String> {
    let mut environment = Environment::default();
    environment.buffers.insert("input".to_owned(), vec![numbers.bytes.clone()]);
    environment.buffers.insert("results".to_owned(), vec![vec![0; numbers.result_bytes()]]);
    run_compute(module, &mut environment, [1; 3]).map_err(|error| error.to_string())?;
    Ok(environment.buffers["results"][0].clone())
}

/// The results of the samples on a driver.
fn drive(
    device: &mut Device,
    module: &Module,
    numbers: &Numbers,
    judges: &Judges,
) -> Result<Vec<u8>, String> {
    let options = vitrum_backend_spirv::Options::new(vitrum::Target::Vulkan1_3);
    let words = vitrum_backend_spirv::emit(module, &options).map_err(|error| error.to_string())?;
    judges.judge_spirv(&words, vitrum::Target::Vulkan1_3)?;
    let buffer =
        |binding, index| Binding { set: 0, binding, resource: Resource::StorageBuffers(vec![index]) };
    let mut dispatch = Dispatch {
        shader: Shader { stage: Stage::Compute, words, specialization: Vec::new() },
        resources: Resources {
            bindings: vec![buffer(0, 0), buffer(1, 1)],
            buffers: vec![numbers.bytes.clone(), vec![0; numbers.result_bytes()]],
            ..Resources::default()
        },
        groups: [1; 3],
    };
    device.dispatch(&mut dispatch).map_err(|error| error.to_string())?;
    Ok(dispatch.resources.buffers.swap_remove(1))
}

/// The module with the operation expanded, and nothing else; `None` if the prelude has no function for the target.
fn expand(module: &Module, op: Op, settings: Settings) -> Result<Option<Module>, String> {
    let mut module = module.clone();
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    run_passes(&mut module, &[&rows::EXPAND_FUNCTIONS], options).map_err(|error| error.to_string())?;
    let stays = module
        .functions
        .values()
        .any(|function| visit::insts(function).iter().any(|row| function.op(row.1) == op));
    Ok((!stays).then_some(module))
}

/// A type of the text form: columns, rows, component, and bytes of a component in memory.
#[derive(Clone, Copy)]
struct Shape<'a> {
    columns: usize,
    rows: usize,
    scalar: &'a str,
    bytes: usize,
}

impl<'a> Shape<'a> {
    fn of(ty: &'a str) -> Self {
        let (head, scalar) = ty.trim_end_matches('>').split_once('<').unwrap_or(("", ty));
        let (columns, rows) = match head.strip_prefix("mat").and_then(|rest| rest.split_once('x')) {
            Some((columns, rows)) => (columns.parse().unwrap_or(1), rows.parse().unwrap_or(1)),
            None => (1, head.strip_prefix("vec").and_then(|size| size.parse().ok()).unwrap_or(1)),
        };
        // Smaller ones are converted to words.
        let bytes = if scalar.ends_with("64") { 8 } else { 4 };
        Self { columns, rows, scalar, bytes }
    }

    fn count(self) -> usize {
        self.columns * self.rows
    }

    fn size(self) -> usize {
        self.count() * self.bytes
    }
}

/// The numbers of all samples, and the size of their results.
struct Numbers {
    bytes: Vec<u8>,
    results: usize,
}

impl Numbers {
    fn of(case: &Case) -> Self {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut bytes = Vec::new();
        for _ in 0..SAMPLES {
            for (ty, range) in &case.operands {
                let shape = Shape::of(ty);
                for _ in 0..shape.count() {
                    let number = random.number(shape.scalar, *range);
                    bytes.extend_from_slice(&number.to_le_bytes()[..shape.bytes]);
                }
            }
        }
        Self { bytes, results: case.results.iter().map(|ty| Shape::of(ty).size()).sum() }
    }

    fn result_bytes(&self) -> usize {
        SAMPLES * self.results
    }
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

    /// The bits of a number.
    fn number(&mut self, scalar: &str, range: Range) -> u64 {
        let bits = self.next();
        let float = |number: f64| {
            if scalar == "f64" { number.to_bits() } else { u64::from((number as f32).to_bits()) }
        };
        match range {
            Range::Floats(least, greatest) => {
                let part = (bits >> 11) as f64 / (1u64 << 53) as f64;
                float(least + part * (greatest - least))
            }
            // Without subnormal numbers, which drivers may flush.
            Range::AnyFloat => match bits % 8 {
                0 => float(f64::NAN),
                1 => float(f64::INFINITY),
                2 => float(-0.0),
                3 => float(f64::NEG_INFINITY),
                4 => float(1e30 * (bits >> 40) as f64),
                _ => float(((bits >> 8) as i32 as f64) / 65536.0),
            },
            Range::AnyInteger => {
                let small = bits >> (bits & 63);
                if bits & 64 == 0 { small } else { !small }
            }
            Range::NonZero => {
                let any = self.number(scalar, Range::AnyInteger);
                if any & 0xff == 0 { any | 7 } else { any }
            }
            Range::Integers(least, greatest) => {
                (least + (bits % (greatest - least + 1) as u64) as i64) as u64
            }
        }
    }
}

/// A module that runs the operation on each sample: words of a buffer in, words of another out.
fn module_text(case: &Case, numbers: &Numbers) -> String {
    use std::fmt::Write;
    let mut text = format!(
        "vir 1\nstage compute\nentry &main\nexecution local_size(1u32, 1u32, 1u32)\n\
         struct #In {{\n    words: array<u32, {}>\n}}\nstruct #Out {{\n    words: array<u32, {}>\n}}\n\
         global @input: #In buffer block(std430) set(0) binding(0) readonly\n\
         global @results: #Out buffer block(std430) set(0) binding(1)\n\nfn &main() -> void {{\n",
        numbers.bytes.len() / 4,
        numbers.result_bytes() / 4
    );
    let (mut read, mut written) = (0u32, 0u32);
    for sample in 0..SAMPLES {
        let mut names = Vec::new();
        for (number, (ty, _)) in case.operands.iter().enumerate() {
            let name = format!("a{sample}_{number}");
            load(&mut text, &name, ty, &mut read);
            names.push(format!("%{name}"));
        }
        let results: Vec<String> = case
            .results
            .iter()
            .enumerate()
            .map(|(number, ty)| format!("%r{sample}_{number}: {ty}"))
            .collect();
        let results =
            if let [only] = results.as_slice() { only.clone() } else { format!("({})", results.join(", ")) };
        let _ = writeln!(text, "    {results} = {} {}{}", case.op, names.join(", "), case.constants);
        for (number, ty) in case.results.iter().enumerate() {
            store(&mut text, &format!("r{sample}_{number}"), ty, &mut written);
        }
    }
    text += "    return\n}\n";
    text
}

/// Loads a value of a type, called `name`, from the next words.
fn load(text: &mut String, name: &str, ty: &str, next: &mut u32) {
    use std::fmt::Write;
    let shape = Shape::of(ty);
    let mut columns = Vec::new();
    for column in 0..shape.columns {
        let mut parts = Vec::new();
        for row in 0..shape.rows {
            let part = if shape.count() == 1 { name.to_owned() } else { format!("{name}_{column}_{row}") };
            let words: Vec<String> = (0..shape.bytes / 4)
                .map(|word| {
                    let label = format!("%{part}_w{word}");
                    let _ = writeln!(
                        text,
                        "    %{part}_p{word}: ptr<buffer, u32> = access @input, 0i32, {next}u32"
                    );
                    let _ = writeln!(text, "    {label}: u32 = load %{part}_p{word}");
                    *next += 1;
                    label
                })
                .collect();
            let scalar = shape.scalar;
            let _ = match (words.as_slice(), scalar) {
                ([low, high], _) => {
                    let _ = writeln!(text, "    %{part}_v: vec2<u32> = construct {low}, {high}");
                    writeln!(text, "    %{part}: {scalar} = bitcast %{part}_v")
                }
                ([word, ..], "u32") => writeln!(text, "    %{part}: u32 = iadd {word}, 0u32"),
                ([word, ..], "i32" | "f32") => writeln!(text, "    %{part}: {scalar} = bitcast {word}"),
                ([word, ..], "f16") => {
                    let _ = writeln!(text, "    %{part}_s: f32 = bitcast {word}");
                    writeln!(text, "    %{part}: f16 = fconvert %{part}_s")
                }
                ([word, ..], "bool") => writeln!(text, "    %{part}: bool = itob {word}"),
                ([word, ..], "u8" | "u16") => writeln!(text, "    %{part}: {scalar} = uconvert {word}"),
                ([word, ..], _) => writeln!(text, "    %{part}: {scalar} = sconvert {word}"),
                ([], _) => Ok(()),
            };
            parts.push(format!("%{part}"));
        }
        let column_name = if shape.columns == 1 { name.to_owned() } else { format!("{name}_{column}") };
        if shape.rows > 1 {
            let vector = format!("vec{}<{}>", shape.rows, shape.scalar);
            let _ = writeln!(text, "    %{column_name}: {vector} = construct {}", parts.join(", "));
        }
        columns.push(format!("%{column_name}"));
    }
    if shape.columns > 1 {
        let _ = writeln!(text, "    %{name}: {ty} = construct {}", columns.join(", "));
    }
}

/// Stores a value in the next words.
fn store(text: &mut String, name: &str, ty: &str, next: &mut u32) {
    use std::fmt::Write;
    let shape = Shape::of(ty);
    for column in 0..shape.columns {
        let mut vector = format!("%{name}");
        if shape.columns > 1 {
            vector = format!("%{name}_{column}");
            let _ = writeln!(
                text,
                "    {vector}: vec{}<{}> = extract.{column} %{name}",
                shape.rows, shape.scalar
            );
        }
        for row in 0..shape.rows {
            let mut part = vector.clone();
            if shape.rows > 1 {
                part = format!("%{name}_{column}_{row}");
                let _ = writeln!(text, "    {part}: {} = extract.{row} {vector}", shape.scalar);
            }
            let bare = format!("{}_c{column}_{row}", name);
            let word = format!("%{bare}_word");
            let _ = match shape.scalar {
                "u32" => writeln!(text, "    {word}: u32 = iadd {part}, 0u32"),
                "i32" | "f32" => writeln!(text, "    {word}: u32 = bitcast {part}"),
                "f16" => {
                    let _ = writeln!(text, "    {word}_s: f32 = fconvert {part}");
                    writeln!(text, "    {word}: u32 = bitcast {word}_s")
                }
                "bool" => writeln!(text, "    {word}: u32 = btoi {part}"),
                "u8" | "u16" => writeln!(text, "    {word}: u32 = uconvert {part}"),
                "i8" | "i16" => {
                    let _ = writeln!(text, "    {word}_i: i32 = sconvert {part}");
                    writeln!(text, "    {word}: u32 = bitcast {word}_i")
                }
                _ => writeln!(text, "    {word}s: vec2<u32> = bitcast {part}"),
            };
            for half in 0..shape.bytes / 4 {
                let word = if shape.bytes == 4 {
                    word.clone()
                } else {
                    let _ = writeln!(text, "    {word}{half}: u32 = extract.{half} {word}s");
                    format!("{word}{half}")
                };
                let _ = writeln!(
                    text,
                    "    %{bare}_p{half}: ptr<buffer, u32> = access @results, 0i32, {next}u32"
                );
                let _ = writeln!(text, "    store %{bare}_p{half}, {word}");
                *next += 1;
            }
        }
    }
}

/// The first result that differs.
fn difference(case: &Case, expected: &[u8], found: &[u8], is_exact: bool) -> Option<String> {
    let mut at = 0;
    for sample in 0..SAMPLES {
        for ty in &case.results {
            let shape = Shape::of(ty);
            for _ in 0..shape.count() {
                let word = |bytes: &[u8]| {
                    let mut word = [0; 8];
                    word[..shape.bytes].copy_from_slice(&bytes[at..at + shape.bytes]);
                    u64::from_le_bytes(word)
                };
                let (a, b) = (word(expected), word(found));
                let number = |bits: u64| match shape.scalar {
                    "f64" => Some(f64::from_bits(bits)),
                    "f32" | "f16" => Some(f64::from(f32::from_bits(bits as u32))),
                    _ => None,
                };
                let same = match (number(a), number(b)) {
                    (Some(x), Some(y)) if x.is_nan() && y.is_nan() || x == y => true,
                    (Some(x), Some(y)) => !is_exact && (x - y).abs() <= TOLERANCE * x.abs().max(1.0),
                    _ => a == b,
                };
                if !same {
                    let show =
                        |bits| number(bits).map_or_else(|| format!("{bits:#x}"), |number| number.to_string());
                    return Some(format!("sample {sample}: {} is expected, {} found", show(a), show(b)));
                }
                at += shape.bytes;
            }
        }
    }
    None
}
