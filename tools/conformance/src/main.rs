//! Tests vitrum with suites by others; `cargo xtask conformance SUITE` starts this program.
//!
//! A suite is a row of the table in [`suite`], and a file below `suites/`, which finds its files and reads their
//! cases. Cases run in worker processes, so that a panic, a hang or excessive memory is the outcome of one case. The
//! outcomes are compared with the committed scoreboard.

mod beside;
mod case;
mod cost;
mod deqp;
mod devices;
mod execute;
mod forms;
mod glslang;
mod includes;
mod instructions;
mod judge;
mod link;
mod measure;
mod outcome;
mod pool;
mod printed;
mod printing;
mod report;
mod run_beside;
mod scoreboard;
mod suite;
mod suites;
mod tokens;
mod verdicts;
mod webgl;
mod worker;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Parser;

use beside::board::{self, Board};
use case::Case;
use judge::Judging;
use outcome::CaseResult;
use scoreboard::Scoreboard;
use suite::{CasesOf, Suite};
use vitrum_runner::Device;

/// Compiles the shaders of a suite by others, and compares the outcomes with the scoreboard.
///
/// The scoreboard is `tests/scoreboard/SUITE.txt`. A case that fails without being listed there is an error.
#[derive(Parser)]
#[command(name = "cargo xtask conformance", bin_name = "cargo xtask conformance")]
struct Arguments {
    /// The suite: piglit, piglit-shader, ...; without one, all are listed
    suite: Option<String>,

    /// Only the cases whose name contains this
    #[arg(long)]
    filter: Option<String>,

    /// Number of worker processes; defaults to the number of cores
    #[arg(long)]
    jobs: Option<usize>,

    /// Print each case that fails, not only their causes
    #[arg(long)]
    list_failures: bool,

    /// Write the scoreboard instead of comparing with it; with --validate, that of SPIR-V
    #[arg(long, conflicts_with_all = ["filter", "optimize", "debug_info"])]
    update: bool,

    /// Only one file in N, or one program that is run, always the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    sample: u64,

    /// Folder of the suite's files, if not their usual one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Get the suite's files first, if they are not there
    #[arg(long)]
    fetch: bool,

    /// Translate the shaders of ESSL 1.00 and 3.00 as a browser does, and have each output judged; the scoreboard is webgl-SUITE
    #[arg(long)]
    webgl: bool,

    #[command(flatten)]
    judging: Judging,

    /// Do this on every Vulkan device that is found, SwiftShader of Debian's chromium included, one after the other
    #[arg(long, conflicts_with = "device")]
    every_device: bool,

    /// Print the names of the Vulkan devices
    #[arg(long, hide = true)]
    list_devices: bool,

    /// Fail where there is no Vulkan driver, instead of saying how many programs were not run
    #[arg(long)]
    require_vulkan: bool,

    /// Print the shaders of the cases instead of compiling them
    #[arg(long, requires = "filter")]
    show: bool,

    /// Serve as a worker process
    #[arg(long, hide = true)]
    worker: bool,
}

impl Arguments {
    /// True if cases are chosen one by one, not files: files hold a few of them or thousands.
    fn samples_cases(&self) -> bool {
        self.webgl || self.judging.runs() || !self.judging.asks_no_other() && self.judging.validate.is_empty()
    }

    /// The option `--sample`, as scoreboards quote it.
    fn sample_option(&self) -> String {
        if self.sample > 1 { format!(" --sample {}", self.sample) } else { String::new() }
    }

    pub(crate) fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from))
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.list_devices {
        Device::list()?.iter().for_each(|name| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.every_device {
        return devices::on_each();
    }
    let asks_naga = arguments.judging.asks_naga();
    if arguments.update && arguments.sample > 1 && !arguments.samples_cases() && !asks_naga {
        bail!(
            "a sample makes no scoreboard, but for --webgl, --print, --beside, --execute, --run-beside and --validate wgpu"
        );
    }
    if !arguments.judging.print.is_empty()
        || arguments.judging.beside.is_some()
        || arguments.judging.verdicts.is_some()
        || arguments.judging.run_beside.is_some()
    {
        glslang::find()?;
    }
    let Some(name) = &arguments.suite else {
        for suite in suite::SUITES {
            println!("{:<16}{}", suite.name, suite.what);
        }
        return Ok(ExitCode::SUCCESS);
    };
    let names = || suite::SUITES.iter().map(|suite| suite.name).collect::<Vec<_>>().join(", ");
    let suite = suite::find(name).with_context(|| format!("no suite `{name}`; there are {}", names()))?;
    let data = arguments.data.clone().unwrap_or_else(|| (suite.folder)());
    if arguments.worker {
        let sample = if arguments.samples_cases() { arguments.sample } else { 1 };
        let filter = arguments.filter.as_deref().unwrap_or_default();
        worker::serve(suite, &data, &arguments.judging, filter, sample)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (true, false, Some(fetch)) = (arguments.fetch, data.is_dir(), suite.fetch) {
        fetch(&data)?;
    }
    if !data.is_dir() {
        bail!("{} is not there: {}", data.display(), suite.install);
    }

    let mut files = (suite.files)(&data)?;
    if arguments.webgl {
        return webgl::run(suite, &data, &files, arguments);
    }
    // Programs that are run are chosen one by one where files hold a few of them or thousands.
    let a_file_each = suite.executed.as_ref().is_some_and(|executed| executed.a_file_each);
    if !arguments.samples_cases() || arguments.judging.execute && a_file_each {
        files.retain(|file| suite::sampled(file, arguments.sample));
        let filter = arguments.filter.as_deref().unwrap_or_default();
        files.retain(|file| !arguments.judging.execute || file.contains(filter));
    }
    let cases = if arguments.judging.execute {
        let executed = suite.executed.as_ref();
        executed.with_context(|| format!("the programs of {} are not run", suite.name))?.cases
    } else if arguments.judging.link {
        suite.linked.with_context(|| format!("the programs of {} are not linked", suite.name))?
    } else {
        suite.cases
    };
    if arguments.show {
        return show(cases, &data, &files, arguments.filter.as_deref().unwrap_or_default());
    }
    let mut device = None;
    if arguments.judging.runs()
        && let Err(error) =
            Device::new(arguments.judging.device.as_deref()).map(|it| device = Some(it.name().to_owned()))
    {
        let sampled = |case: &Case| suite::sampled(&case.id, arguments.sample);
        let in_file = |file: &String| Ok(cases(&data, file)?.iter().filter(|case| sampled(case)).count());
        let count = files.iter().map(in_file).sum::<Result<usize>>()?;
        println!("{error}; install a driver: `apt-get install mesa-vulkan-drivers libvulkan1`");
        println!("skipped: {count} programs of {} were not run", suite.name);
        return Ok(if arguments.require_vulkan { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    compare(suite, &data, &files, arguments, device.as_deref())
}

/// Prints the shaders of the cases whose name contains `filter`.
fn show(cases: CasesOf, data: &Path, files: &[String], filter: &str) -> Result<ExitCode> {
    for file in files {
        for case in cases(data, file)?.iter().filter(|case| case.id.contains(filter)) {
            println!("{case}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the cases and compares with the scoreboard, or writes it.
fn compare(
    suite: &Suite,
    data: &Path,
    files: &[String],
    arguments: &Arguments,
    device: Option<&str>,
) -> Result<ExitCode> {
    let start = Instant::now();
    let asks = arguments.judging.verdicts.is_some();
    let folder =
        if arguments.judging.print.is_empty() && !asks { None } else { Some(printed::Folder::new()?) };
    let folder_path = folder.as_ref().map(|it| it.path().to_owned());
    let judging = Judging { folder: folder_path, ..arguments.judging.clone() };
    let mut results = pool::run(files, arguments.jobs(), &judging)?;
    if arguments.judging.beside.is_some() {
        let board = Board::new(&results);
        board.print(arguments.list_failures);
        println!("{} cases in {:.1} s", results.len(), start.elapsed().as_secs_f64());
        return compare_beside(suite, &board, arguments);
    }
    if let (Some(folder), true) = (&folder, asks) {
        let (texts, differences) = verdicts::differences(&results, folder.path(), arguments.jobs())?;
        let board = verdicts::Board::new(texts, &differences);
        board.print(arguments.list_failures);
        println!("{} cases in {:.1} s", results.len(), start.elapsed().as_secs_f64());
        return compare_verdicts(suite, &board, arguments);
    }
    if let Some(folder) = &folder {
        printed::judge(suite, data, files, &mut results, folder, arguments.jobs())?;
        printed::print(&results, arguments.list_failures);
        println!("{} cases in {:.1} s", results.len(), start.elapsed().as_secs_f64());
        return compare_printed(suite, &results, arguments);
    }
    let name = match arguments.judging.run_beside.as_deref() {
        Some(word) => format!("{}-{}", run_beside::board(word), suite.name),
        None if arguments.judging.execute => format!("{}-executed", suite.name),
        None if arguments.judging.link => format!("link-{}", suite.name),
        None => suite.name.to_owned(),
    };
    let name = name + devices::suffix(device);
    let forms = match arguments.judging.run_beside.as_deref() {
        Some(word) => run_beside::forms(word),
        None => suite.forms(arguments.judging.execute),
    };
    if arguments.judging.run_beside.is_some() {
        let of_device = format!("{}{}", suite.name, devices::suffix(device));
        run_beside::explain(&[suite.name, &of_device], &mut results)?;
    }
    report::print(&results, &forms, arguments.list_failures, start.elapsed());

    report::print_forms(&results);
    if arguments.judging.measure {
        measure::print(&results);
    }
    let invalid = forms::invalid(&results);

    if arguments.update && !arguments.judging.validate.is_empty() {
        let (board, options) = arguments.judging.forms_board();
        let path = scoreboard::path(&format!("{board}-{}", suite.name));
        let options = options.to_owned() + &arguments.sample_option();
        scoreboard::write(&path, &forms::render(suite.name, &options, &results))?;
        return Ok(if invalid == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let path = scoreboard::path(&name);
    if arguments.update {
        let options = arguments.judging.scoreboard_option();
        let text = scoreboard::render(suite.name, options, arguments.sample, &forms, &results);
        scoreboard::write(&path, &text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let difference = Scoreboard::read(&path)?.compare(&results);
    for case in &difference.better {
        println!("passes now: {case}");
    }
    for case in &difference.worse {
        println!("FAILS NOW: {case}");
    }
    if !difference.better.is_empty() {
        let count = difference.better.len();
        println!(
            "{count} cases are better than the scoreboard says: `cargo xtask conformance {name} {options} --update`",
            name = suite.name,
            options = arguments.judging.scoreboard_option(),
        );
    }
    if !difference.worse.is_empty() {
        bail!("{} cases fail that the scoreboard does not list", difference.worse.len());
    }
    if arguments.judging.asks_naga() {
        return forms::compare_with_naga(&scoreboard::path(&format!("wgpu-{}", suite.name)), &results);
    }
    if invalid > 0 {
        bail!("{invalid} times SPIR-V is invalid");
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails if a difference from glslang has no explanation. Writes the scoreboard if asked.
fn compare_beside(suite: &Suite, board: &Board<'_>, arguments: &Arguments) -> Result<ExitCode> {
    let path = scoreboard::path(&board::name(suite.name));
    if arguments.update {
        let sample = arguments.sample_option();
        let command = format!("cargo xtask conformance {} --beside glslang{sample} --update", suite.name);
        scoreboard::write(&path, &board.render(&command))?;
    }
    let count = board.unexplained().len();
    if count > 0 {
        bail!("{count} differences from glslang that nothing explains; --list-failures lists them");
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails if a shader has another verdict of glslang for no listed cause, and the scoreboard does not have it. Writes the scoreboard
/// if asked.
fn compare_verdicts(suite: &Suite, board: &verdicts::Board<'_>, arguments: &Arguments) -> Result<ExitCode> {
    let path = scoreboard::path(&verdicts::board_name(suite.name));
    if arguments.update {
        let sample = arguments.sample_option();
        let command = format!("cargo xtask conformance {} --verdicts glslang{sample} --update", suite.name);
        scoreboard::write(&path, &board.render(&command))?;
        return Ok(ExitCode::SUCCESS);
    }
    // A suite without a scoreboard has no known differences.
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let count = board.unknown(&known);
    if count > 0 {
        bail!("{count} verdicts of glslang are others, for no listed cause; --list-failures lists them");
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares with the scoreboard of printed GLSL, or writes it: that of the shaders' own versions, or that of others.
fn compare_printed(suite: &Suite, results: &[CaseResult], arguments: &Arguments) -> Result<ExitCode> {
    let own = arguments.judging.print.iter().any(|version| version == "own");
    let path = scoreboard::path(&format!("{}-{}", if own { "glsl" } else { "glsl-versions" }, suite.name));
    if arguments.update {
        let command =
            format!("--print {}{} --update", arguments.judging.print.join(","), arguments.sample_option());
        scoreboard::write(&path, &printed::render(suite.name, &command, results))?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let worse = printed::worse(results, &known);
    for line in &worse {
        println!("FAILS NOW: {line}");
    }
    if !worse.is_empty() {
        bail!("{} printed shaders have faults that the scoreboard does not list", worse.len());
    }
    Ok(ExitCode::SUCCESS)
}
