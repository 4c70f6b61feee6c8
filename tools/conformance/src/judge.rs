//! Compiles the shaders of a case and judges the outcome.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use vitrum::{
    Compilation, DebugInfo, Extension, Failure, IncludeRequest, Included, OptLevel, Options, Severity,
    Target, check, compile,
};

use crate::beside::{self, Beside};
use crate::case::{Case, Expect, Shader};
use crate::cost::{Cost, Meter};
use crate::execute::Executor;
use crate::forms::{self, Form, FormKind};
use crate::link::{self, Measuring};
use crate::outcome::{Message, Outcome};
use crate::printing::{Printed, Printing};
use crate::run_beside;
use crate::verdicts;
use vitrum_generator::{SpirvVal, output_with_input, validator_flags};

/// The most memory that a worker may have at the same time.
const MOST_KIB: u64 = 200 * 1024;

/// The longest that a compilation may take.
const MOST_MICROS: u64 = 10_000_000;

/// The checks of each shader; a worker is given the same options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Judging {
    /// Also emit SPIR-V for each accepted shader and ask spirv-val: for these targets, `default` being that of the
    /// case and `all` a target for each version of SPIR-V; or, for `wgpu`, naga, by the program `vitrum-naga` that VITRUM_NAGA names
    #[arg(
        long, value_name = "TARGET,...", num_args = 0..=1, default_missing_value = "default", value_delimiter = ','
    )]
    pub(crate) validate: Vec<String>,

    /// Also print each accepted shader as GLSL, take it back, print it again, and ask glslangValidator: `own` is its
    /// own version, without and with optimisation, `100`, `330compatibility` or `vulkan450` another one, `all` each
    #[arg(long, value_name = "VERSION,...", num_args = 0..=1, default_missing_value = "own", value_delimiter = ',')]
    pub(crate) print: Vec<String>,

    /// Also compare the declarations in each accepted shader's SPIR-V with those of another compiler:
    /// modes, capabilities, decorations, memory operands, hints, names
    #[arg(long, value_name = "COMPILER", value_parser = ["glslang"], conflicts_with_all = ["validate", "print"])]
    pub(crate) beside: Option<String>,

    /// Ask glslangValidator, too, of which each shader has to have the same verdict, or a difference that tests/differences.md lists;
    /// the scoreboard is verdicts-SUITE
    #[arg(long, value_name = "glslang", value_parser = ["glslang"], conflicts_with_all = ["validate", "print", "beside"])]
    pub(crate) verdicts: Option<String>,

    /// Folder for the texts of a worker
    #[arg(long, hide = true)]
    pub(crate) folder: Option<PathBuf>,

    /// Optimise
    #[arg(long)]
    pub(crate) optimize: bool,

    /// Emit all debug information
    #[arg(long)]
    pub(crate) debug_info: bool,

    /// Run the programs on a Vulkan driver in every form and in the interpreter; the scoreboard is SUITE-executed
    #[arg(long, conflicts_with_all = ["validate", "print", "beside"])]
    pub(crate) execute: bool,

    /// Link the shaders of each program; the scoreboard is link-SUITE
    #[arg(long, conflicts_with_all = ["validate", "print", "beside", "execute", "verdicts"])]
    pub(crate) link: bool,

    /// With --link, also measure each program that links, without and with optimisation across stages, and packed: varyings,
    /// their components and locations, words of SPIR-V
    #[arg(long, requires = "link")]
    pub(crate) measure: bool,

    /// With --measure, write the modules to folders below this one
    #[arg(long, value_name = "FOLDER", requires = "measure")]
    pub(crate) keep: Option<PathBuf>,

    /// Run each shader alone on a Vulkan driver, in every form beside glslang's module of it, and compare all that both
    /// write; the scoreboard is run-beside-SUITE. With `spirv`, the forms are those of glslang's module as vitrum reads, optimises
    /// and prints it, and of what spirv-opt makes of it; the scoreboard is spirv-in-SUITE
    #[arg(long, value_name = "glslang|spirv", value_parser = ["glslang", "spirv"], conflicts_with_all = ["execute", "validate", "print", "beside"])]
    pub(crate) run_beside: Option<String>,

    /// The Vulkan device, by a part of its name or by number; defaults to the first
    #[arg(long)]
    pub(crate) device: Option<String>,
}

impl Judging {
    /// True if no other program judges a shader.
    pub(crate) fn asks_no_other(&self) -> bool {
        self.validate.is_empty() && self.print.is_empty() && self.beside.is_none() && self.verdicts.is_none()
    }

    /// True if naga judges what is compiled for wgpu.
    pub(crate) fn asks_naga(&self) -> bool {
        self.validate.iter().any(|name| name == "wgpu")
    }

    /// The first word of the name of the scoreboard of SPIR-V, and the options that it is written with.
    pub(crate) fn forms_board(&self) -> (&'static str, &'static str) {
        if self.asks_naga() { ("wgpu", "--validate wgpu") } else { ("spirv", "--validate all") }
    }

    /// The option that a scoreboard is written with, beside `--update`.
    pub(crate) fn scoreboard_option(&self) -> &'static str {
        match (self.run_beside.as_deref(), self.execute, self.link) {
            (Some("spirv"), ..) => "--run-beside spirv",
            (Some(_), ..) => "--run-beside glslang",
            (None, true, _) => "--execute",
            (None, false, true) => "--link",
            (None, false, false) => "",
        }
    }

    /// True if a driver runs something.
    pub(crate) fn runs(&self) -> bool {
        self.execute || self.run_beside.is_some()
    }
}

/// Judges cases.
pub(crate) struct Judge {
    validate: Option<SpirvVal>,
    targets: Vec<Option<Target>>,
    opt_level: OptLevel,
    debug: DebugInfo,
    /// Prints accepted shaders.
    printing: Option<Printing>,
    /// The folder for shaders that glslang is asked about.
    asking: Option<PathBuf>,
    /// True if accepted shaders are compared with glslang's modules.
    comparing: bool,
    /// Runs the cases that have an execution.
    executor: Option<Executor>,
    /// The modules that run beside glslang's.
    run_beside: Option<run_beside::Made>,
    /// True if programs that link are measured.
    measures: bool,
    /// The folder for the modules of these.
    keep: Option<PathBuf>,
    /// Hashes of words and target that were found to be valid.
    valid: HashSet<u64>,
}

/// The findings about a shader.
#[derive(Default)]
struct Found {
    forms: Vec<Form>,
    printed: Vec<Printed>,
    beside: Vec<Beside>,
    cost: Cost,
}

/// The compiler's verdict on a shader, for its own target.
enum Verdict {
    Accepted,
    /// Right but for not being whole, and it need not be.
    RightPart,
    Rejected(String),
    /// The suite asks for SPIR-V, which there is none of.
    NoSpirv(String),
    Defect(String),
}

impl Verdict {
    /// The fault, if there is one.
    fn reason(&self) -> Option<&str> {
        match self {
            Self::Accepted | Self::RightPart => None,
            Self::Rejected(reason) | Self::NoSpirv(reason) | Self::Defect(reason) => Some(reason),
        }
    }
}

impl Judge {
    /// Judges so.
    pub(crate) fn new(judging: &Judging) -> Result<Self> {
        let targets = forms::targets(&judging.validate)?;
        let validate = if targets.is_empty() { None } else { Some(SpirvVal::find()?) };
        if judging.asks_naga()
            && !matches!(naga(&[]), FormKind::Invalid(reason) if reason.starts_with("read: "))
        {
            bail!("VITRUM_NAGA names no program that asks naga: `cargo build --package vitrum-naga`");
        }
        let debug = if judging.debug_info { DebugInfo::Full } else { DebugInfo::Names };
        let executor = if judging.runs() { Some(Executor::new(judging.device.as_deref())?) } else { None };
        let printing = match &judging.folder {
            Some(folder) if judging.verdicts.is_none() => {
                Some(Printing::new(&judging.print, folder.clone())?)
            }
            Some(_) | None => None,
        };
        let comparing = judging.beside.is_some();
        let opt_level = if judging.optimize { OptLevel::Default } else { OptLevel::None };
        let run_beside = judging.run_beside.as_deref().map(run_beside::Made::of).transpose()?;
        let valid = HashSet::new();
        let (measures, keep) = (judging.measure, judging.keep.clone());
        Ok(Self {
            validate,
            targets,
            opt_level,
            debug,
            printing,
            asking: judging.folder.clone().filter(|_| judging.verdicts.is_some()),
            comparing,
            executor,
            run_beside,
            measures,
            keep,
            valid,
        })
    }

    /// The outcome of a case. Messages about each shader go to `say`.
    ///
    /// A case that does not apply is compiled too: it must not bring the compiler down either.
    pub(crate) fn judge(
        &mut self,
        case: &Case,
        say: &mut dyn FnMut(Message) -> std::io::Result<()>,
    ) -> std::io::Result<Outcome> {
        if let (Some(made), Some(executor)) = (&self.run_beside, &self.executor) {
            if let (Some(reason), _) | (None, Some(reason)) = (not_applicable(case), not_right(case)) {
                return Ok(Outcome::NotApplicable(reason));
            }
            let run = |shader| run_beside::run(executor, shader, made);
            return Ok(guarded(|| case.shaders.first().map_or(Outcome::Pass, run), Outcome::Defect));
        }
        if let Some(outcome) = not_compiled(case) {
            return Ok(outcome);
        }
        if let (Some(execution), Some(executor)) = (&case.execution, &self.executor) {
            if let Some(reason) = not_applicable(case) {
                return Ok(Outcome::NotApplicable(reason));
            }
            return Ok(guarded(|| executor.run(&case.shaders, execution), Outcome::Defect));
        }
        if self.executor.is_some() {
            // A process with a driver does not measure compilation.
            let reason = not_applicable(case).unwrap_or_else(|| "is not run".to_owned());
            return Ok(Outcome::NotApplicable(reason));
        }
        if let Some(linking) = case.linking {
            let mut measured = None;
            let measuring = Measuring { is_wanted: self.measures, id: &case.id, keep: self.keep.as_deref() };
            let outcome =
                guarded(|| link::link(&case.shaders, linking, &measuring, &mut measured), Outcome::Defect);
            measured.into_iter().try_for_each(|it| say(Message::Measured(it)))?;
            let reason = not_applicable(case).map(Outcome::NotApplicable);
            return Ok(match (case.expect, reason.unwrap_or(outcome)) {
                (_, other @ Outcome::NotApplicable(_)) => other,
                (_, defect @ Outcome::Defect(_)) => defect,
                (Expect::Reject, Outcome::Pass) => Outcome::WronglyAccepted,
                (Expect::Reject, _) => Outcome::Pass,
                (Expect::Accept, outcome) => outcome,
            });
        }
        let mut verdicts = Vec::new();
        let mut most = Cost::default();
        for shader in &case.shaders {
            let mut found = Found::default();
            let verdict = guarded(|| self.compile(shader, &mut found), Verdict::Defect);
            if let Some(folder) = &self.asking {
                // glslang only parses a shader for OpenGL, which may be a part of one.
                let is_part = !shader.target.is_vulkan()
                    && check(&shader.text, &self.options(shader, shader.target)).is_ok();
                let error = verdict.reason().filter(|_| !is_part).map(str::to_owned);
                let asked = verdicts::keep(folder, shader, error)?;
                asked.into_iter().try_for_each(|asked| say(Message::Asked(asked)))?;
            }
            verdicts.push(verdict);
            found.forms.into_iter().try_for_each(|form| say(Message::Form(form)))?;
            found.printed.into_iter().try_for_each(|printed| say(Message::Printed(printed)))?;
            found.beside.into_iter().try_for_each(|beside| say(Message::Beside(beside)))?;
            say(Message::Cost(found.cost))?;
            most = most.max(found.cost);
        }
        if most.micros > MOST_MICROS {
            return Ok(Outcome::Timeout);
        }
        if most.kib > MOST_KIB {
            return Ok(Outcome::Crash(format!("took {} MiB", most.kib / 1024)));
        }
        Ok(outcome(case, &verdicts))
    }

    /// Compiles a shader for its own target, and for each for which it is to be validated.
    fn compile(&mut self, shader: &Shader, found: &mut Found) -> Verdict {
        let Found { forms, printed, beside: differences, cost } = found;
        let mut targets: Vec<Target> =
            self.targets.iter().map(|target| target.unwrap_or(shader.target)).collect();
        targets.sort_unstable();
        targets.dedup();
        let is_own = |target: &Target| target.is_vulkan() == shader.target.is_vulkan();
        let (own, foreign): (Vec<_>, Vec<_>) = targets.into_iter().partition(is_own);

        let meter = Meter::start();
        let options = self.options(shader, shader.target);
        let compiled = compile(&shader.text, &options);
        *cost = meter.stop();
        let verdict = match compiled {
            Ok(mut compilation) => {
                let missing = unsupported(shader, &compilation);
                if let Err(error) = self.print(shader, &options, &compilation, printed) {
                    return Verdict::Defect(format!("cannot write a text: {error}"));
                }
                if self.comparing {
                    differences.extend(beside::compare(shader, &options, &compilation));
                }
                self.add_forms(shader, &mut compilation, &own, forms, cost);
                missing.map_or(Verdict::Accepted, Verdict::NoSpirv)
            }
            Err(Failure { defect: Some(defect), .. }) => Verdict::Defect(defect.to_string()),
            Err(_) if self.is_right_part(shader) => {
                let kind = FormKind::None("a part of a shader, not a whole one".to_owned());
                forms.extend(own.iter().chain(&foreign).map(|&target| Form { target, kind: kind.clone() }));
                let options = options.library(true);
                if let Ok(compilation) = compile(&shader.text, &options)
                    && let Err(error) = self.print(shader, &options, &compilation, printed)
                {
                    return Verdict::Defect(format!("cannot write a text: {error}"));
                }
                return Verdict::RightPart;
            }
            Err(failure) => Verdict::Rejected(first_error(&failure.diagnosed, shader)),
        };
        let Some(&first) = foreign.first() else { return verdict };
        match compile(&shader.text, &self.options(shader, first)) {
            Ok(mut compilation) => self.add_forms(shader, &mut compilation, &foreign, forms, cost),
            Err(failure) if matches!(verdict, Verdict::Accepted) || failure.defect.is_some() => {
                let kind = match &failure.defect {
                    Some(defect) => FormKind::Invalid(defect.to_string()),
                    None => FormKind::None(first_error(&failure.diagnosed, shader)),
                };
                forms.extend(foreign.iter().map(|&target| Form { target, kind: kind.clone() }));
            }
            Err(_) => {}
        }
        verdict
    }

    fn print(
        &self,
        shader: &Shader,
        options: &Options,
        compilation: &Compilation,
        printed: &mut Vec<Printed>,
    ) -> std::io::Result<()> {
        let Some(printing) = &self.printing else { return Ok(()) };
        printing.print(shader, options, compilation, printed)
    }

    /// Emits SPIR-V for these targets and validates it.
    fn add_forms(
        &mut self,
        shader: &Shader,
        compilation: &mut Compilation,
        targets: &[Target],
        forms: &mut Vec<Form>,
        cost: &mut Cost,
    ) {
        let flags = validator_flags(&shader.text);
        for &target in targets {
            compilation.set_target(target);
            let meter = Meter::start();
            let spirv = compilation.spirv();
            *cost = cost.max(meter.stop());
            let kind = match spirv {
                Ok(words) => self.validate(&words, target, &flags),
                Err(vitrum::Error::Defect(failure)) => FormKind::Invalid(failure.to_string()),
                Err(error) => FormKind::None(error.to_string()),
            };
            forms.push(Form { target, kind });
        }
    }

    fn validate(&mut self, words: &[u32], target: Target, flags: &[&str]) -> FormKind {
        if target == Target::Wgpu {
            return naga(words);
        }
        let mut hasher = DefaultHasher::new();
        (target, words, flags).hash(&mut hasher);
        let hash = hasher.finish();
        let Some(spirv_val) = self.validate.as_ref().filter(|_| !self.valid.contains(&hash)) else {
            return FormKind::Valid;
        };
        match spirv_val.check(words, target, flags) {
            Ok(()) => {
                self.valid.insert(hash);
                FormKind::Valid
            }
            Err(text) => FormKind::Invalid(text),
        }
    }

    /// True if all that is wrong with a shader is that it is not whole, and it need not be.
    fn is_right_part(&self, shader: &Shader) -> bool {
        shader.part && check(&shader.text, &self.options(shader, shader.target)).is_ok()
    }

    fn options(&self, shader: &Shader, target: Target) -> Options {
        options(shader).target(target).opt_level(self.opt_level).debug(self.debug)
    }
}

/// The verdict of the program that asks naga.
fn naga(words: &[u32]) -> FormKind {
    let program = std::env::var_os("VITRUM_NAGA").map_or_else(|| "vitrum-naga".into(), PathBuf::from);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let output = match output_with_input(Command::new(program).arg("--words"), &bytes) {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => return FormKind::Invalid(format!("vitrum-naga did not run: {error}")),
    };
    match output.split_once('\t') {
        None if output == "wgsl" => FormKind::Valid,
        Some(("no-wgsl", reason)) => FormKind::NoWgsl(reason.to_owned()),
        Some((_, reason)) => FormKind::Invalid(reason.to_owned()),
        None => FormKind::Invalid("vitrum-naga ended without a verdict".to_owned()),
    }
}

/// The reason for which a case says nothing about vitrum.
fn not_applicable(case: &Case) -> Option<String> {
    case.inapplicable.clone().or_else(|| unmet(&case.needs))
}

/// The reason for which nothing is compiled.
fn not_compiled(case: &Case) -> Option<Outcome> {
    let is_assembly = case.shaders.iter().any(|shader| shader.assembly);
    is_assembly.then(|| Outcome::NotApplicable("a module, for `--run-beside spirv`".to_owned()))
}

/// The reason for which a case cannot be run: its shaders are wrong.
fn not_right(case: &Case) -> Option<String> {
    (case.expect == Expect::Reject).then(|| "is wrong".to_owned())
}

/// The outcome of a case from the verdicts on its shaders.
fn outcome(case: &Case, verdicts: &[Verdict]) -> Outcome {
    let defect = verdicts.iter().find_map(|verdict| match verdict {
        Verdict::Defect(text) => Some(Outcome::Defect(text.clone())),
        Verdict::Accepted | Verdict::RightPart | Verdict::Rejected(_) | Verdict::NoSpirv(_) => None,
    });
    if let Some(defect) = defect {
        return defect;
    }
    if let Some(reason) = not_applicable(case) {
        return Outcome::NotApplicable(reason);
    }
    let rejected = verdicts.iter().find_map(|verdict| match verdict {
        Verdict::Rejected(reason) => Some(Outcome::WronglyRejected(reason.clone())),
        Verdict::NoSpirv(reason) => Some(Outcome::NoSpirv(reason.clone())),
        Verdict::Accepted | Verdict::RightPart | Verdict::Defect(_) => None,
    });
    match (case.expect, rejected) {
        (Expect::Accept, None) | (Expect::Reject, Some(_)) => Outcome::Pass,
        (Expect::Accept, Some(failure)) => failure,
        (Expect::Reject, None) => Outcome::WronglyAccepted,
    }
}

/// The feature that the target lacks of a shader that becomes SPIR-V.
fn unsupported(shader: &Shader, compilation: &Compilation) -> Option<String> {
    if !shader.spirv {
        return None;
    }
    match compilation.spirv() {
        Err(error @ vitrum::Error::Spirv(_)) => Some(error.to_string()),
        Ok(_) | Err(_) => None,
    }
}

/// Options of a shader for the target that it names.
pub(crate) fn options(shader: &Shader) -> Options {
    let includes = shader.includes.clone();
    let include = move |request: &IncludeRequest<'_>| {
        let found = includes.find(request).map(|(name, text)| Included { name, text });
        found.ok_or_else(|| "no such file".to_owned())
    };
    let mut options = Options::new(shader.stage)
        .target(shader.target)
        .default_version(shader.default_version)
        .defines(shader.defines.clone())
        .library(shader.library)
        // Variables of modules are compared by their names.
        .debug(DebugInfo::Names)
        .verify(true);
    if !shader.includes.strings.is_empty() {
        options.include = Some(Arc::new(include));
    }
    options
}

/// Extensions of suites that are part of the language in vitrum, or that add nothing to the language.
const CORE: &[&str] = &[
    "GL_ARB_compatibility",
    "GL_ARB_ES3_compatibility",
    "GL_ARB_ES3_1_compatibility",
    "GL_ARB_texture_rg",
    "GL_ARB_texture_storage",
    "GL_EXT_provoking_vertex",
];

/// The needed extension that is missing, or the excluded one that is known.
pub(crate) fn unmet(needs: &[String]) -> Option<String> {
    let known =
        |name: &str| CORE.contains(&name) || Extension::ALL.iter().any(|extension| extension.name() == name);
    needs.iter().find_map(|need| match need.strip_prefix('!') {
        Some(name) => known(name).then(|| format!("without {name}")),
        None => (!known(need)).then(|| format!("needs {need}")),
    })
}

/// Code, message and line of the first error.
pub(crate) fn first_error(diagnosed: &vitrum::Diagnosed, shader: &Shader) -> String {
    let mut reports = diagnosed.reports().into_iter();
    let Some(error) = reports.find(|report| report.severity == Severity::Error.name()) else {
        return "no error".to_owned();
    };
    let stage = vitrum::stage_extension(shader.stage);
    format!("{} {} [{stage}:{}]", error.code, error.message, error.line())
}

/// The result of `run`; if it panics, a defect with the text of the panic.
fn guarded<T>(run: impl FnOnce() -> T, defect: fn(String) -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let borrowed = panic.downcast_ref::<&str>().copied();
        let text = borrowed.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        defect(format!("panicked: {}", text.unwrap_or("(no text)")))
    })
}
