//! The fuzz target of linking: programs of several stages, some of several units.
//!
//! An input is four bytes that choose the target, the API and random changes of the modules, and behind them the sources, each
//! behind a line `=== STAGE`. Several sources of one stage are units of it.

use std::sync::OnceLock;

use vitrum::{Client, OptLevel, Options, Severity, Stage, Target, compile, compile_program, stage_from_name};
use vitrum_ir::{Module, print, verify};
use vitrum_link::{
    Api, CrossStage, ProgramStage, StageRules, Unit, link_stages, link_units, optimize_stages,
};
use vitrum_passes::{RunOptions, SPIRV, Settings, run_pipeline};

use crate::alter::alter;
use crate::spirv_val::SpirvVal;

/// The line in front of a source.
const HEAD: &str = "=== ";

/// More sources find nothing that fewer do not.
const MOST: usize = 8;

/// Seeds that are tried for a change that leaves a module valid.
const TRIES: u64 = 8;

/// Of inputs that spirv-val could judge, one in so many is.
const JUDGED: usize = 8;

/// The choices that the first bytes of an input make.
struct Choices {
    target: Target,
    api: Option<Api>,
    is_separable: bool,
    optimizes: bool,
    /// Number of changes of modules.
    changes: u64,
    seed: u64,
}

impl Choices {
    fn of([target, flags, seed, more]: [u8; 4]) -> Self {
        let targets = Target::ALL;
        Self {
            target: targets[usize::from(target) % targets.len()].0,
            api: [None, Some(Api::OpenGl), Some(Api::OpenGlEs), Some(Api::Vulkan)][usize::from(flags & 3)],
            is_separable: flags & 4 != 0,
            optimizes: flags & 8 != 0,
            changes: u64::from(flags >> 6),
            seed: u64::from(u16::from_le_bytes([seed, more])),
        }
    }

    fn rules(&self, stages: &[Module]) -> StageRules {
        let of_language = stages.first().map(|module| Api::of_language(module.source.language));
        let of_target = if self.target.is_vulkan() { None } else { of_language };
        StageRules {
            api: self.api.or(of_target).unwrap_or(Api::Vulkan),
            separable: self.is_separable,
            limits: Some(vitrum::BuiltInLimits::default()),
            places: Some(Settings::for_spirv(self.target.is_vulkan())),
        }
    }
}

/// The sources, each with its stage.
fn sources(text: &str) -> Vec<(Stage, String)> {
    let mut sources: Vec<(Stage, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let stage = line.strip_prefix(HEAD).and_then(|name| stage_from_name(name.trim()));
        if let Some(stage) = stage {
            sources.push((stage, String::new()));
        } else if let Some((_, source)) = sources.last_mut() {
            source.push_str(line);
        }
    }
    sources.truncate(MOST);
    sources.sort_by_key(|row| row.0);
    sources
}

/// Links the program that bytes are.
pub(super) fn link(bytes: &[u8]) {
    let Some((&head, bytes)) = bytes.split_first_chunk() else { return };
    let Some(text) = super::text(bytes) else { return };
    let choices = Choices::of(head);
    let sources = sources(&text);
    let options = options(&sources, &choices);
    if choices.changes == 0 {
        whole(&rows(&sources, &options), &choices, bytes.len());
    }
    let mut modules = Vec::new();
    for (source, options) in sources.iter().map(|row| &row.1).zip(&options) {
        let is_unit = sources.iter().filter(|row| row.0 == options.stage).count() > 1;
        match compile(source, &options.clone().library(is_unit)) {
            Ok(compilation) => modules.push(compilation.module),
            Err(failure) => {
                assert!(failure.defect.is_none(), "{failure}");
                return;
            }
        }
    }
    change(&mut modules, &choices);
    if let Some(mut stages) = units(&modules) {
        program(&mut stages, &choices);
    }
}

/// The options of each source.
fn options(sources: &[(Stage, String)], choices: &Choices) -> Vec<Options> {
    let client = choices.api.map(|api| if api == Api::Vulkan { Client::Vulkan } else { Client::OpenGl });
    let opt_level = if choices.optimizes { OptLevel::Default } else { OptLevel::None };
    let of_stage = |stage: Stage| {
        Options::new(stage).target(choices.target).client(client).opt_level(opt_level).verify(true)
    };
    sources.iter().map(|row| of_stage(row.0)).collect()
}

fn rows<'a>(sources: &'a [(Stage, String)], options: &'a [Options]) -> Vec<(&'a str, &'a Options)> {
    sources.iter().map(|row| row.1.as_str()).zip(options).collect()
}

/// The way of the library, to every output.
fn whole(sources: &[(&str, &Options)], choices: &Choices, length: usize) {
    let program = match compile_program(sources) {
        Ok(program) => program,
        Err(failure) => {
            assert!(failure.defect.is_none(), "{failure}");
            assert!(failure.diagnosed.has_errors(), "refused without an error");
            let _ = failure.to_string();
            return;
        }
    };
    let _ = (program.diagnosed.render(), program.glsl(), program.reflections());
    match program.spirv() {
        Err(vitrum::Error::Defect(defect)) => panic!("{defect}"),
        Err(_) => {}
        Ok(words) => {
            if let Some(judge) = judge(length) {
                let flags = ["--scalar-block-layout", "--uniform-buffer-standard-layout"];
                let more = ["--workgroup-scalar-block-layout", "--allow-offset-texture-operand"];
                let verdict = judge.check(&words, choices.target, &[flags, more].concat());
                verdict.unwrap_or_else(|complaint| panic!("spirv-val: {complaint}"));
            }
        }
    }
}

/// spirv-val for a share of the inputs, if the environment names it: starting it takes as long as all the rest.
fn judge(length: usize) -> Option<&'static SpirvVal> {
    static JUDGE: OnceLock<Option<SpirvVal>> = OnceLock::new();
    let judge =
        JUDGE.get_or_init(|| std::env::var_os("VITRUM_SPIRV_VAL").and_then(|_| SpirvVal::find().ok()));
    judge.as_ref().filter(|_| length.is_multiple_of(JUDGED))
}

/// Changes modules at random; each stays valid.
fn change(modules: &mut [Module], choices: &Choices) {
    for change in 0..choices.changes {
        let seed = choices.seed.wrapping_mul(31).wrapping_add(change * TRIES);
        let count = modules.len().max(1);
        let Some(module) = modules.get_mut(seed as usize % count) else { return };
        for seed in seed..seed + TRIES {
            let mut changed = module.clone();
            if alter(&mut changed, seed).is_some() && verify(&changed).is_ok() {
                *module = changed;
                break;
            }
        }
    }
}

/// The modules of the stages, which the units of each are linked to; none if they do not match.
fn units(modules: &[Module]) -> Option<Vec<Module>> {
    let mut stages = Vec::new();
    for units in modules.chunk_by(|a, b| a.stage == b.stage) {
        let [module] = units else {
            let units: Vec<Unit<'_>> = units.iter().map(Unit::new).collect();
            match link_units(&units) {
                Ok(module) => stages.push(held(module, "link_units")),
                Err(errors) => {
                    assert!(!errors.is_empty(), "refused without an error");
                    return None;
                }
            }
            continue;
        };
        stages.push(module.clone());
    }
    Some(stages)
}

/// A linked module, which must verify and be the same in both of its forms.
pub(super) fn held(module: Module, step: &str) -> Module {
    if let Err(errors) = verify(&module) {
        panic!("{step}: {errors}\n{}", print(&module));
    }
    let text = print(&module);
    match vitrum_ir_text::parse(&text) {
        Ok(again) => assert!(print(&again) == text, "{step}: the IR read back is another one:\n{text}"),
        Err(error) => panic!("{step}: the printed IR cannot be read: {error}\n{text}"),
    }
    let bytes = vitrum_ir_bytes::write(&module, &vitrum_ir_bytes::WriteOptions::FULL);
    match vitrum_ir_bytes::read(&bytes) {
        Ok((again, _)) => {
            assert!(print(&again) == text, "{step}: the bytes read back are another module:\n{text}")
        }
        Err(error) => panic!("{step}: what was written cannot be read: {error}\n{text}"),
    }
    module
}

/// Links the stages, optimises across them, and writes the program.
fn program(stages: &mut [Module], choices: &Choices) {
    let rules = choices.rules(stages);
    if choices.optimizes {
        let before = StageRules { places: None, ..rules.clone() };
        let mut linked: Vec<ProgramStage<'_>> = stages.iter_mut().map(ProgramStage::new).collect();
        let found = link_stages(&mut linked, &before);
        if found.iter().all(|it| it.severity != Severity::Error) {
            let ways = CrossStage { pack: choices.seed & 1 != 0, ..CrossStage::default() };
            optimize_stages(&mut linked, &before, &ways);
        }
        drop(linked);
        stages.iter().for_each(|module| drop(held(module.clone(), "optimize_stages")));
    }
    let mut linked: Vec<ProgramStage<'_>> = stages.iter_mut().map(ProgramStage::new).collect();
    let found = link_stages(&mut linked, &rules);
    drop(linked);
    stages.iter().for_each(|module| drop(held(module.clone(), "link_stages")));
    if found.iter().any(|it| it.severity == Severity::Error) {
        return;
    }
    let mut lowered = Vec::new();
    for module in &*stages {
        let _ = vitrum_backend_glsl::emit(module, &vitrum_backend_glsl::Options::default());
        let settings = Settings::for_spirv(choices.target.is_vulkan());
        let options = RunOptions { verify: true, settings, ..RunOptions::default() };
        let mut module = module.clone();
        run_pipeline(&mut module, &SPIRV, options).unwrap_or_else(|failure| panic!("{failure}"));
        lowered.push(module);
    }
    let entries: Vec<vitrum_backend_spirv::ProgramStage<'_>> = lowered
        .iter()
        .map(|module| vitrum_backend_spirv::ProgramStage { module, name: "main", shift: 0 })
        .collect();
    let _ = vitrum_backend_spirv::emit_program(&entries, &vitrum_backend_spirv::Options::new(choices.target));
}

#[cfg(test)]
mod tests {
    use super::{Choices, HEAD, compile_program, options, rows, sources};
    use vitrum::Stage;

    #[test]
    fn sources_are_split_at_their_heads() {
        let text = format!("ignored\n{HEAD}frag\na\n{HEAD}nothing\nb\n{HEAD}vert\n");
        let expected = [(Stage::Vertex, String::new()), (Stage::Fragment, format!("a\n{HEAD}nothing\nb\n"))];
        assert_eq!(sources(&text), expected);
    }

    #[test]
    fn stored_programs_link() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz-inputs/link");
        let mut linked = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let (&head, text) = bytes.split_first_chunk().unwrap();
            let choices = Choices::of(head);
            let sources = sources(std::str::from_utf8(text).unwrap());
            let options = options(&sources, &choices);
            let program = compile_program(&rows(&sources, &options));
            linked += usize::from(program.is_ok_and(|program| program.spirv().is_ok()));
        }
        assert!(linked >= 7, "{linked}");
    }
}
