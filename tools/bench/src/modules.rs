//! Optimisers of SPIR-V beside each other, on modules of any compiler.

use std::hint::black_box;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use vitrum::{DebugInfo, OptLevel, Options, Stage, Target};
use vitrum_corpus::spirv::{count, read_words};

use crate::Arguments;
use crate::report::{self, Column, Row, Table};
use crate::timing::{Task, medians};

/// An optimiser.
#[derive(Clone, Copy, Debug)]
pub struct Optimizer {
    /// Its name in tables.
    pub name: &'static str,
    /// From words of SPIR-V to words.
    pub optimize: fn(&[u32]) -> Result<Vec<u32>>,
}

/// vitrum at `-O`, from words to words. What it reads is verified, what its passes make of it is not.
const VITRUM: Optimizer = Optimizer { name: "vitrum -O", optimize: vitrum };

fn vitrum(words: &[u32]) -> Result<Vec<u32>> {
    // The stage is that of the module.
    let options = Options::new(Stage::Fragment)
        .target(Target::Vulkan1_3)
        .opt_level(OptLevel::Default)
        .debug(DebugInfo::None)
        .verify(false);
    vitrum::optimize_spirv(words, &options).map_err(|error| anyhow!("{error}"))
}

/// Measures vitrum and its peers on the modules (`.spv`) below a folder that all of them take.
pub(crate) fn compare(folder: &Path, arguments: &Arguments, peers: &[Optimizer]) -> Result<()> {
    if peers.is_empty() {
        bail!("no other optimiser is part of this program; `cargo xtask bench --peers` has spirv-opt");
    }
    let optimizers: Vec<Optimizer> = std::iter::once(VITRUM).chain(peers.iter().copied()).collect();
    let (mut rows, mut sizes, mut left_out) = (Vec::new(), vec![0; optimizers.len()], 0);
    for file in vitrum_corpus::files_below(folder)? {
        let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().into_owned();
        if file.extension().is_none_or(|extension| extension != "spv") || !name.contains(&arguments.filter) {
            continue;
        }
        let words = read_words(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let optimize = |one: &Optimizer| (one.optimize)(&words).context(one.name);
        let outcomes = match optimizers.iter().map(optimize).collect::<Result<Vec<_>>>() {
            Ok(outcomes) => outcomes,
            Err(error) => {
                println!("left out: {name}: {error:#}");
                left_out += 1;
                continue;
            }
        };
        for (size, words) in sizes.iter_mut().zip(outcomes) {
            *size += count(&words);
        }
        let tasks: Vec<_> = optimizers.iter().map(|one| || (one.optimize)(black_box(&words))).collect();
        let tasks: Vec<Task<'_>> = tasks.iter().map(|task| task as Task<'_>).collect();
        rows.push(Row { name, bytes: 4 * words.len(), times: medians(&tasks, arguments.rounds)? });
    }
    if rows.is_empty() {
        bail!("no module below {} is taken by all", folder.display());
    }
    let column =
        |(index, one): (usize, &Optimizer)| Column { name: one.name, beside: (index > 0).then_some(0) };
    let table = Table {
        title: format!("SPIR-V to SPIR-V, median of {} interleaved rounds", arguments.rounds),
        subject: "module",
        columns: optimizers.iter().enumerate().map(column).collect(),
        rows,
    };
    println!("{}", table.text());
    let count = table.rows.len();
    println!("{count} modules, without {left_out} that not all optimisers take");
    for (index, (peer, ratio)) in (1..).zip(table.mean_ratios()) {
        let sum = |column: usize| table.rows.iter().map(|row| row.times[column].as_secs_f64()).sum::<f64>();
        println!(
            "{peer}: takes {ratio:.1} times as long as vitrum (geometric mean; {:.1} times by sum), and makes {:.3} times \
             the words (sum, without names)",
            sum(index) / sum(0),
            sizes[index] as f64 / sizes[0] as f64,
        );
    }
    if let Some(file) = &arguments.html {
        report::write(file, &[table])?;
    }
    Ok(())
}
