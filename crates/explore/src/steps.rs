//! Compiles a shader and records each step.

use vitrum::index::Index;
use vitrum::ir::{Module, SourceMap};
use vitrum::{Compilation, Diagnosed, Error, Failure, OptLevel, Options};
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
    diagnosed: Diagnosed,
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
    let options = options.clone().remarks(true);
    let inspection = vitrum::inspect(source, &options);
    let sources = &inspection.diagnosed.sources;
    let mut recorder = Recorder::new(sources, &options);
    let module = inspection.module.as_ref().filter(|_| !inspection.diagnosed.has_errors());
    if let Some(module) = module {
        recorder.step("front end", "the module that the front end makes of the source", FRONT_END, module);
    }
    let compiled =
        vitrum::compile_observed(source, &options, &mut |name, module| recorder.pass(name, module));
    let unoptimised = vitrum::compile(source, &plain(&options)).ok();
    recorder.finish(compiled, unoptimised.as_ref(), inspection.index.as_deref())
}

/// The same for a module that is there already. Its source is shown if its files are known.
pub fn explore_module(module: Module, sources: SourceMap, options: &Options) -> Explored {
    let options = options.clone().remarks(true).stage(module.stage);
    let mut recorder = Recorder::new(&sources, &options);
    // Counts of a module are those of one that is valid.
    if vitrum::ir::verify(&module).is_ok() {
        recorder.step("module", "the module as it is read", FRONT_END, &module);
    }
    let unoptimised =
        vitrum::compile_module(module.clone(), sources.clone(), &plain(&options), &mut |_, _| {}).ok();
    let compiled = vitrum::compile_module(module, sources.clone(), &options, &mut |name, module| {
        recorder.pass(name, module);
    });
    recorder.finish(compiled, unoptimised.as_ref(), None)
}

/// The options without passes that are chosen, to compare sizes.
fn plain(options: &Options) -> Options {
    options.clone().opt_level(OptLevel::None).transforms(Vec::new()).robust(false).remarks(false)
}

/// The steps so far.
struct Recorder<'a> {
    options: &'a Options,
    places: Places<'a>,
    lines: Lines,
    steps: Vec<Step>,
    /// The lines behind the last step, its number, and the values of its functions.
    last: Vec<u32>,
    at: usize,
    values: Vec<usize>,
    epoch: usize,
    round: Round,
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
        let pipeline = match options.opt_level {
            OptLevel::None => None,
            level => pipeline(level.pipeline()),
        };
        let names = pipeline.map_or_else(Vec::new, |it| it.names().collect());
        Self {
            options,
            places: Places::new(sources),
            lines: Lines::default(),
            steps: Vec::new(),
            last: Vec::new(),
            at: 0,
            values: Vec::new(),
            epoch: 0,
            round: Round { names, ..Round::default() },
        }
    }

    /// Keeps the module behind a pass of the compilation.
    fn pass(&mut self, name: &str, module: &Module) {
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
    fn result(&mut self, module: &Module) {
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

    /// Keeps the modules behind the lowerings for an output, which begin with the result.
    fn lowerings(&mut self, compilation: &Compilation, for_glsl: bool) {
        let group = if for_glsl { FOR_GLSL } else { FOR_SPIRV };
        let kept = (self.last.clone(), self.at, self.values.clone(), self.epoch);
        // An output that fails says so itself.
        let _ = compilation.observe_lowerings(for_glsl, &mut |name, module| {
            let Some(info) = pass(name) else { return };
            self.step(info.name, info.summary, group, module);
        });
        (self.last, self.at, self.values, self.epoch) = kept;
    }

    fn finish(
        mut self,
        compiled: Result<Compilation, Failure>,
        unoptimised: Option<&Compilation>,
        index: Option<&Index>,
    ) -> Explored {
        let mut data = Shader { stage: self.options.stage.name(), ..Shader::default() };
        data.name.clone_from(&self.options.file_name);
        data.settings = settings(self.options);
        let diagnosed = match compiled {
            Ok(compilation) => self.outputs(&compilation, unoptimised, &mut data),
            Err(Failure { diagnosed, defect, .. }) => {
                data.messages.extend(messages::diagnostics(&diagnosed, &mut self.places));
                let defect = defect.map(|defect| format!("internal compiler error: {defect}"));
                data.messages.extend(defect.map(messages::fault));
                diagnosed
            }
        };
        data.files =
            (0..).zip(self.places.files()).map(|(number, units)| self.file(number, units, index)).collect();
        data.spans = self.places.list;
        data.texts = self.lines.texts;
        data.lines = self.lines.list;
        data.steps = self.steps;
        Explored { data, diagnosed }
    }

    fn file(&self, number: usize, units: &Units<'_>, index: Option<&Index>) -> File {
        let tokens = colours::tokens(units, index, self.places.start(number));
        File { name: units.name.to_owned(), text: units.text.to_owned(), tokens }
    }

    /// Adds the outputs of a compilation, and gives its diagnostics with those of the outputs.
    fn outputs(
        &mut self,
        compilation: &Compilation,
        unoptimised: Option<&Compilation>,
        data: &mut Shader,
    ) -> Diagnosed {
        let mut diagnosed = compilation.diagnosed.clone();
        self.result(&compilation.module);
        if self.options.machine.is_none() {
            self.lowerings(compilation, false);
            self.lowerings(compilation, true);
            let spirv = compilation.lowered().and_then(|lowered| lowered.placed_assembly());
            if let Err(error) = &spirv {
                diagnosed.diagnostics.extend(error.diagnostics(&diagnosed.sources));
                if !diagnosed.has_errors() {
                    data.messages.push(messages::fault(error.to_string()));
                }
            }
            let size = |it: &Compilation| it.spirv().ok().map(|words| words.len());
            let sizes = (unoptimised.and_then(size), size(compilation));
            data.sizes.push(Size { what: "words of SPIR-V", before: sizes.0, after: sizes.1 });
            let size = |it: &Compilation| it.glsl().ok().map(|text| text.len());
            let sizes = (unoptimised.and_then(size), size(compilation));
            data.sizes.push(Size { what: "bytes of GLSL", before: sizes.0, after: sizes.1 });
            data.spirv = Some(self.assembly(spirv));
            data.glsl = Some(self.glsl(compilation));
        }
        data.messages.extend(messages::diagnostics(&diagnosed, &mut self.places));
        data.messages.extend(messages::remarks(&compilation.remarks, &mut self.places));
        diagnosed
    }

    fn assembly(&mut self, lines: Result<Vec<vitrum::PlacedLine>, Error>) -> Listing {
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

    fn glsl(&mut self, compilation: &Compilation) -> Listing {
        let placed = match compilation.placed_glsl() {
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
