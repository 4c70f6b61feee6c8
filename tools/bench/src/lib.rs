//! vitrum beside other compilers, source to SPIR-V, in one process and one run.
//!
//! The program of this package compares with naga, which is Rust; compilers in C++, which take long to build, are
//! in `tools/bench/peers` and `tools/bench/shaderc`, outside the workspace.

mod bytes;
mod compilers;
mod link;
mod modules;
mod print;
mod report;
mod shaders;
mod timing;

use std::hint::black_box;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Parser;

pub use compilers::{Compile, Compiler, NAGA};
use compilers::{VITRUM, VITRUM_KEPT, VITRUM_OPTIMIZED};
pub use modules::Optimizer;
use report::{Column, Row, Table};
use timing::{Shader, Task, medians, ratio};

/// The most shaders of the suite that are measured.
const MOST: usize = 48;

/// The sizes of the generated shaders.
const SIZES: [usize; 4] = [100, 200, 400, 800];

/// Compares vitrum with other compilers.
#[derive(Parser)]
struct Arguments {
    /// Rounds per shader; the median counts
    #[arg(long, default_value_t = 30)]
    rounds: u32,

    /// Write a page, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the figures to FILE, too: a line with name, tab and value for each
    #[arg(long, value_name = "FILE")]
    figures: Option<PathBuf>,

    /// Compare the optimisers of SPIR-V on the modules below FOLDER, and do nothing else
    #[arg(long, value_name = "FOLDER")]
    modules: Option<PathBuf>,

    /// Only the shaders whose path contains this
    #[arg(default_value = "")]
    filter: String,
}

/// Measures vitrum, with and without its optimiser, and `peers`, and prints the results. Its optimiser is compared with `optimizers`
/// if the command line names a folder with modules of SPIR-V.
///
/// # Errors
/// If no shader is compiled by all, or a file cannot be read or written.
pub fn compare(peers: &[Compiler], optimizers: &[Optimizer]) -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(folder) = &arguments.modules {
        return modules::compare(folder, &arguments, optimizers);
    }
    let compilers: Vec<Compiler> =
        [VITRUM, VITRUM_OPTIMIZED, VITRUM_KEPT].into_iter().chain(peers.iter().copied()).collect();
    let shaders = of_the_suite(&arguments, &compilers)?;
    let title = format!("Source to SPIR-V, median of {} interleaved rounds", arguments.rounds);
    let tables = [table(title, &shaders, &compilers, arguments.rounds)?, scaling(&arguments, &compilers)?];
    for table in &tables {
        println!("\n{}", table.text());
    }
    for (compiler, growth) in growth(&tables[1]) {
        println!("{compiler}: a shader of 8 times the size takes {growth:.1} times as long");
    }
    let count = tables[0].rows.len();
    for (peer, ratio) in tables[0].mean_ratios() {
        println!("{peer}: takes {ratio:.2} times as long as vitrum (geometric mean over {count} shaders)");
    }
    // No peer prints GLSL, so their support does not matter here.
    let printed = shaders::of_the_suite(&arguments.filter, MOST, print::can)?;
    let (speed, count) = (print::throughput(&printed, arguments.rounds)? / 1e6, printed.len());
    println!("vitrum prints {speed:.1} MB of GLSL in a second, from IR ({count} shaders)");
    let every = shaders::of_the_suite(&arguments.filter, usize::MAX, bytes::can)?;
    let sizes = bytes::measure(&every, arguments.rounds)?;
    println!(
        "binary form of the IR: {:.0} % of the SPIR-V in size ({:.0} % after -O; {:.0} % with names and spans, which is {:.0} % \
         of the source), read {:.1} times as fast as the GLSL is compiled to IR ({:.1} times for the longest tenth), and {:.1} \
         times as fast as to SPIR-V (medians over {} shaders)",
        100.0 * sizes.stripped,
        100.0 * sizes.optimized,
        100.0 * sizes.full,
        100.0 * sizes.of_source,
        sizes.load,
        sizes.load_of_longest,
        sizes.load_beside_spirv,
        every.len(),
    );
    let linking = link::measure()?;
    print_linking(&linking);
    if let Some(file) = &arguments.figures {
        let mut figures: Vec<(String, f64)> = Vec::new();
        figures.extend(
            tables[0]
                .mean_ratios()
                .into_iter()
                .map(|(peer, ratio)| (format!("time of {peer} / vitrum"), ratio)),
        );
        let growths = growth(&tables[1]).into_iter().take(OURS);
        figures
            .extend(growths.map(|(name, growth)| (format!("time of {name} for 8 times the size"), growth)));
        figures.push(("MB of GLSL printed in a second".to_owned(), speed));
        figures.push(("size of IR / SPIR-V".to_owned(), sizes.stripped));
        figures.push(("time to compile / to read IR".to_owned(), sizes.load));
        figures.push(("time whole / linked".to_owned(), linking.ratio()));
        let lines: String = figures.iter().map(|(name, value)| format!("{name}\t{value:.3}\n")).collect();
        std::fs::write(file, lines)?;
    }
    if let Some(file) = &arguments.html {
        report::write(file, &tables)?;
    }
    Ok(())
}

/// Prints the times of a library that is linked beside those of shaders that are compiled whole.
fn print_linking(times: &link::Times) {
    let ms = |time: std::time::Duration| 1e3 * time.as_secs_f64();
    println!(
        "a library of {} functions in {} units, used by {} shaders: compiled once in {:.1} ms (read from files in {:.1} ms); \
         shaders alone {:.0} ms, linking {:.0} ms (on average {:.1} functions), beside {:.0} ms compiled whole: {:.1} times as \
         fast; to optimised SPIR-V {:.0} ms more, beside {:.0} ms whole: {:.1} times as fast",
        link::FUNCTIONS,
        link::UNITS,
        link::SHADERS,
        ms(times.library),
        ms(times.load),
        ms(times.units),
        ms(times.link),
        times.functions as f64 / link::SHADERS as f64,
        ms(times.whole),
        times.ratio(),
        ms(times.output),
        ms(times.whole_to_spirv),
        times.ratio_to_spirv(),
    );
}

/// The shaders of the suite that all compile.
fn of_the_suite(arguments: &Arguments, compilers: &[Compiler]) -> Result<Vec<Shader>> {
    let all = |shader: &Shader| compilers.iter().all(|compiler| compiles(compiler, shader));
    // A compiler that panics on a shader does not compile it; its message is dropped.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let shaders = shaders::of_the_suite(&arguments.filter, MOST, all);
    std::panic::set_hook(hook);
    let shaders = shaders?;
    if shaders.is_empty() {
        bail!("no shader with `{}` in its path is compiled by all", arguments.filter);
    }
    Ok(shaders)
}

fn compiles(compiler: &Compiler, shader: &Shader) -> bool {
    let outcome = std::panic::catch_unwind(|| (compiler.compile)(&shader.source, shader.stage));
    matches!(outcome, Ok(Ok(_)))
}

/// Generated shaders of growing size.
fn scaling(arguments: &Arguments, compilers: &[Compiler]) -> Result<Table> {
    let shaders = SIZES.map(shaders::of_size);
    table("Cost by size of the shader".to_owned(), &shaders, compilers, arguments.rounds.min(10))
}

/// Number of the compilers that are vitrum, without and with its optimiser; what follows is compared with them.
const OURS: usize = 2;

fn table(title: String, shaders: &[Shader], compilers: &[Compiler], rounds: u32) -> Result<Table> {
    let mut rows = Vec::new();
    for shader in shaders {
        let tasks: Vec<_> = compilers
            .iter()
            .map(|compiler| || (compiler.compile)(black_box(&shader.source), shader.stage))
            .collect();
        let tasks: Vec<Task<'_>> = tasks.iter().map(|task| task as Task<'_>).collect();
        rows.push(Row {
            name: shader.name.clone(),
            bytes: shader.source.len(),
            times: medians(&tasks, rounds)?,
        });
    }
    let column = |(index, compiler): (usize, &Compiler)| Column {
        name: compiler.name,
        beside: (index >= OURS).then_some(usize::from(compiler.optimizes)),
    };
    let columns = compilers.iter().enumerate().map(column).collect();
    Ok(Table { title, subject: "shader", columns, rows })
}

/// Growth of the time from the smallest shader to the largest.
fn growth(table: &Table) -> Vec<(&'static str, f64)> {
    let (Some(small), Some(large)) = (table.rows.first(), table.rows.last()) else { return Vec::new() };
    let times = small.times.iter().zip(&large.times);
    table
        .columns
        .iter()
        .zip(times)
        .map(|(column, (small, large))| (column.name, ratio(*large, *small)))
        .collect()
}
