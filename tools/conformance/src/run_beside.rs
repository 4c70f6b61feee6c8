//! Runs every shader that can run alone beside glslang's module of it, with the same inputs, and compares everything that both
//! write.
//!
//! glslang compiles the source: as Vulkan's where the suite says so, else with Vulkan's relaxed rules, where both compilers
//! choose bindings and resources are matched by name. Where glslang takes neither, it gets what vitrum prints of the program,
//! which tells nothing of the front end. vitrum's module is run without optimisation, after each pipeline, and after each
//! compiled again from printed GLSL.
//!
//! A driver contracts and reassociates float arithmetic, and may do so otherwise in a module that computes the same in other
//! words. Modules that differ are run again with all of it decorated with `NoContraction`, in both, and count as equal if
//! they write the same then. Products with matrices, whose sums SPIR-V gives no order, are written in one way there.

mod around;
mod compare;
mod explained;
mod module;
mod products;
pub(crate) mod spirv;
mod world;

use std::time::{Duration, Instant};

use anyhow::Result as Found;
use rspirv::spirv::StorageClass;
use vitrum::{Client, Compilation, OptLevel, Options, Target, compile};
use vitrum_interp::run_arbitrary;

use crate::case::{Case, Shader};
use crate::execute::forms::first_line;
use crate::execute::link::Joining;
use crate::execute::{DOING, Executor, doing, glslang as of_print, grouped, is_lacking};
use crate::glslang;
use crate::judge;
use crate::outcome::Outcome;
pub(crate) use explained::explain;

use compare::{Class, Output, compare as compare_outputs};
use module::{Module, Place};
use world::{Aliasing, Input, Matching, World};

/// The inputs with which every shader is run.
const INPUTS: [Input; 4] = [
    Input { seed: 0, aliasing: None },
    Input { seed: 1, aliasing: None },
    Input { seed: 1, aliasing: Some(Aliasing::Elements) },
    Input { seed: 1, aliasing: Some(Aliasing::All) },
];

/// Inputs with which the interpreter looks for what is undefined.
const SEEDS: u64 = 4;

/// The prefix of an outcome that quotes glslang's form.
pub(crate) const REFERENCE: &str = "glslang";

/// The longest that the reference may run: a case has a dozen times as long for all that is run beside it, so that a
/// case which takes long by itself is none, rather than one that fails on a slower machine.
const LONGEST: Duration = Duration::from_secs(10);

/// The reason that a module is not compared which runs longer.
const TOO_LONG: &str = "glslang's module runs too long";

/// The modules that are run beside glslang's.
pub(crate) enum Made {
    /// vitrum's of the same source.
    OfSource,
    /// vitrum's of glslang's module.
    OfSpirv(spirv::Tools),
}

impl Made {
    /// By the word on the command line.
    pub(crate) fn of(word: &str) -> Found<Self> {
        if word == "spirv" { Ok(Self::OfSpirv(spirv::Tools::find()?)) } else { Ok(Self::OfSource) }
    }
}

/// The first words of the scoreboard's name.
pub(crate) fn board(word: &str) -> &'static str {
    if word == "spirv" { "spirv-in" } else { "run-beside" }
}

/// The names of all forms.
pub(crate) fn forms(word: &str) -> Vec<String> {
    if word == "spirv" { spirv::forms() } else { forms_of_source() }
}

fn forms_of_source() -> Vec<String> {
    let levels = OptLevel::ALL.map(OptLevel::pipeline);
    let plain = levels.iter().map(|level| (*level).to_owned());
    plain.chain(levels.iter().map(|level| format!("{level}-printed"))).collect()
}

/// The shaders of a case, each as a case of its own.
pub(crate) fn split(case: Case) -> Vec<Case> {
    if case.shaders.len() < 2 {
        return vec![case];
    }
    let mut cases: Vec<Case> = Vec::new();
    for shader in &case.shaders {
        let id = format!("{} {}", case.id, vitrum::stage_extension(shader.stage));
        let again = cases.iter().filter(|other| other.id.starts_with(&id)).count();
        let id = if again > 0 { format!("{id}{}", again + 1) } else { id };
        cases.push(Case { id, shaders: vec![shader.clone()], ..case.clone() });
    }
    cases
}

/// The outcome of a case whose process ended or was ended: the driver's way with glslang's module says nothing of vitrum.
pub(crate) fn blamed(outcome: Outcome, said: &str) -> Outcome {
    let last = said.lines().filter_map(|line| line.strip_prefix(DOING)).next_back();
    match (outcome, last) {
        (Outcome::Timeout, Some(REFERENCE)) => Outcome::NotApplicable(TOO_LONG.to_owned()),
        (_, Some(REFERENCE)) => Outcome::NotApplicable("glslang's module takes the driver down".to_owned()),
        (outcome, _) => outcome,
    }
}

/// Runs a shader beside glslang's module.
pub(crate) fn run(executor: &Executor, shader: &Shader, made: &Made) -> Outcome {
    match try_run(executor, shader, made) {
        Ok(outcome) => outcome,
        Err(reason) => Outcome::NotApplicable(reason.split(" (").next().unwrap_or_default().to_owned()),
    }
}

/// Options by which a shader is compiled to be run.
fn options(shader: &Shader) -> Options {
    let plain = judge::options(shader);
    match shader.target.is_vulkan() {
        true => plain,
        false => plain.target(Target::Vulkan1_3).client(Some(Client::OpenGl)),
    }
}

/// vitrum's modules, by the name of the form, or why there is none.
fn compiled(shader: &Shader) -> Vec<(String, Result<Vec<u32>, String>)> {
    let text = &shader.text;
    let words =
        |compilation: Compilation| compilation.into_spirv().map(|it| it.0).map_err(|error| error.to_string());
    let failed = |failure: vitrum::Failure| first_line(&failure.to_string());
    let mut all = Vec::new();
    for opt_level in OptLevel::ALL {
        let made = compile(text, &options(shader).opt_level(opt_level)).map_err(failed).and_then(words);
        all.push((opt_level.pipeline().to_owned(), made));
    }
    for opt_level in OptLevel::ALL {
        let name = opt_level.pipeline();
        let printed = compile(text, &judge::options(shader).opt_level(opt_level)).map_err(failed);
        let printed = printed.and_then(|compilation| compilation.glsl().map_err(|error| error.to_string()));
        let Ok(printed) = printed else {
            // A shader without GLSL is counted where printing is measured.
            continue;
        };
        let mut again = options(shader).defines(Vec::new());
        again.include = None;
        all.push((format!("{name}-printed"), compile(&printed, &again).map_err(failed).and_then(words)));
    }
    all
}

/// glslang's module of the source of a shader, and how its resources are matched with ours.
fn glslangs(shader: &Shader) -> Result<(Vec<u32>, Matching), String> {
    let strict: &[&str] = &[];
    let relaxed: &[&str] = &["-R", "--amb", "--aml"];
    let (flags, matching) = match shader.target.is_vulkan() {
        true => (strict, Matching::ByNumber),
        false => (relaxed, Matching::ByName),
    };
    if !shader.includes.strings.is_empty() {
        return Err("it includes files".to_owned());
    }
    Ok((by_glslang(shader, flags)?, matching))
}

/// glslang's module of the source of a shader, with numbers of glslang's choice where the source has none.
fn numbered(shader: &Shader) -> Result<Vec<u32>, String> {
    if shader.assembly {
        return vitrum_spirv_text::parse(&shader.text).map_err(|error| error.to_string());
    }
    if !shader.target.is_vulkan() || !shader.includes.strings.is_empty() {
        return Ok(glslangs(shader)?.0);
    }
    by_glslang(shader, &["--amb", "--aml"])
}

/// glslang's module of a shader, of its source or of what is printed of it, and how its resources are matched with ours.
fn reference(shader: &Shader) -> Result<(Vec<u32>, Matching), String> {
    let source =
        glslangs(shader).and_then(|(words, matching)| readable(&words, matching).map(|()| (words, matching)));
    if let Ok(source) = source {
        return Ok(source);
    }
    let plain =
        compile(&shader.text, &judge::options(shader)).map_err(|failure| first_line(&failure.to_string()))?;
    let printed = of_print::compile(&[plain.module], Joining::default())
        .map_err(|error| format!("glslang has no module ({error}"))?;
    let words = printed.into_iter().next().ok_or("glslang has no module")?;
    readable(&words, Matching::ByName)?;
    Ok((words, Matching::ByName))
}

/// True if a module has a form that is run: only Vulkan's structs lose the textures in them.
fn readable(words: &[u32], matching: Matching) -> Result<(), String> {
    let module = Module::read(words.to_vec())?;
    let mut places = module.places(StorageClass::Input, true)?;
    places.extend(
        module.places(StorageClass::Output, true)?.into_iter().map(|place| Place { patch: true, ..place }),
    );
    let overlaps = |pair: &[Place]| {
        let end = pair[0].component + pair[0].rows;
        pair[0].patch == pair[1].patch && pair[0].location == pair[1].location && pair[1].component < end
    };
    if matching == Matching::ByName && places.windows(2).any(overlaps) {
        return Err("glslang's locations overlap".to_owned());
    }
    let input = Input { seed: 0, aliasing: None };
    match World::new(input, matching).resources(&module) {
        Err(error) if !is_lacking(&error) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The target for which glslang compiles a shader: Debian's knows no later one.
fn glslang_target(shader: &Shader) -> Target {
    let target =
        if shader.target.is_vulkan() { shader.target.max(Target::Vulkan1_0) } else { Target::Vulkan1_3 };
    target.min(Target::Vulkan1_3)
}

fn by_glslang(shader: &Shader, flags: &[&str]) -> Result<Vec<u32>, String> {
    let target = glslang_target(shader);
    let options = [&["-V", "--target-env", target.api().name()], flags].concat();
    glslang::spirv(&shader.text, shader.stage, &options, &shader.defines)
}

/// A run of the reference: the world, what it wrote, and whether it writes the same again.
struct Expected {
    world: World,
    outputs: Vec<Output>,
}

fn try_run(executor: &Executor, shader: &Shader, made: &Made) -> Result<Outcome, String> {
    if shader.library {
        return Err("a library".to_owned());
    }
    match made {
        Made::OfSource if shader.assembly => Err("a module, for `--run-beside spirv`".to_owned()),
        Made::OfSource => {
            let forms = compiled(shader);
            if let Some((_, Err(error))) = forms.first() {
                return Err(format!("vitrum has no module ({error}"));
            }
            let (words, matching) = reference(shader)?;
            compared(executor, shader, forms, words, matching)
        }
        Made::OfSpirv(tools) => {
            // Modules that are read keep their numbers, also those that glslang chooses.
            let (words, matching) = (numbered(shader)?, Matching::ByNumber);
            let target = glslang_target(shader);
            let whose = if shader.assembly { "the" } else { "glslang's" };
            tools.check(&words, target).map_err(|error| format!("{whose} module is invalid ({error}"))?;
            let made = spirv::compiled(tools, &words, target);
            let forms = made.iter().flat_map(|row| &row.1);
            let failures: Vec<_> = forms
                .filter_map(|(name, made)| Some((name.clone(), made.clone().err()?.replace("; ", ", "))))
                .collect();
            if !failures.is_empty() {
                return Ok(Outcome::Wrong(grouped(&failures)));
            }
            // Each source beside itself: spirv-opt may compute otherwise than glslang.
            for (words, forms) in made {
                let ran = readable(&words, matching)
                    .and_then(|()| compared(executor, shader, forms, words, matching));
                match ran {
                    // One that cannot be run is read, written and printed.
                    Err(reason) if is_lacking(&reason) || reason == UNSEEN => {
                        return Ok(Outcome::NotInterpreted(reason));
                    }
                    Ok(Outcome::Pass) => {}
                    ran => return ran,
                }
            }
            Ok(Outcome::Pass)
        }
    }
}

/// The reason that a module is not compared.
const UNSEEN: &str = "nothing that it gives is seen";

/// Runs modules beside glslang's.
fn compared(
    executor: &Executor,
    shader: &Shader,
    forms: Vec<(String, Result<Vec<u32>, String>)>,
    words: Vec<u32>,
    matching: Matching,
) -> Result<Outcome, String> {
    let reference = Module::read(words)?;
    doing(REFERENCE);
    let start = Instant::now();
    let mut expected = expected(executor, &reference, inputs(&reference), matching)?;
    if start.elapsed() > LONGEST {
        return Err(TOO_LONG.to_owned());
    }
    if expected.iter().all(|it| it.outputs.is_empty()) {
        return Err(UNSEEN.to_owned());
    }
    // The reference without the driver's freedom in arithmetic, if it was needed.
    let mut exact: Option<Option<Vec<Expected>>> = None;
    let mut failures = Vec::new();
    let mut done: Vec<(Vec<u32>, Result<(), String>)> = Vec::new();
    for (name, words) in forms {
        let result = words.and_then(|words| {
            if let Some((_, result)) = done.iter().find(|row| row.0 == words) {
                return result.clone();
            }
            doing(&name);
            let module = Module::read(words.clone())?;
            let mut result = tested(executor, &module, &mut expected);
            if result.is_err()
                && let Some(words) = module.exact()
                && let Some(exact) = exact.get_or_insert_with(|| exactly(executor, &reference, matching))
                && Module::read(words).and_then(|module| tested(executor, &module, exact)).is_ok()
            {
                result = Ok(());
            }
            done.push((words, result.clone()));
            result
        });
        failures.extend(result.err().map(|error| (name, error.replace("; ", ", "))));
    }
    match failures.first() {
        None => return Ok(Outcome::Pass),
        Some((_, why)) if failures.iter().all(|row| is_lacking(&row.1)) => return Err(why.clone()),
        Some(_) => {}
    }
    if !is_stable(executor, &reference, &mut expected)? {
        return Err("unstable: glslang's module gives something else when it is run again".to_owned());
    }
    if let Some(what) = undefined(shader) {
        return Err(format!("undefined: {what}"));
    }
    Ok(Outcome::Wrong(grouped(&failures)))
}

/// The undefined part of a shader that the interpreter meets with inputs of its own.
fn undefined(shader: &Shader) -> Option<&'static str> {
    let module = match shader.assembly {
        true => vitrum::load_spirv(&numbered(shader).ok()?).ok()?.pop()?.module,
        false => compile(&shader.text, &judge::options(shader)).ok()?.module,
    };
    (0..SEEDS).find_map(|seed| {
        let (outcome, _) = run_arbitrary(&module, seed).ok()?;
        let lanes = || outcome.lanes.iter().filter(|lane| !lane.discarded);
        match () {
            () if lanes().any(|lane| lane.tainted) => Some("a branch depends on what has no value"),
            () if outcome.undefined_memory => Some("what is written to memory has no value"),
            () if lanes().any(|lane| lane.outputs.values().any(|value| !value.is_defined())) => {
                Some("an output has no value")
            }
            () => None,
        }
    })
}

/// The inputs that make a difference to a module.
fn inputs(module: &Module) -> impl Iterator<Item = Input> {
    let blocks = || module.variables.iter().filter(|it| module.is_storage_block(it));
    let (arrays, several) = (blocks().any(|it| module.element(it.ty).1 > 1), blocks().count() > 1);
    INPUTS.into_iter().filter(move |input| match input.aliasing {
        None => true,
        Some(Aliasing::Elements) => arrays,
        Some(Aliasing::All) => several,
    })
}

/// The results of a module; inputs with aliased blocks with which it cannot be run are left out.
fn expected(
    executor: &Executor,
    module: &Module,
    inputs: impl Iterator<Item = Input>,
    matching: Matching,
) -> Result<Vec<Expected>, String> {
    let run = |input: Input| {
        let mut world = World::new(input, matching);
        match around::run(executor, module, &mut world) {
            Err(_) if input.aliasing.is_some() => None,
            outputs => Some(outputs.map(|outputs| Expected { world, outputs })),
        }
    };
    inputs.filter_map(run).collect()
}

/// The reference's results where the driver must compute as the module says.
fn exactly(executor: &Executor, reference: &Module, matching: Matching) -> Option<Vec<Expected>> {
    doing(REFERENCE);
    let module = Module::read(reference.exact()?).ok()?;
    expected(executor, &module, inputs(reference), matching).ok()
}

/// Runs one of vitrum's modules with all inputs.
fn tested(executor: &Executor, module: &Module, expected: &mut [Expected]) -> Result<(), String> {
    let mut worst: Option<(Class, String)> = None;
    for (number, Expected { world, outputs }) in expected.iter_mut().enumerate() {
        let found = around::run(executor, module, world)?;
        let compared = compare_outputs(outputs, &found);
        if let Some(example) = compared.example
            && worst.as_ref().is_none_or(|(class, _)| compared.class > *class)
        {
            let aliased = match world.input.aliasing {
                Some(Aliasing::Elements) => ", elements aliased",
                Some(Aliasing::All) => ", blocks aliased",
                None => "",
            };
            worst = Some((compared.class, format!("{example} with inputs {number}{aliased}")));
        }
    }
    match worst {
        Some((class, example)) => Err(format!("{}: {example}", class.words())),
        None => Ok(()),
    }
}

/// True if the reference writes the same again.
fn is_stable(executor: &Executor, reference: &Module, expected: &mut [Expected]) -> Result<bool, String> {
    for Expected { world, outputs } in expected {
        let again = around::run(executor, reference, world)?;
        let compared = compare_outputs(outputs, &again);
        if compared.class != Class::Identical {
            // For whoever runs a worker by hand.
            eprintln!("unstable: {}", compared.example.unwrap_or_default());
            return Ok(false);
        }
    }
    Ok(true)
}
