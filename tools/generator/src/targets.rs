//! Fuzz targets, a function of bytes each. A fault is a panic, whether one of the compiler's own or one of these.
//!
//! The fuzzer in `tools/fuzz/` calls them, and a test calls them with every input stored in `tests/fuzz-inputs`.

mod generics;
mod link;
mod spirv;

use std::time::{Duration, Instant};

use vitrum::{
    OptLevel, Options as CompileOptions, SourceVersion, SpirvVersion, Stage, Target, Version, VersionChoice,
};
use vitrum_interp::run_arbitrary;
use vitrum_ir::{Module, print, verify};
use vitrum_ir_bytes::WriteOptions;
use vitrum_ir_text::parse;
use vitrum_passes::{Failure, PASSES, PIPELINES, RunOptions, SPIRV, Settings, run_pipeline};

use crate::{Options, check, program};

pub use spirv::change_spirv;

/// Something to fuzz.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name, and that of the folder of its inputs.
    pub name: &'static str,
    /// A description.
    pub summary: &'static str,
    /// Runs it on an input.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget {
        name: "source",
        summary: "bytes to preprocessor and front end, as a fragment shader",
        run: source,
    },
    FuzzTarget {
        name: "options",
        summary: "bytes behind four that choose stage, version, target and what is done",
        run: options,
    },
    FuzzTarget {
        name: "ir",
        summary: "IR text to reader, verifier, interpreter, every pass and both back ends",
        run: ir,
    },
    FuzzTarget {
        name: "bytes",
        summary: "the binary form of the IR to reader, verifier, printer and writer",
        run: bytes,
    },
    FuzzTarget {
        name: "link",
        summary: "four bytes and sources of several stages and units to linking and a program's outputs",
        run: link::link,
    },
    FuzzTarget {
        name: "generics",
        summary: "eight bytes and units with generic functions to verifier, linking and specialisation",
        run: generics::generics,
    },
    FuzzTarget {
        name: "spirv",
        summary: "words of SPIR-V to reader, verifier, passes, both back ends and the printer",
        run: spirv::spirv,
    },
    FuzzTarget { name: "generated", summary: "the seed of a generated program, checked", run: generated },
];

/// Longer inputs find nothing that shorter ones do not.
const LONGEST: usize = 20_000;

/// One input may take no longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a target and holds it to its time.
pub fn run_target(target: &FuzzTarget, bytes: &[u8]) {
    let (start, worked) = (Instant::now(), working_time());
    (target.run)(bytes);
    let took = match (worked, working_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.elapsed(),
    };
    assert!(took < PATIENCE, "takes {took:?}");
}

/// Processor time of this thread, if the system tells it: other threads may keep the processors busy.
fn working_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs the target of a name, if there is one.
pub fn run_named(name: &str, bytes: &[u8]) {
    if let Some(target) = TARGETS.iter().find(|target| target.name == name) {
        run_target(target, bytes);
    }
}

/// The text that bytes are, as far as they are text.
fn text(bytes: &[u8]) -> Option<String> {
    (bytes.len() <= LONGEST).then(|| String::from_utf8_lossy(bytes).into_owned())
}

fn source(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let options = CompileOptions::new(Stage::Fragment).verify(true);
    compile(&text, &options);
}

fn options(bytes: &[u8]) {
    let Some((&[stage, version, target, rest], bytes)) = bytes.split_first_chunk() else { return };
    let Some(text) = text(bytes) else { return };
    let pick = |length: usize, byte: u8| usize::from(byte) % length.max(1);
    let stages = [
        Stage::Vertex,
        Stage::TessControl,
        Stage::TessEvaluation,
        Stage::Geometry,
        Stage::Fragment,
        Stage::Compute,
        Stage::Task,
        Stage::Mesh,
        Stage::RayGeneration,
        Stage::AnyHit,
    ];
    let versions: Vec<Version> = vitrum::DESKTOP_VERSIONS
        .iter()
        .map(|&number| Version::desktop(number))
        .chain(vitrum::ES_VERSIONS.iter().map(|&number| Version::es(number)))
        .collect();
    let Some(&default_version) = versions.get(pick(versions.len(), version)) else { return };
    let target = Target::ALL[pick(Target::ALL.len(), target)].0;
    let version_rule = if rest & 1 != 0 { SourceVersion::Forced } else { SourceVersion::Default };
    let options = CompileOptions::new(stages[pick(stages.len(), stage)])
        .target(target)
        .version(version_rule(default_version))
        .opt_level(if rest & 2 != 0 { OptLevel::Default } else { OptLevel::None })
        .appendix_a(rest & 4 != 0)
        .allow_include(rest & 8 != 0)
        .spirv_version(match rest & 16 {
            0 => VersionChoice::Newest,
            _ => VersionChoice::Exactly(SpirvVersion::V1_6),
        })
        .verify(true);
    compile(&text, &options);
}

/// Compiles a text and asks for every output; a refusal is fine.
fn compile(text: &str, options: &CompileOptions) {
    let compilation = match vitrum::compile(text, options) {
        Ok(compilation) => compilation,
        Err(failure) => {
            assert!(failure.defect.is_none(), "{failure}");
            assert!(failure.diagnosed.has_errors(), "refused without an error");
            let _ = failure.to_string();
            return;
        }
    };
    let _ = compilation.diagnosed.render();
    let ir = compilation.ir();
    match parse(&ir) {
        Ok(again) => assert!(print(&again) == ir, "the IR read back is another one:\n{ir}"),
        Err(error) => panic!("the printed IR cannot be read: {error}\n{ir}"),
    }
    if let Err(vitrum::Error::Defect(defect)) = compilation.spirv() {
        panic!("{defect}");
    }
    let _ = (compilation.glsl(), compilation.reflection());
}

fn ir(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Ok(module) = parse(&text) else { return };
    if let Err(errors) = verify(&module) {
        // The text of an invalid module need not be read back, but printing must not panic.
        let _ = (errors.to_string(), print(&module));
        return;
    }
    let printed = print(&module);
    match parse(&printed) {
        Ok(again) => assert!(print(&again) == printed, "read back it is another one:\n{printed}"),
        Err(error) => panic!("what was printed cannot be read: {error}\n{printed}"),
    }
    // Undefined results may be anything, but no run panics.
    let _ = run_arbitrary(&module, 0);
    emit(&module);
    for pass in PASSES {
        let _ = passed(&module, &[pass.name]);
    }
    for pipeline in PIPELINES {
        let module = passed(&module, &pipeline.names().collect::<Vec<_>>());
        // Each run may take seconds, and all of them together more than one input is given.
        if pipeline.name == "default" {
            let _ = run_arbitrary(&module, 0);
        }
        emit(&module);
    }
}

fn bytes(bytes: &[u8]) {
    if bytes.len() > LONGEST {
        return;
    }
    let Ok((module, sources)) = vitrum_ir_bytes::read(bytes) else { return };
    let options = WriteOptions { sources: Some(&sources), ..WriteOptions::FULL };
    let (text, written) = (print(&module), vitrum_ir_bytes::write(&module, &options));
    if let Err(errors) = verify(&module) {
        // An invalid module need not be read back.
        let _ = (errors.to_string(), vitrum_ir_bytes::read(&written));
        return;
    }
    match vitrum_ir_bytes::read(&written) {
        Ok((again, _)) => {
            assert!(again == module, "read back it is another one:\n{text}");
            assert!(
                written == vitrum_ir_bytes::write(&again, &options),
                "written again it is another file:\n{text}"
            );
        }
        Err(error) => panic!("what was written cannot be read: {error}\n{text}"),
    }
}

/// The module after passes, which must leave it valid.
fn passed(module: &Module, passes: &[&str]) -> Module {
    let mut module = module.clone();
    let options = RunOptions { verify: true, ..RunOptions::default() };
    match vitrum_passes::run(&mut module, passes, options) {
        Ok(_) | Err(Failure::Refused(_)) => module,
        Err(failure) => panic!("{failure}"),
    }
}

fn emit(module: &Module) {
    let _ = vitrum_backend_glsl::emit(module, &vitrum_backend_glsl::Options::default());
    for target in [Target::Vulkan1_3, Target::OpenGl4_5] {
        let mut module = module.clone();
        let settings = Settings::for_spirv(target.is_vulkan());
        let options = RunOptions { verify: true, settings, ..RunOptions::default() };
        run_pipeline(&mut module, &SPIRV, options).unwrap_or_else(|failure| panic!("{failure}"));
        let _ = vitrum_backend_spirv::emit(&module, &vitrum_backend_spirv::Options::new(target));
    }
}

fn generated(bytes: &[u8]) {
    let mut seed = [0; 8];
    for (slot, &byte) in seed.iter_mut().zip(bytes) {
        *slot = byte;
    }
    let seed = u64::from_le_bytes(seed);
    let program = program(seed, &Options::default());
    if let Err(finding) = check(&program.case(), seed) {
        panic!("seed {seed}: {finding}\n{}", program.source);
    }
}
