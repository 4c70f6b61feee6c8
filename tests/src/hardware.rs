//! Lowerings for hardware, executed: every shader of the suite that the interpreter runs does the same after each of them,
//! as the front end made it and optimised; and in the form of a machine, where the interpreter works on flat memory, slots and
//! indices, with values in scalar registers.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options};
use vitrum_ir::Module;
use vitrum_passes::{Failure, Machine, RunOptions, Settings, leftovers};

use crate::differential::{TOLERANCE, difference, runs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// Passes that run one after the other, with options in text form.
struct Chain {
    passes: &'static [&'static str],
    options: &'static [&'static str],
}

const CHAINS: &[Chain] = &[
    Chain { passes: &["lower_explicit_memory"], options: &[] },
    Chain {
        passes: &["inline_everything", "lower_explicit_memory"],
        options: &["lower_explicit_memory.spaces=scratch+shared+storage"],
    },
    Chain { passes: &["lower_explicit_memory", "combine", "eliminate_dead_code"], options: &[] },
    Chain { passes: &["lower_io"], options: &[] },
    Chain { passes: &["lower_system_values", "lower_resource_indices"], options: &[] },
    Chain { passes: &["lower_io_to_temporaries", "lower_indirect_accesses"], options: &[] },
    Chain {
        passes: &["lower_indirect_accesses", "lower_io", "lower_explicit_memory", "lower_access_sizes"],
        options: &[
            "lower_indirect_accesses.loads=selects",
            "lower_indirect_accesses.storages=input+output+uniform+shared+buffer",
            "lower_access_sizes.sizes=4",
        ],
    },
    Chain {
        passes: &[
            "lower_explicit_memory",
            "lower_io",
            "split_memory",
            "lower_io_to_scalars",
            "combine",
            "vectorize_memory",
            "eliminate_dead_code",
        ],
        options: &[],
    },
    Chain {
        passes: &["lower_explicit_memory", "combine", "vectorize_memory", "lower_access_sizes"],
        options: &[
            "lower_access_sizes.sizes=1+2",
            "vectorize_memory.alignment=component",
            "vectorize_memory.bytes=32",
        ],
    },
    Chain {
        passes: &[
            "lower_io",
            "lower_explicit_memory",
            "lower_write_masks",
            "lower_io_to_scalars",
            "split_memory",
        ],
        options: &["split_memory.components=2"],
    },
    Chain {
        passes: &["inline_everything", "lower_io", "lower_explicit_memory", "combine", "eliminate_dead_code"],
        options: &["lower_io.slots=locations", "lower_io.interpolation=loads"],
    },
];

/// Shaders that are not compared, each with the reason.
const NOT_COMPARED: [(&str, &str); 3] = [
    (
        "suite/conv/small_types.comp",
        "a block ends within a word, which accesses of words alone write as a whole",
    ),
    ("suite/sampler/gl400_in_structs.frag", "a struct that is taken apart has other made-up values"),
    ("suite/builtin/common_float.frag", "`round` takes halves either way"),
];

/// Shaders that machines do not run alike, since what is bound for them has another name and other made-up values, each with the
/// reason.
pub(crate) const OTHERWISE_BOUND: &[(&str, &str)] = &[
    ("suite/builtin/gl420_counter_ops.frag", COUNTERS),
    ("suite/compute/counter_barrier.comp", COUNTERS),
    ("suite/compute/gl430_atomic_counters.comp", COUNTERS),
    ("suite/compute/gl460_atomic_counters.comp", COUNTERS),
    ("suite/image/gl330_indexed.frag", COUNTERS),
    ("suite/compat/fragment.frag", STATE),
    ("suite/compat/vertex.vert", STATE),
    ("suite/compat/vulkan.vert", STATE),
];

const COUNTERS: &str = "atomic counters become a storage block";
const STATE: &str = "the state of the fixed-function pipeline becomes a block";

/// One chain of this many sees a shader; with `VITRUM_PASSES=all` every chain does.
const SAMPLE: usize = 3;

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let all = std::env::var("VITRUM_PASSES").is_ok_and(|value| value == "all");
    let trial = |(index, shader): (usize, Shader)| {
        let name = shader.name.replacen("suite/", "hardware/", 1);
        let sample = if all { None } else { Some(index) };
        Trial::test(name, move || caught(|| check(&shader, sample, judges)))
    };
    Ok(files::shaders("suite")?.into_iter().enumerate().map(trial).collect())
}

fn check(shader: &Shader, sample: Option<usize>, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let stage = shader.stage()?;
    for opt_level in [OptLevel::None, OptLevel::Default] {
        let options =
            Options::new(stage).target(header.target).defines(header.defines.clone()).opt_level(opt_level);
        let compilation =
            vitrum::compile(&source, &options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        let (expected, error) = runs(&compilation.module)?;
        if let Some(error) = error {
            judges.note(format!("{}: {error}", shader.name));
        }
        let turn = |number: usize| sample.is_none_or(|sample| (sample + number).is_multiple_of(SAMPLE));
        if NOT_COMPARED.iter().any(|row| row.0 == shader.name) {
            return Ok(());
        }
        for (_, chain) in CHAINS.iter().enumerate().filter(|row| turn(row.0)) {
            let after = lowered(&compilation.module, chain)
                .map_err(|failure| format!("{:?}, {opt_level:?}: {failure}", chain.passes))?;
            let Some(after) = after else { continue };
            if let Some(what) = difference(&expected, &after, None) {
                let text = vitrum_ir::print(&after);
                return Err(format!("{:?}, {opt_level:?}: {what}\n{text}", chain.passes));
            }
        }
        let is_bound_otherwise = OTHERWISE_BOUND.iter().any(|row| row.0 == shader.name);
        for (number, text) in MACHINES.iter().enumerate().filter(|row| turn(row.0)) {
            let fails = |reason: String| format!("machine {text:?}, {opt_level:?}: {reason}");
            match on_machine(&compilation.module, text).map_err(fails)? {
                Ok(after) => {
                    let registers = in_registers(&after).map_err(fails)?;
                    if is_bound_otherwise {
                        continue;
                    }
                    for (form, after) in [("", &after), ("in registers: ", &registers)] {
                        if let Some(what) = difference(&expected, after, Some(TOLERANCE)) {
                            return Err(fails(format!("{form}{what}\n{}", vitrum_ir::print(after))));
                        }
                    }
                }
                Err(refused) if number == 0 => {
                    judges.note(format!("{}, {opt_level:?}: {refused}", shader.name))
                }
                Err(_) => {}
            }
        }
    }
    Ok(())
}

/// Options of machines in text form: the least one, and some that have more.
const MACHINES: &[&[&str]] = &[
    &[],
    &[
        "vectors=yes",
        "masks=yes",
        "indirect=yes",
        "indirect_slots=yes",
        "output_loads=yes",
        "interpolation=loads",
        "true=1",
    ],
    &["int64=yes", "small=yes", "booleans=yes", "division=yes", "sizes=4", "slots=locations"],
    &["indirect_registers=yes", "array_size=40", "array_registers=100"],
];

/// A module in the form of a machine, or the reason for which the machine refuses it.
fn on_machine(module: &Module, texts: &[&str]) -> Result<Result<Module, String>, String> {
    let mut module = module.clone();
    let mut machine = Machine::default();
    for text in texts {
        machine.set(text)?;
    }
    let settings = Settings { options: machine.options(), ..Settings::default() };
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    match vitrum_passes::run_passes(&mut module, &machine.passes(), options) {
        Ok(_) if leftovers(&module, &machine).is_empty() => Ok(Ok(module)),
        Ok(_) => Err("something is left that the machine lacks".to_owned()),
        Err(Failure::Refused(refusals)) => {
            Ok(Err(refusals.first().map_or_else(String::new, |it| format!("{}: {}", it.pass, it.message))))
        }
        Err(failure) => Err(failure.to_string()),
    }
}

/// A module whose values are held in 16 registers of 32 bits, and in slots where these do not suffice.
fn in_registers(module: &Module) -> Result<Module, String> {
    let mut module = module.clone();
    let mut settings = Settings::default();
    settings.options.set("allocate_registers.words=16")?;
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    vitrum_passes::run(&mut module, &["allocate_registers"], options)
        .map_err(|failure| failure.to_string())?;
    Ok(module)
}

/// The module after a chain; none if a pass refuses it.
fn lowered(module: &Module, chain: &Chain) -> Result<Option<Module>, String> {
    let mut module = module.clone();
    let mut settings = Settings::default();
    for text in chain.options {
        settings.options.set(text)?;
    }
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    match vitrum_passes::run(&mut module, chain.passes, options) {
        Ok(_) => {}
        Err(Failure::Refused(_)) => return Ok(None),
        Err(failure) => return Err(failure.to_string()),
    }
    let bytes = vitrum_ir_bytes::write(&module, &vitrum_ir_bytes::WriteOptions::default());
    vitrum_ir_bytes::read(&bytes).map_err(|error| error.to_string())?;
    let again = vitrum_ir_text::parse(&vitrum_ir::print(&module)).map_err(|error| error.to_string())?;
    if vitrum_ir::print(&again) != vitrum_ir::print(&module) {
        return Err("the text form does not read back".to_owned());
    }
    Ok(Some(module))
}
