//! The results, as text.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use vitrum_corpus::spirv::{instructions, is_debug, read_words};
use vitrum_passes::RuleStatistics;

use crate::Row;
use crate::ours::standard;

/// The share of `new` in `old`.
fn ratio(new: usize, old: usize) -> f64 {
    new as f64 / old.max(1) as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(1.0)
}

/// Words of all shaders together, and the median of the ratios.
pub(crate) fn totals(rows: &[Row]) {
    let sum = |words: &dyn Fn(&Row) -> usize| rows.iter().map(words).sum::<usize>();
    let fast = sum(&|row| row.theirs.fast);
    let small = sum(&|row| row.theirs.small);
    let line = |name: &str, words: &dyn Fn(&Row) -> usize| {
        let to_fast = median(rows.iter().map(|row| ratio(words(row), row.theirs.fast)).collect());
        let to_small = median(rows.iter().map(|row| ratio(words(row), row.theirs.small)).collect());
        let total = sum(words);
        println!(
            "{name:24} {total:9} words   of spirv-opt -O: total {:.3}, median {to_fast:.3}   of -Os: total {:.3}, median {to_small:.3}",
            ratio(total, fast),
            ratio(total, small)
        );
    };
    line("glslang", &|row| row.theirs.plain);
    line("glslang + spirv-opt -O", &|row| row.theirs.fast);
    line("glslang + spirv-opt -Os", &|row| row.theirs.small);
    line("vitrum", &|row| row.ours.plain);
    line("vitrum -O", &|row| row.ours.fast);
    line("vitrum -Os", &|row| row.ours.small);
}

/// Time of each stage, ours and theirs, and of each pass.
pub(crate) fn times(rows: &[Row]) {
    let total = |time: &dyn Fn(&Row) -> Duration| rows.iter().map(time).sum::<Duration>().as_secs_f64() * 1e3;
    let ours = [0, 1, 2].map(|at| total(&|row| row.ours.times.get(at).copied().unwrap_or_default()));
    let [read, optimise, write] = ours;
    let (front, optimiser) = (total(&|row| row.theirs.front), total(&|row| row.theirs.optimiser));
    let whole = read + optimise + write;
    println!(
        "vitrum: read {read:.1} ms, optimise {optimise:.1} ms, write {write:.1} ms, together {whole:.1} ms"
    );
    println!(
        "glslang {front:.0} ms, spirv-opt -O {optimiser:.0} ms: {:.1} times as long together, the optimiser {:.1} times",
        (front + optimiser) / whole.max(1e-9),
        optimiser / optimise.max(1e-9)
    );
    let mut passes: BTreeMap<&str, (Duration, usize, usize)> = BTreeMap::new();
    for pass in rows.iter().flat_map(|row| &row.ours.passes) {
        let (time, changes, runs) = passes.entry(pass.name).or_default();
        *time += pass.time;
        *changes += pass.changes;
        *runs += 1;
    }
    let mut passes: Vec<_> = passes.into_iter().collect();
    passes.sort_by_key(|row| std::cmp::Reverse(row.1.0));
    for (name, (time, changes, runs)) in passes {
        println!("  {name:28} {:8.2} ms {changes:9} changes {runs:7} runs", time.as_secs_f64() * 1e3);
    }
}

/// The modules that the optimiser made larger.
pub(crate) fn grown(rows: &[Row]) {
    for (level, words) in [("-O", (|row| row.ours.fast) as fn(&Row) -> usize), ("-Os", |row| row.ours.small)]
    {
        let mut grown: Vec<&Row> = rows.iter().filter(|row| words(row) > row.ours.plain).collect();
        grown.sort_by_key(|row| std::cmp::Reverse(words(row) - row.ours.plain));
        println!("larger after {level}: {}", grown.len());
        for row in grown.iter().take(8) {
            println!("  {} from {} to {}", row.shader.name, row.ours.plain, words(row));
        }
    }
}

/// The shaders that lose most against spirv-opt.
pub(crate) fn worst(rows: &[Row], count: usize) {
    let mut worst: Vec<&Row> = rows.iter().collect();
    worst.sort_by_key(|row| row.theirs.fast as i64 - row.ours.fast as i64);
    println!("most words above spirv-opt -O:");
    for row in worst.iter().take(count) {
        let Row { shader, theirs, ours } = row;
        println!(
            "  {:.2} {:+6} words ({} of {}; plain {} of {}; -Os {}) {}",
            ratio(ours.fast, theirs.fast),
            ours.fast as i64 - theirs.fast as i64,
            ours.fast,
            theirs.fast,
            ours.plain,
            theirs.plain,
            theirs.small,
            shader.name
        );
    }
}

/// Words of each operation, ours and theirs after `-O`.
pub(crate) fn operations(rows: &[Row], cache: &Path) -> Result<()> {
    let mut counts: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
    for row in rows {
        let theirs = read_words(&row.theirs.fast_file(cache)).unwrap_or_default();
        for (side, words) in [(0, &row.ours.words), (1, &theirs)] {
            for (op, length) in instructions(words).filter(|row| !is_debug(row.0)) {
                if let Some(slot) = counts.entry(op).or_default().get_mut(side) {
                    *slot += length;
                }
            }
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|row| row.1[1] as i64 - row.1[0] as i64);
    println!("words by operation: ours, theirs, difference");
    for (op, [ours, theirs]) in counts {
        let name = spirv::Op::from_u32(op).map_or_else(|| op.to_string(), |op| format!("{op:?}"));
        println!("  {name:28} {ours:8} {theirs:8} {:+8}", ours as i64 - theirs as i64);
    }
    Ok(())
}

/// Counts of each rewrite rule's uses in all shaders, and of the shaders that use it.
pub(crate) fn rules(shaders: &[RuleStatistics]) {
    let mut sum = RuleStatistics::default();
    let mut having: BTreeMap<&str, usize> = BTreeMap::new();
    for rules in shaders {
        sum.add(rules);
        for (text, _) in rules.rows().filter(|row| row.1 > 0) {
            *having.entry(text).or_default() += 1;
        }
    }
    let mut rules: Vec<(&str, usize)> = sum.rows().collect();
    let total = rules.len();
    rules.retain(|rule| rule.1 > 0);
    println!("{} of {total} rules fire in {} shaders: times, shaders, rule", rules.len(), shaders.len());
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.1));
    for (text, count) in rules {
        let having = having.get(text).copied().unwrap_or(0);
        println!("  {count:7} {having:5}  {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// The contribution of each pass: the words and the time without it.
pub(crate) fn ablation(rows: &[Row]) {
    let (all, rounds) = standard();
    let mut names = all.clone();
    names.sort_unstable();
    names.dedup();
    let sum = |passes: &[&str]| {
        let results = rows.iter().filter_map(|row| row.ours.with(passes, rounds));
        results.fold((0, Duration::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    let (words, time) = sum(&all);
    println!("without each pass: {words} words and {:.1} ms with all", time.as_secs_f64() * 1e3);
    for name in names {
        let rest: Vec<&str> = all.iter().copied().filter(|pass| *pass != name).collect();
        let (without, faster) = sum(&rest);
        println!(
            "  {name:28} {:+8} words ({:+.2} %) {:+8.1} ms",
            without as i64 - words as i64,
            100.0 * (ratio(without, words) - 1.0),
            (faster.as_secs_f64() - time.as_secs_f64()) * 1e3
        );
    }
}
