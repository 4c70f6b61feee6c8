//! Every lowering for machines that keeps the interface, by itself on each shader of the suite: it leaves a module that
//! verifies, whose instructions are lowered as the pass says, and that does in the interpreter what it did.
//!
//! Shaders are seen as the front end made them or behind `-O`, in turns; with `VITRUM_PASSES=all` in both forms.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options};
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, Scalar, Sig, Type, TypeData, typing, visit};
use vitrum_passes::{Failure, RegisterFiles, RunOptions, Settings};

use crate::differential::{TOLERANCE, difference, runs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// A pass with its options.
struct Row {
    pass: &'static str,
    options: &'static [&'static str],
    /// Relative tolerance of results; none if they are the same bit by bit.
    tolerance: Option<f64>,
    /// Instructions that the pass leaves, if they are not as it says.
    leaves: fn(&Module, &FunctionData, Inst) -> bool,
}

const fn exact(pass: &'static str, options: &'static [&'static str]) -> Row {
    Row { pass, options, tolerance: None, leaves: nothing }
}

/// Nothing is wrong.
fn nothing(_: &Module, _: &FunctionData, _: Inst) -> bool {
    false
}

static ROWS: &[Row] = &[
    Row { tolerance: Some(TOLERANCE), leaves: has_vector_arithmetic, ..exact("scalarize", &[]) },
    Row { tolerance: Some(TOLERANCE), ..exact("scalarize", &["scalarize.to=vectors"]) },
    Row { leaves: has_small_variable, ..exact("locals_to_registers", LARGE) },
    exact("locals_to_registers", &["locals_to_registers.most=8", "locals_to_registers.registers=20"]),
    exact("allocate_registers", &[]),
    exact("allocate_registers", FEW),
    exact("allocate_registers", &["allocate_registers.words=40"]),
    exact("allocate_registers", &["allocate_registers.coalesce=no"]),
    Row { leaves: has_logic, ..exact("lower_booleans", &[]) },
    Row { leaves: has_logic, ..exact("lower_booleans", &["lower_booleans.true=1"]) },
    Row { leaves: has_wide_arithmetic, ..exact("lower_int64", &[]) },
    Row { tolerance: Some(TOLERANCE), leaves: has_double_arithmetic, ..exact("lower_doubles", &[]) },
    Row { leaves: has_division, ..exact("lower_integer_division", &[]) },
    exact("global_code_motion", &[]),
    exact("global_code_motion", &["global_code_motion.numbering=yes"]),
    exact("lower_bit_sizes", &[]),
    Row { tolerance: Some(TOLERANCE), ..exact("lower_bit_functions", &[]) },
    Row { tolerance: Some(TOLERANCE), ..exact("lower_float_functions", EXACT_FUNCTIONS) },
    Row { tolerance: Some(TOLERANCE), ..exact("lower_frexp_ldexp", &[]) },
    Row { tolerance: Some(TOLERANCE), ..exact("lower_packing", &[]) },
    Row {
        tolerance: Some(TOLERANCE),
        ..exact("lower_float_division", &["lower_float_division.when=always"])
    },
];

/// A few registers, so that values go to slots.
const FEW: &[&str] = &["allocate_registers.words=12", "allocate_registers.booleans=2"];

/// Registers for all variables of the suite that take some.
const LARGE: &[&str] = &["locals_to_registers.most=64", "locals_to_registers.registers=4096"];

/// All but `round`, which takes halves either way.
const EXACT_FUNCTIONS: &[&str] = &[
    "lower_float_functions.ops=fmod+fmix+fma+step+smoothstep+fclamp+nclamp+fsign+trunc+round_even+modf+is_nan+is_inf",
];

/// Shaders that no tolerance fits after a pass, each with the reason.
const NOT_COMPARED: &[(&str, &str, &str)] = &[];

/// The type of the first result.
fn result(function: &FunctionData, inst: Inst) -> Option<Type> {
    function.result_data(inst).map(|data| data.ty)
}

/// True for an operation of components on a vector.
fn has_vector_arithmetic(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let op = function.op(inst);
    let is_vector = |ty| matches!(module.types.get(ty), TypeData::Vector { .. } | TypeData::Matrix { .. });
    vitrum_passes::analysis::demand::is_by_components(op)
        && (result(function, inst).is_some_and(is_vector)
            || function
                .operands(inst)
                .iter()
                .any(|&it| is_vector(typing::operand_type(module, function, it))))
}

/// True for a scalar or vector variable in a function that passes no address on.
fn has_small_variable(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    function.op(inst) == Op::Var
        && result(function, inst)
            .and_then(|ty| module.types.pointee(ty))
            .is_some_and(|ty| matches!(module.types.get(ty), TypeData::Scalar(_) | TypeData::Vector { .. }))
        && !visit::insts(function).into_iter().any(|(_, inst)| {
            let is_address = |&operand: &Operand| {
                let ty = typing::operand_type(module, function, operand);
                matches!(module.types.get(ty), TypeData::Pointer { .. })
            };
            let accesses = matches!(function.op(inst), Op::Load | Op::Store | Op::StoreSwizzle | Op::Access);
            !accesses && function.operands(inst).iter().any(is_address)
        })
}

/// True for an operation on Booleans that has a form on bits.
fn has_logic(_: &Module, function: &FunctionData, inst: Inst) -> bool {
    let op = function.op(inst);
    matches!(op, Op::And | Op::Or | Op::Not | Op::Beq | Op::Bne | Op::Any | Op::All | Op::BtoF | Op::BtoI)
}

/// True for arithmetic on 64-bit integers.
fn has_wide_arithmetic(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let is_wide = |ty| matches!(module.types.scalar_of(ty), Some(Scalar::I64 | Scalar::U64));
    matches!(
        function.op(inst).info().sig,
        Sig::Unary(_)
            | Sig::Binary(_)
            | Sig::Ternary(_)
            | Sig::Compare(_)
            | Sig::Convert(..)
            | Sig::Shift
            | Sig::Select
    ) && (result(function, inst).is_some_and(is_wide)
        || function.operands(inst).iter().any(|&it| is_wide(typing::operand_type(module, function, it))))
}

/// True for arithmetic on doubles.
fn has_double_arithmetic(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let is_double = |ty| module.types.scalar_of(ty) == Some(Scalar::F64);
    matches!(
        function.op(inst).info().sig,
        Sig::Unary(_)
            | Sig::Binary(_)
            | Sig::Ternary(_)
            | Sig::Compare(_)
            | Sig::Test(_)
            | Sig::Convert(..)
            | Sig::Select
            | Sig::MatrixTimesVector
            | Sig::MatrixTimesMatrix
            | Sig::Dot
    ) && (result(function, inst).is_some_and(is_double)
        || function.operands(inst).iter().any(|&it| is_double(typing::operand_type(module, function, it))))
}

/// True for a division of integers.
fn has_division(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let is_wide = |ty| matches!(module.types.scalar_of(ty), Some(Scalar::I64 | Scalar::U64));
    matches!(function.op(inst), Op::Udiv | Op::Umod | Op::Sdiv | Op::Srem | Op::Smod)
        && !result(function, inst).is_some_and(|ty| is_wide(ty) || module.types.vector_size(ty).is_none())
}

/// One row of this many sees a shader, unless all do.
const SAMPLE: usize = 3;

/// One test per shader below `suite/`, and one that counts registers.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let all = std::env::var("VITRUM_PASSES").is_ok_and(|value| value == "all");
    let trial = |(index, shader): (usize, Shader)| {
        let name = shader.name.replacen("suite/", "machines/", 1);
        let forms = if all { vec![false, true] } else { vec![index % 2 == 1] };
        let sees = move |row: usize| all || row % SAMPLE == index % SAMPLE;
        Trial::test(name, move || {
            caught(|| forms.iter().try_for_each(|&optimized| check(&shader, optimized, &sees)))
        })
    };
    let mut trials: Vec<Trial> = files::shaders("suite")?.into_iter().enumerate().map(trial).collect();
    trials.push(Trial::test("machines/registers", move || caught(|| count_registers(judges))));
    Ok(trials)
}

/// Coalescing leaves fewer copies and registers than places of their own for all values, over the optimised suite.
fn count_registers(judges: &Judges) -> Result<(), String> {
    // Copies and registers, without coalescing and with it.
    let mut sums = [[0usize; 2]; 2];
    for shader in files::shaders("suite").map_err(|error| error.to_string())? {
        let Some(module) = compile(&shader, true)? else { continue };
        for function in module.functions.values().filter(|function| function.has_code()) {
            for (sum, coalesces) in sums.iter_mut().zip([false, true]) {
                let files = RegisterFiles { coalesces, ..RegisterFiles::default() };
                let Some(allocation) = vitrum_passes::allocate(&module, function, &files) else { continue };
                sum[0] += allocation.copy_count();
                sum[1] += allocation.used.values().sum::<u32>() as usize;
            }
        }
    }
    let [plain, coalesced] = sums;
    judges.note(format!("copies and registers: {plain:?} without coalescing, {coalesced:?} with it"));
    // Values that share a register keep it from the first to the last of them.
    if coalesced[0] >= plain[0] || coalesced[1] * 100 > plain[1] * 101 {
        return Err(format!("{coalesced:?} copies and registers, {plain:?} without coalescing"));
    }
    Ok(())
}

/// The module of a shader; `None` for one that is known to be wrong.
fn compile(shader: &Shader, optimized: bool) -> Result<Option<Module>, String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(None);
    }
    let opt_level = if optimized { OptLevel::Default } else { OptLevel::None };
    let options = Options::new(shader.stage()?)
        .target(header.target)
        .defines(header.defines.clone())
        .opt_level(opt_level);
    let compilation =
        vitrum::compile(&source, &options).map_err(|failure| format!("does not compile:\n{failure}"))?;
    Ok(Some(compilation.module))
}

fn check(shader: &Shader, optimized: bool, sees: &impl Fn(usize) -> bool) -> Result<(), String> {
    let Some(before) = compile(shader, optimized)? else { return Ok(()) };
    // No machine has them, and the passes leave their modules alone.
    if before.types.iter().any(|row| matches!(row.1, TypeData::LongVector { .. })) {
        return Ok(());
    }
    let mut expected = None;
    for (_, row) in ROWS.iter().enumerate().filter(|(index, _)| sees(*index)) {
        let fails = |reason: String| format!("{} {:?}: {reason}", row.pass, row.options);
        let mut settings = Settings::default();
        row.options.iter().try_for_each(|option| settings.options.set(option)).map_err(fails)?;
        let mut after = before.clone();
        let options = RunOptions { verify: true, settings, ..RunOptions::default() };
        let report = match vitrum_passes::run(&mut after, &[row.pass], options) {
            Ok(report) => report,
            // The pass says what it cannot do; tests of its own say of what.
            Err(Failure::Refused(_)) => continue,
            Err(failure) => return Err(fails(failure.to_string())),
        };
        if report.passes.iter().all(|pass| pass.changes == 0) && after != before {
            return Err(fails("a change is not counted".to_owned()));
        }
        for function in after.functions.values().filter(|function| function.has_code()) {
            let found =
                visit::insts(function).into_iter().find(|&(_, inst)| (row.leaves)(&after, function, inst));
            if let Some((_, inst)) = found {
                let name = function.op(inst).mnemonic();
                return Err(fails(format!("`{name}` is left\n{}", vitrum_ir::print(&after))));
            }
        }
        if after == before || NOT_COMPARED.iter().any(|it| it.0 == shader.name && it.1 == row.pass) {
            continue;
        }
        let expected = match &expected {
            Some(expected) => expected,
            None => expected.insert(runs(&before)?.0),
        };
        if let Some(what) = difference(expected, &after, row.tolerance) {
            let (before, after) = (vitrum_ir::print(&before), vitrum_ir::print(&after));
            return Err(fails(format!("{what}\n{before}\n{after}")));
        }
    }
    Ok(())
}
