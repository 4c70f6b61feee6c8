//! Counts how often each rewrite rule fires on shaders, and what each pass of the optimiser saves.
//!
//! `cargo run -p vitrum --example rule_statistics -- FOLDER...` reads every GLSL shader below the folders: files that
//! end in `.glsl`, `.vert`, `.frag`, `.comp` and the like, and the sections of `.shader_test` and `.test` files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vitrum::{Options, Stage, Target};
use vitrum_passes::{RuleStatistics, RunOptions, pipeline, run};

fn main() {
    let mut files = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut files, 0);
    }
    files.sort();
    let mut statistics = RuleStatistics::default();
    let (mut compiled, mut failed) = (0, 0);
    let mut words: BTreeMap<String, u64> = BTreeMap::new();
    for file in &files {
        let Ok(bytes) = std::fs::read(file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for (stage, source) in shaders(file, &text) {
            if one(&source, stage, &mut statistics, &mut words) { compiled += 1 } else { failed += 1 }
        }
    }
    let mut rows: Vec<(&str, usize)> = statistics.rows().collect();
    let total = rows.len();
    rows.sort_by_key(|row| std::cmp::Reverse(row.1));
    let firing = rows.iter().filter(|row| row.1 > 0).count();
    for (text, count) in rows.iter().filter(|row| row.1 > 0) {
        println!("{count:8}  {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    println!("{firing} of {total} rules fire on {compiled} shaders; {failed} do not compile");
    for (what, words) in words {
        println!("{words:10} words  {what}");
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>, depth: usize) {
    if path.is_dir() && depth < 16 {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            collect(&entry.path(), files, depth + 1);
        }
    } else if path.is_file() {
        files.push(path.to_owned());
    }
}

/// The shaders of a file, with their stages.
fn shaders(file: &Path, text: &str) -> Vec<(Stage, String)> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".shader_test") {
        return sections(text);
    }
    if name.ends_with(".test") {
        return cases(text);
    }
    let stage = vitrum::stage_of_path(Path::new(name.trim_end_matches(".glsl")));
    stage.map(|stage| (stage, text.to_owned())).into_iter().collect()
}

fn stage_named(text: &str) -> Option<Stage> {
    Some(match text {
        "vertex" => Stage::Vertex,
        "fragment" => Stage::Fragment,
        "geometry" => Stage::Geometry,
        "compute" => Stage::Compute,
        "tessellation control" | "tessellation_control" => Stage::TessControl,
        "tessellation evaluation" | "tessellation_evaluation" => Stage::TessEvaluation,
        _ => return None,
    })
}

/// `[vertex shader]` and so on.
fn sections(text: &str) -> Vec<(Stage, String)> {
    let mut all: Vec<(Stage, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('[') {
            let stage =
                title.split(" shader").next().filter(|_| title.contains(" shader]")).and_then(stage_named);
            inside = stage.is_some();
            all.extend(stage.map(|stage| (stage, String::new())));
        } else if let (true, Some((_, source))) = (inside, all.last_mut()) {
            source.push_str(line);
            source.push('\n');
        }
    }
    all
}

/// `fragment ""` to `""`, with what stands in `${...}` filled in as well as can be.
fn cases(text: &str) -> Vec<(Stage, String)> {
    let mut all: Vec<(Stage, String)> = Vec::new();
    let mut version = "300 es";
    let mut inside = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("version ") {
            version = rest;
        }
        let opened = trimmed.strip_suffix("\"\"").map(str::trim).filter(|it| !it.is_empty());
        if let Some(stage) = opened.and_then(stage_named) {
            inside = true;
            all.push((stage, String::new()));
        } else if trimmed == "\"\"" {
            inside = false;
        } else if let (true, Some((stage, source))) = (inside, all.last_mut()) {
            let output = if *stage == Stage::Fragment {
                "precision mediump float; layout(location = 0) out mediump vec4 dEQP_FragColor;"
            } else {
                "in highp vec4 dEQP_Position;"
            };
            let line = line
                .replace("${VERTEX_DECLARATIONS}", output)
                .replace("${FRAGMENT_DECLARATIONS}", output)
                .replace(
                    "${POSITION_FRAG_COLOR}",
                    if *stage == Stage::Fragment { "dEQP_FragColor" } else { "gl_Position" },
                )
                .replace("${VERTEX_OUTPUT}", "gl_Position = dEQP_Position;")
                .replace("${VERTEX_SETUP}", "gl_Position = dEQP_Position;")
                .replace("${FRAGMENT_OUTPUT}", "")
                .replace("${FRAG_COLOR}", "dEQP_FragColor");
            source.push_str(&line);
            source.push('\n');
        }
    }
    all.into_iter()
        .map(|(stage, source)| {
            let source = source.trim_start().to_owned();
            let source =
                if source.starts_with("#version") { source } else { format!("#version {version}\n{source}") };
            (stage, source)
        })
        .collect()
}

/// Optimises a shader, as the default pipeline does and without each of its passes. Whether it compiles.
fn one(
    source: &str,
    stage: Stage,
    statistics: &mut RuleStatistics,
    words: &mut BTreeMap<String, u64>,
) -> bool {
    let compiled = [Target::Vulkan1_3, Target::OpenGl4_5].into_iter().find_map(|target| {
        let options = Options { target, verify: false, ..Options::new(stage) };
        vitrum::compile(source, &options).ok()
    });
    let Some(compiled) = compiled else { return false };
    let passes: Vec<&str> = pipeline("default").map_or_else(Vec::new, |it| it.names().collect());
    let mut module = compiled.module.clone();
    let Ok(report) = run(&mut module, &passes, RunOptions::default()) else { return false };
    statistics.add(&report.rules);
    let count = |passes: &[&str]| {
        let mut compiled = compiled.clone();
        run(&mut compiled.module, passes, RunOptions::default()).ok()?;
        compiled.spirv().ok().map(|words| words.len() as u64)
    };
    if std::env::var_os("ABLATION").is_none() {
        return true;
    }
    let mut ways = vec![("unoptimised".to_owned(), Vec::new()), ("default".to_owned(), passes.clone())];
    let mut names = passes.clone();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let others: Vec<&str> = passes.iter().copied().filter(|pass| *pass != name).collect();
        ways.push((format!("default without {name}"), others));
    }
    let counts: Option<Vec<u64>> = ways.iter().map(|way| count(&way.1)).collect();
    for ((name, _), count) in ways.into_iter().zip(counts.into_iter().flatten()) {
        *words.entry(name).or_default() += count;
    }
    true
}
