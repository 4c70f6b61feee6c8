//! Compiles a shader and records each step.

use std::ops::Range;

use vitrum::index::Index;
use vitrum::ir::{Module, SourceMap, Stage};
use vitrum::{
    Compilation, DebugInfo, Diagnosed, Error, Failure, LinkStep, OptLevel, Options, PlacedGlsl, PlacedLine,
    Remark,
};
use vitrum_passes::{Group, ROBUST, pass, pipeline};

use crate::data::{File, Listing, Message, Shader, Size, Step};
use crate::places::{Places, Units};
use crate::snapshots::{Lines, edits};
use crate::statistics::statistics;
use crate::{colours, messages};

/// Parts of the compiler: their numbers are those of the groups of the page's list.
const FRONT_END: usize = 0;
const CHOSEN: usize = 1;
const OPTIMISER: usize = 2;
const BEHIND: usize = 3;
const FOR_SPIRV: usize = 4;
const FOR_GLSL: usize = 5;

/// A shader with everything that a page shows of it.
#[derive(Clone, Debug)]
pub struct Explored {
    pub(crate) data: Shader,
    pub(crate) diagnosed: Diagnosed,
}

impl Explored {
    /// The diagnostics of the shader, and the files that were read.
    pub fn diagnosed(&self) -> &Diagnosed {
        &self.diagnosed
    }

    /// Errors without a place: an output that the target cannot have, or a defect of the compiler.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        let is_fault = |message: &&Message| message.severity == "error" && message.code.is_empty();
        self.data.messages.iter().filter(is_fault).map(|message| message.text.as_str())
    }

    /// True if the shader has errors, or the target cannot express it.
    pub fn has_errors(&self) -> bool {
        self.data.messages.iter().any(|message| message.severity == "error")
    }
}

/// Compiles a shader, right or wrong, and keeps each step. Remarks are kept whatever the options say.
///
/// ```
/// let options = vitrum_explore::Options::new(vitrum_explore::Stage::Fragment);
/// let shader = vitrum_explore::explore("#version 450\nvoid main() { x = 1; }\n", &options);
/// assert!(shader.has_errors());
/// assert_eq!(shader.diagnosed().reports()[0].line(), 2);
/// ```
pub fn explore(source: &str, options: &Options) -> Explored {
    let options = shown(options);
    let inspection = vitrum::inspect(source, &options);
    let sources = &inspection.diagnosed.sources;
    let mut recorder = Recorder::new(sources, &options);
    let module = inspection.module.as_ref().filter(|_| !inspection.diagnosed.has_errors());
    if let Some(module) = module {
        recorder.front_end(module);
    }
    let compiled =
        vitrum::compile_observed(source, &options, Some(&mut |name, module| recorder.pass(name, module)));
    let unoptimised = vitrum::compile(source, &plain(&options)).ok();
    let names = Names { index: inspection.index.as_deref(), files: 0..sources.len(), shift: 0 };
    recorder.compiled(compiled, unoptimised.as_ref(), &[names])
}

/// The same for a module that is there already. Its source is shown if its files are known.
pub fn explore_module(module: Module, sources: SourceMap, options: &Options) -> Explored {
    let options = shown(options).stage(module.stage);
    let mut recorder = Recorder::new(&sources, &options);
    // Counts of a module are those of one that is valid.
    if vitrum::ir::verify(&module).is_ok() {
        recorder.step("module", "the module as it is read", FRONT_END, &module);
    }
    let unoptimised = vitrum::compile_module(module.clone(), sources.clone(), &plain(&options), None).ok();
    let compiled = vitrum::compile_module(
        module,
        sources.clone(),
        &options,
        Some(&mut |name, module| recorder.pass(name, module)),
    );
    recorder.compiled(compiled, unoptimised.as_ref(), &[])
}

/// The options with remarks, and with names in optimised SPIR-V, which is there to be read.
pub(crate) fn shown(options: &Options) -> Options {
    let debug = match options.debug {
        DebugInfo::Unoptimized => DebugInfo::Names,
        debug => debug,
    };
    options.clone().remarks(true).debug(debug)
}

/// The options without passes that are chosen, to compare sizes.
pub(crate) fn plain(options: &Options) -> Options {
    options.clone().opt_level(OptLevel::None).transforms(Vec::new()).robust(false).remarks(false)
}

/// The names of a shader, which colour its files: numbers of the source map, in which their places are greater by `shift`.
pub(crate) struct Names<'a> {
    pub(crate) index: Option<&'a Index>,
    pub(crate) files: Range<usize>,
    pub(crate) shift: u32,
}

/// The outputs of a compilation, and their sizes before and behind the optimiser.
pub(crate) struct Outputs {
    pub(crate) spirv: Result<Vec<PlacedLine>, Error>,
    pub(crate) glsl: Result<PlacedGlsl, Error>,
    pub(crate) words: (Option<usize>, Option<usize>),
    pub(crate) bytes: (Option<usize>, Option<usize>),
}

/// The steps so far.
pub(crate) struct Recorder<'a> {
    options: &'a Options,
    pub(crate) places: Places<'a>,
    data: Shader,
    lines: Lines,
    steps: Vec<Step>,
    /// The lines behind the last step, its number, and the values of its functions.
    last: Vec<u32>,
    at: usize,
    values: Vec<usize>,
    epoch: usize,
    round: Round,
}

/// A state of the recorder, without the steps.
pub(crate) struct Branch {
    last: Vec<u32>,
    at: usize,
    values: Vec<usize>,
    epoch: usize,
}

/// The place in a pipeline.
#[derive(Default)]
struct Round {
    names: Vec<&'static str>,
    next: usize,
    number: usize,
}

impl Round {
    /// The round in which a pass of the pipeline runs next: a later one if the pass does not follow in this one.
    fn of(&mut self, name: &str) -> usize {
        let find = |from: usize| {
            let rest = self.names.get(from..).unwrap_or_default();
            rest.iter().position(|other| *other == name).map(|at| from + at + 1)
        };
        match (find(self.next), find(0)) {
            (Some(next), _) => self.next = next,
            (None, Some(next)) => (self.next, self.number) = (next, self.number + 1),
            (None, None) => {}
        }
        self.number + 1
    }
}

impl<'a> Recorder<'a> {
    fn new(sources: &'a SourceMap, options: &'a Options) -> Self {
        Self::of_places(Places::new(sources), options.stage, options)
    }

    pub(crate) fn of_places(places: Places<'a>, stage: Stage, options: &'a Options) -> Self {
        let data = Shader {
            name: options.file_name.clone(),
            stage: stage.name(),
            settings: settings(options),
            ..Shader::default()
        };
        let pipeline = match options.opt_level {
            OptLevel::None => None,
            level => pipeline(level.pipeline()),
        };
        let names = pipeline.map_or_else(Vec::new, |it| it.names().collect());
        Self {
            options,
            places,
            data,
            lines: Lines::default(),
            steps: Vec::new(),
            last: Vec::new(),
            at: 0,
            values: Vec::new(),
            epoch: 0,
            round: Round { names, ..Round::default() },
        }
    }

    /// Calls the shader by another name, and adds to its settings.
    pub(crate) fn rename(&mut self, name: String, settings: &str) {
        self.data.name = name;
        self.data.settings.push_str(settings);
    }

    /// Keeps the module of the front end.
    pub(crate) fn front_end(&mut self, module: &Module) {
        self.step("front end", "the module that the front end makes of the source", FRONT_END, module);
    }

    /// Keeps the module behind a step of linking.
    pub(crate) fn linking(&mut self, step: &LinkStep, module: &Module) {
        let is_first = !self.steps.iter().any(|step| step.group != FRONT_END);
        self.step(step.name, step.summary, if is_first { FRONT_END } else { OPTIMISER }, module);
    }

    /// Keeps the module behind a pass of the compilation.
    pub(crate) fn pass(&mut self, name: &str, module: &Module) {
        let Some(info) = pass(name) else { return };
        let chosen = |pass: &&vitrum_passes::PassInfo| pass.name == name;
        let is_chosen = self.options.transforms.iter().any(chosen)
            || self.options.robust && ROBUST.passes.iter().any(chosen);
        let is_optimised = self.steps.iter().any(|step| step.group == OPTIMISER);
        let is_behind = self.steps.iter().any(|step| step.group == BEHIND);
        let group = match info.group {
            _ if is_behind => BEHIND,
            Group::Workaround | Group::Hardware => BEHIND,
            _ if is_chosen && !is_optimised => CHOSEN,
            _ if is_optimised && !self.round.names.contains(&name) => BEHIND,
            _ => OPTIMISER,
        };
        self.step(info.name, info.summary, group, module);
    }

    /// Keeps a module.
    fn step(&mut self, name: &'static str, about: &'static str, group: usize, module: &Module) {
        let lines = self.lines.of(module, &mut self.places);
        let changes = edits(&self.last, &lines);
        // Between pipelines, functions are compacted, which numbers values anew.
        let values: Vec<usize> = module.functions.values().map(|function| function.values.len()).collect();
        let is_compacted = values.iter().zip(&self.values).any(|(now, before)| now < before);
        self.epoch += usize::from(is_compacted);
        self.values = values;
        let number = self.steps.len();
        let changed = !changes.is_empty();
        self.steps.push(Step {
            name,
            about,
            group,
            round: if group == OPTIMISER { self.round.of(name) } else { 1 },
            base: if number == 0 { 0 } else { self.at },
            epoch: self.epoch,
            edits: changes,
            changed,
            statistics: (changed || number == 0).then(|| statistics(module)),
        });
        if changed {
            self.last = lines;
            self.at = number;
        }
    }

    /// Keeps the module that back ends get, if its text is not that of the last step.
    pub(crate) fn result(&mut self, module: &Module) {
        let before = self.lines.without_numbers(&self.last);
        let number = self.steps.len();
        self.step("result", "the module that back ends get, with its values numbered anew", BEHIND, module);
        let is_same = before == self.lines.without_numbers(&self.last);
        match self.steps.get_mut(number) {
            Some(step) if !step.changed => drop(self.steps.pop()),
            Some(step) => step.changed = !is_same,
            None => {}
        }
    }

    /// The state behind the last step, from which the lowerings for an output begin.
    pub(crate) fn branch(&self) -> Branch {
        Branch { last: self.last.clone(), at: self.at, values: self.values.clone(), epoch: self.epoch }
    }

    /// Goes back to a state.
    pub(crate) fn go_back(&mut self, branch: Branch) {
        (self.last, self.at, self.values, self.epoch) = (branch.last, branch.at, branch.values, branch.epoch);
    }

    /// Keeps the module behind a lowering for an output, or a step of linking among these.
    pub(crate) fn lowering(&mut self, name: &str, for_glsl: bool, module: &Module) {
        let group = if for_glsl { FOR_GLSL } else { FOR_SPIRV };
        let step = LinkStep::ALL.iter().find(|step| step.name == name);
        let known = step.map(|step| (step.name, step.summary));
        let known = known.or_else(|| pass(name).map(|info| (info.name, info.summary)));
        if let Some((name, summary)) = known {
            self.step(name, summary, group, module);
        }
    }

    /// Keeps the modules behind the lowerings for an output, which begin with the result.
    pub(crate) fn lowerings(&mut self, compilation: &Compilation, for_glsl: bool) {
        let branch = self.branch();
        // An output that fails says so itself.
        let _ = compilation
            .observe_lowerings(for_glsl, &mut |name, module| self.lowering(name, for_glsl, module));
        self.go_back(branch);
    }

    /// Keeps all that a compilation gives.
    fn compiled(
        mut self,
        compiled: Result<Compilation, Failure>,
        unoptimised: Option<&Compilation>,
        names: &[Names<'_>],
    ) -> Explored {
        let compilation = match compiled {
            Ok(compilation) => compilation,
            Err(failure) => return self.failed(&failure, names),
        };
        let mut diagnosed = compilation.diagnosed.clone();
        self.result(&compilation.module);
        if self.options.machine.is_none() {
            self.lowerings(&compilation, false);
            self.lowerings(&compilation, true);
            let words = |it: &Compilation| it.spirv().ok().map(|words| words.len());
            let bytes = |it: &Compilation| it.glsl().ok().map(|text| text.len());
            let outputs = Outputs {
                spirv: compilation.lowered().and_then(|lowered| lowered.placed_assembly()),
                glsl: compilation.placed_glsl(),
                words: (unoptimised.and_then(words), words(&compilation)),
                bytes: (unoptimised.and_then(bytes), bytes(&compilation)),
            };
            self.outputs(outputs, &mut diagnosed);
        }
        self.finish(diagnosed, &compilation.remarks, names)
    }

    /// Keeps the reasons for which there is no compilation.
    pub(crate) fn failed(mut self, failure: &Failure, names: &[Names<'_>]) -> Explored {
        let defect = failure.defect.as_ref().map(|defect| format!("internal compiler error: {defect}"));
        self.data.messages.extend(defect.map(messages::fault));
        self.finish(failure.diagnosed.clone(), &[], names)
    }

    /// Keeps the outputs, and adds the errors of SPIR-V to the diagnostics.
    pub(crate) fn outputs(&mut self, outputs: Outputs, diagnosed: &mut Diagnosed) {
        if let Err(error) = &outputs.spirv {
            diagnosed.diagnostics.extend(error.diagnostics(&diagnosed.sources));
            if !diagnosed.has_errors() {
                self.data.messages.push(messages::fault(error.to_string()));
            }
        }
        let rows = [("words of SPIR-V", outputs.words), ("bytes of GLSL", outputs.bytes)];
        self.data.sizes.extend(rows.map(|(what, (before, after))| Size { what, before, after }));
        self.data.spirv = Some(self.assembly(outputs.spirv));
        self.data.glsl = Some(self.glsl(outputs.glsl));
    }

    pub(crate) fn finish(
        mut self,
        diagnosed: Diagnosed,
        remarks: &[Remark],
        names: &[Names<'_>],
    ) -> Explored {
        let mut messages = messages::diagnostics(&diagnosed, &mut self.places);
        messages.append(&mut self.data.messages);
        messages.extend(messages::remarks(remarks, &mut self.places));
        let files = self.places.files().iter().enumerate();
        let files = files.map(|(number, units)| self.file(number, units, names)).collect();
        let data = Shader {
            files,
            spans: self.places.list,
            texts: self.lines.texts,
            lines: self.lines.list,
            steps: self.steps,
            messages,
            ..self.data
        };
        Explored { data, diagnosed }
    }

    fn file(&self, number: usize, units: &Units<'_>, names: &[Names<'_>]) -> File {
        let at = self.places.file(number);
        let names = names.iter().find(|names| names.files.contains(&at));
        let start = self.places.start(at) - names.map_or(0, |names| names.shift);
        let tokens = colours::tokens(units, names.and_then(|names| names.index), start);
        File { name: units.name.to_owned(), text: units.text.to_owned(), tokens }
    }

    fn assembly(&mut self, lines: Result<Vec<PlacedLine>, Error>) -> Listing {
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => return Listing { error: Some(error.to_string()), ..Listing::default() },
        };
        let mut listing = Listing::default();
        for line in lines {
            let places: Vec<u32> = self.places.number(line.place).into_iter().collect();
            // A string may have lines of its own.
            listing.lines.extend(line.text.split('\n').map(|text| (text.to_owned(), places.clone())));
        }
        listing
    }

    fn glsl(&mut self, text: Result<PlacedGlsl, Error>) -> Listing {
        let placed = match text {
            Ok(placed) => placed,
            Err(error) => return Listing { error: Some(error.to_string()), ..Listing::default() },
        };
        let tokens = colours::tokens(&Units::new("", &placed.text), None, 0);
        let rows = placed.text.lines().zip(placed.places);
        let lines = rows.map(|(text, spans)| {
            let mut places: Vec<u32> =
                spans.into_iter().filter_map(|span| self.places.number(span)).collect();
            places.dedup();
            (text.to_owned(), places)
        });
        Listing { lines: lines.collect(), tokens, error: None }
    }
}

/// The target and the level, for people.
fn settings(options: &Options) -> String {
    let level = match options.opt_level {
        OptLevel::None => "-O0",
        OptLevel::Default => "-O",
        OptLevel::Size => "-Os",
        _ => "--optimize=driver",
    };
    let robust = if options.robust { " --robust" } else { "" };
    format!("{} {level}{robust}", options.target.name())
}

#[cfg(test)]
mod tests {
    use super::Round;

    #[test]
    fn rounds_are_told_from_passes_that_stand_twice_in_a_pipeline() {
        let mut round = Round { names: vec!["a", "b", "a", "c"], ..Round::default() };
        let found: Vec<usize> = ["a", "a", "c", "b", "c", "a"].iter().map(|name| round.of(name)).collect();
        assert_eq!(found, [1, 1, 1, 2, 2, 3]);
    }
}
