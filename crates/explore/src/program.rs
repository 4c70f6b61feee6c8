//! Links the stages of a program and records each step of each stage.

use std::ops::Range;

use vitrum::ir::{SourceMap, Stage};
use vitrum::{
    Compilation, Diagnosed, Error, Failure, Inspection, LinkStep, Observe, Options, Program, ProgramInput,
    ProgramOptions, ProgramSource, inspect, link_program,
};

use crate::places::Places;
use crate::steps::{Explored, Names, Outputs, Recorder, plain, shown};

/// Links sources to a program as [`vitrum::link_program`] does, right or wrong, and keeps each step of each stage: also those that see
/// all stages. The stages are in the order of the first sources of each. Remarks are kept whatever the options say.
///
/// ```
/// use vitrum_explore::{OptLevel, Options, ProgramInput, ProgramOptions, ProgramSource, Stage, explore_program, page};
///
/// let vertex = "#version 450\nout vec4 tint;\nvoid main() { tint = vec4(1.0); gl_Position = vec4(0.0); }\n";
/// let fragment = "#version 450\nin vec4 tint;\nout vec4 color;\nvoid main() { color = tint; }\n";
/// let options = [Stage::Vertex, Stage::Fragment].map(|it| Options::new(it).opt_level(OptLevel::Default));
/// let input = |text, options| ProgramInput { source: ProgramSource::Glsl(text), options };
/// let inputs = [input(vertex, &options[0]), input(fragment, &options[1])];
/// let stages = explore_program(&inputs, &ProgramOptions::default());
/// assert_eq!(stages.len(), 2);
/// assert!(page(&stages).contains("optimize_stages"));
/// ```
pub fn explore_program(inputs: &[ProgramInput<'_>], program: &ProgramOptions) -> Vec<Explored> {
    let options: Vec<Options> = inputs.iter().map(|input| shown(input.options)).collect();
    let with = |options: &[Options]| link(inputs, options, program, None);
    let plain: Vec<Options> = options.iter().map(plain).collect();
    let stages = Stages::new(inputs, &options);
    let mut recorders: Vec<Recorder<'_>> = stages.rows.iter().map(|row| row.recorder(&stages)).collect();
    let compiled = link(
        inputs,
        &options,
        program,
        Some(&mut |name, module| {
            let Some(recorder) = of_stage(&stages, &mut recorders, module.stage) else { return };
            match LinkStep::ALL.iter().find(|step| step.name == name) {
                Some(step) => recorder.linking(step, module),
                None => recorder.pass(name, module),
            }
        }),
    );
    match compiled {
        Ok(compiled) => stages.compiled(&compiled, with(&plain).ok().as_ref(), recorders),
        Err(failure) => stages.failed(&failure, recorders),
    }
}

fn link(
    inputs: &[ProgramInput<'_>],
    options: &[Options],
    program: &ProgramOptions,
    observe: Observe<'_>,
) -> Result<Program, Failure> {
    let inputs: Vec<ProgramInput<'_>> = inputs
        .iter()
        .zip(options)
        .map(|(input, options)| ProgramInput { source: input.source, options })
        .collect();
    link_program(&inputs, program, observe)
}

/// The recorder of a stage.
fn of_stage<'a, 'b>(
    stages: &Stages<'_>,
    recorders: &'b mut [Recorder<'a>],
    stage: Stage,
) -> Option<&'b mut Recorder<'a>> {
    let at = stages.rows.iter().position(|row| row.stage == stage)?;
    recorders.get_mut(at)
}

/// A source, its names, and its part of the joined source map.
struct Unit {
    inspection: Option<Inspection>,
    /// Without sources of its own, a module has no files.
    files: Range<usize>,
    shift: u32,
}

impl Unit {
    fn names(&self) -> Names<'_> {
        let index = self.inspection.as_ref().and_then(|it| it.index.as_deref());
        Names { index, files: self.files.clone(), shift: self.shift }
    }
}

/// A stage: the options of its first source, and its units.
struct Row<'a> {
    stage: Stage,
    options: &'a Options,
    names: Vec<String>,
    units: Vec<Unit>,
}

impl<'a> Row<'a> {
    /// A recorder of the stage. A stage of one source begins with what the front end makes of it.
    fn recorder<'b>(&'b self, stages: &'b Stages<'a>) -> Recorder<'b> {
        let files = |row: &Row<'_>| row.units.iter().map(|unit| unit.files.clone()).collect::<Vec<_>>();
        let all: Vec<Range<usize>> = stages.rows.iter().flat_map(files).collect();
        let places = Places::of_units(&stages.sources, &all, &files(self));
        let mut recorder = Recorder::of_places(places, self.stage, self.options);
        recorder.rename(self.name(), ", linked");
        if let [Unit { inspection: Some(inspection), shift, .. }] = &self.units[..]
            && !inspection.diagnosed.has_errors()
            && let Some(mut module) = inspection.module.clone()
        {
            module.shift_spans(*shift);
            recorder.front_end(&module);
        }
        recorder
    }

    /// The name of the first source, and the file names of the others.
    fn name(&self) -> String {
        let mut names = self.names.iter().map(String::as_str);
        let mut name = names.next().unwrap_or_default().to_owned();
        for other in names {
            name.push_str(" + ");
            name.push_str(other.rsplit(['/', '\\']).next().unwrap_or(other));
        }
        name
    }

    fn coloured(&self) -> Vec<Names<'_>> {
        self.units.iter().map(Unit::names).collect()
    }
}

/// The stages of a program, with the source map that linking makes: its parts are in the order of the stages.
struct Stages<'a> {
    sources: SourceMap,
    rows: Vec<Row<'a>>,
}

impl<'a> Stages<'a> {
    fn new(inputs: &[ProgramInput<'_>], options: &'a [Options]) -> Self {
        let stage = |input: &ProgramInput<'_>| match input.source {
            ProgramSource::Glsl(_) => input.options.stage,
            ProgramSource::Module(module, _) => module.stage,
        };
        let mut grouped: Vec<(Stage, Vec<(&ProgramInput<'_>, &'a Options)>)> = Vec::new();
        for (input, options) in inputs.iter().zip(options) {
            match grouped.iter_mut().find(|row| row.0 == stage(input)) {
                Some(row) => row.1.push((input, options)),
                None => grouped.push((stage(input), vec![(input, options)])),
            }
        }
        let mut sources = SourceMap::new();
        let mut rows = Vec::with_capacity(grouped.len());
        for (stage, inputs) in grouped {
            let is_split = inputs.len() > 1;
            let Some(first) = inputs.first() else { continue };
            let (options, names) =
                (first.1, inputs.iter().map(|(input, _)| input.options.file_name.clone()).collect());
            let unit = |(input, options): (&ProgramInput<'_>, &Options)| {
                let from = sources.len();
                let (inspection, shift) = match input.source {
                    ProgramSource::Glsl(text) => {
                        let library = is_split || options.library;
                        let inspection = inspect(text, &options.clone().library(library));
                        let shift = sources.append(&inspection.diagnosed.sources);
                        (Some(inspection), shift)
                    }
                    ProgramSource::Module(_, own) => (None, sources.append(own)),
                };
                // Linking refuses more text than offsets can count.
                Unit { inspection, files: from..sources.len(), shift: shift.unwrap_or_default() }
            };
            let units = inputs.into_iter().map(unit).collect();
            rows.push(Row { stage, options, names, units });
        }
        Self { sources, rows }
    }

    /// The diagnostics of a stage: those with a label in one of its files if `any`, else those whose first label is; and those
    /// without a place for the first stage.
    fn diagnosed(&self, row: usize, all: &Diagnosed, any: bool) -> Diagnosed {
        let units = self.rows.get(row).map_or(&[][..], |row| &row.units);
        let is_own = |offset: u32| {
            let file = self.sources.file_at(offset);
            let at = file.and_then(|file| self.sources.files().position(|other| other == file));
            at.is_some_and(|at| units.iter().any(|unit| unit.files.contains(&at)))
        };
        let belongs = |diagnostic: &&vitrum::Diagnostic| {
            let mut labels = diagnostic.labels.iter().take(if any { usize::MAX } else { 1 });
            labels.any(|label| is_own(label.span.start)) || diagnostic.labels.is_empty() && row == 0
        };
        let diagnostics = all.diagnostics.iter().filter(belongs).cloned().collect();
        Diagnosed { diagnostics, sources: self.sources.clone() }
    }

    fn failed(&self, failure: &Failure, recorders: Vec<Recorder<'_>>) -> Vec<Explored> {
        let rows = self.rows.iter().zip(recorders).enumerate();
        let stage = |(number, (row, recorder)): (usize, (&Row<'_>, Recorder<'_>))| {
            let mut own = failure.clone();
            own.diagnosed = self.diagnosed(number, &failure.diagnosed, true);
            own.defect = own.defect.filter(|_| number == 0);
            let mut explored = recorder.failed(&own, &row.coloured());
            explored.diagnosed = self.diagnosed(number, &failure.diagnosed, false);
            explored
        };
        rows.map(stage).collect()
    }

    fn compiled(
        &self,
        program: &Program,
        unoptimised: Option<&Program>,
        mut recorders: Vec<Recorder<'_>>,
    ) -> Vec<Explored> {
        for stage in &program.stages {
            let recorder = of_stage(self, &mut recorders, stage.module.stage);
            recorder.into_iter().for_each(|recorder| recorder.result(&stage.module));
        }
        let has_outputs = self.rows.first().is_some_and(|row| row.options.machine.is_none());
        let branches: Vec<_> = recorders.iter().map(Recorder::branch).collect();
        let lowered = program.lowered_stages(Some(&mut |name, module| {
            if let Some(recorder) = of_stage(self, &mut recorders, module.stage).filter(|_| has_outputs) {
                recorder.lowering(name, false, module);
            }
        }));
        recorders.iter_mut().zip(branches).for_each(|(recorder, branch)| recorder.go_back(branch));
        let count = program.stages.len();
        let lowered = match lowered {
            Ok(lowered) => lowered.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error); count],
        };
        let [words, bytes] = [sizes_of_words, sizes_of_text]
            .map(|size| (unoptimised.map_or_else(Vec::new, size), size(program)));
        let mut explored = Vec::with_capacity(count);
        for (number, (row, mut recorder)) in self.rows.iter().zip(recorders).enumerate() {
            let of_stage = |it: &Compilation| it.module.stage == row.stage;
            let Some(at) = program.stages.iter().position(of_stage) else { continue };
            let mut all = program.diagnosed.clone();
            let (lowered, printed) = (lowered.get(at), program.printed_stages().into_iter().nth(at));
            if let (true, Some(lowered), Some(printed)) = (has_outputs, lowered, printed) {
                recorder.lowerings(&printed, true);
                let spirv = lowered.as_ref().map_err(Error::clone);
                let sizes =
                    |sizes: &(Vec<usize>, Vec<usize>)| (sizes.0.get(at).copied(), sizes.1.get(at).copied());
                let outputs = Outputs {
                    spirv: spirv.and_then(|lowered| lowered.placed_assembly()),
                    glsl: printed.placed_glsl(),
                    words: sizes(&words),
                    bytes: sizes(&bytes),
                };
                recorder.outputs(outputs, &mut all);
            }
            let remarks = program.stages.get(at).map_or(&[][..], |stage| &stage.remarks);
            let mut stage = recorder.finish(self.diagnosed(number, &all, true), remarks, &row.coloured());
            stage.diagnosed = self.diagnosed(number, &all, false);
            explored.push(stage);
        }
        explored
    }
}

/// The words of SPIR-V of each stage; empty if there is no such output.
fn sizes_of_words(program: &Program) -> Vec<usize> {
    program.stage_spirv().map_or_else(|_| Vec::new(), |stages| stages.iter().map(|it| it.1.len()).collect())
}

/// The bytes of GLSL of each stage; empty if there is no such output.
fn sizes_of_text(program: &Program) -> Vec<usize> {
    program.glsl().map_or_else(|_| Vec::new(), |stages| stages.iter().map(|it| it.1.len()).collect())
}
