//! Shaders with mistakes: each line marked `// error: CODE` must get exactly that error, and other lines none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use vitrum_frontend_glsl::diagnostics::render::{Style, render_all};
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Severity, WarningGroup};
use vitrum_frontend_glsl::extensions::Extension;
use vitrum_frontend_glsl::version::Version;
use vitrum_frontend_glsl::{Client, Options, Output, Source, WebGl, WebGlContext, compile};
use vitrum_ir::Stage;

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "glsl"))
        .collect();
    files.sort();
    files
}

/// The stage by the second part of the file's name: `name.frag.glsl`.
fn stage_of(path: &Path) -> Stage {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match name.rsplit('.').nth(1) {
        Some("vert") => Stage::Vertex,
        Some("tesc") => Stage::TessControl,
        Some("tese") => Stage::TessEvaluation,
        Some("geom") => Stage::Geometry,
        Some("frag") => Stage::Fragment,
        Some("comp") => Stage::Compute,
        Some("mesh") => Stage::Mesh,
        Some("task") => Stage::Task,
        Some("rgen") => Stage::RayGeneration,
        Some("rahit") => Stage::AnyHit,
        Some("rmiss") => Stage::Miss,
        other => panic!("{}: no stage is called {other:?}", path.display()),
    }
}

fn run(path: &Path) -> (String, Output) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut options = Options::new(stage_of(path));
    if text.contains("// client: opengl") {
        options.client = Client::OpenGl;
    }
    options.appendix_a = text.contains("// options: appendix a");
    if let Some((_, words)) = text.split_once("// options: webgl ") {
        let mut words = words.lines().next().unwrap_or_default().split_whitespace();
        let webgl = if words.next() == Some("1") { WebGl::V1 } else { WebGl::V2 };
        let mut context = WebGlContext::new(webgl);
        for word in words {
            let is_it = |extension: &&Extension| extension.name() == word;
            let extension = Extension::ALL.iter().find(is_it);
            context.extensions.insert(*extension.unwrap_or_else(|| panic!("no extension {word}")));
        }
        (options.webgl, options.client) = (Some(context), Client::OpenGl);
        options.default_version = Version::ES_DEFAULT;
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let output = compile(&Source::new(name, text.as_str()), &options);
    (text, output)
}

#[test]
fn marked_lines_have_their_errors() {
    let mut failures = Vec::new();
    for path in files("reject") {
        let (text, output) = run(&path);
        let mut wanted: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            if let Some((_, codes)) = line.split_once("// error: ") {
                wanted.insert(index as u32 + 1, codes.split_whitespace().collect());
            }
        }
        let mut found: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
        for diagnostic in output.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
            let line = diagnostic
                .span()
                .and_then(|span| output.source_map.location(span.start))
                .map_or(0, |place| place.line);
            found.entry(line).or_default().insert(diagnostic.code.info().code);
        }
        let has_module = output.module.is_some();
        if wanted != found || has_module {
            let rendered = render_all(&output.diagnostics, &output.source_map, Style::Plain);
            failures.push(format!("{}\nwanted {wanted:?}\nfound  {found:?}\n{rendered}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn shaders_of_the_other_folder_are_accepted() {
    let mut count = 0;
    for path in files("accept") {
        let (_, output) = run(&path);
        let is_error = |it: &Diagnostic| it.severity == Severity::Error;
        let accepted = output.module.is_some() && !output.diagnostics.iter().any(is_error);
        let rendered = render_all(&output.diagnostics, &output.source_map, Style::Plain);
        assert!(accepted, "{}\n{rendered}", path.display());
        count += 1;
    }
    assert!(count > 5, "{count} files");
}

/// The version that a shader names, if it does.
fn version_of(text: &str) -> Option<Version> {
    let line = text.lines().find_map(|line| line.strip_prefix("#version "))?;
    Version::from_name(line.split("//").next()?.trim())
}

#[test]
fn advised_extensions_exist_in_the_version() {
    let (mut count, mut faults) = (0, Vec::new());
    for path in files("reject") {
        let (text, output) = run(&path);
        let Some(version) = version_of(&text) else { continue };
        let advice = output.diagnostics.iter().flat_map(|diagnostic| {
            diagnostic.helps.iter().chain(diagnostic.fixes.iter().map(|fix| &fix.title))
        });
        for help in advice {
            let Some((_, rest)) = help.split_once("`#extension ") else { continue };
            let name = rest.split(' ').next().unwrap_or_default();
            let known = Extension::ALL.iter().find(|extension| extension.name() == name);
            count += 1;
            if !known.is_some_and(|extension| extension.exists_in(version)) {
                faults.push(format!("{}: {help}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 5, "{count} pieces of advice");
}

/// Tests whose text names the codes they expect.
const TESTS_WITH_CODES: &[&str] = &[
    include_str!("expand.rs"),
    include_str!("preprocessor.rs"),
    include_str!("limits.rs"),
    include_str!("warnings.rs"),
    include_str!("../../link/tests/stages.rs"),
    include_str!("../../link/tests/units.rs"),
    include_str!("../../vitrum/tests/assigned_places.rs"),
    include_str!("../../vitrum/tests/webgl.rs"),
    include_str!("../../cli/tests/refusals.rs"),
];

/// Codes whose test would need a text of 4 GiB.
const UNTESTED: &str = "E0010";

#[test]
fn every_diagnostic_has_a_test() {
    let mut tested = BTreeSet::new();
    for path in files("reject") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for line in text.lines() {
            if let Some((_, codes)) = line.split_once("// error: ") {
                tested.extend(codes.split_whitespace().map(str::to_owned));
            }
        }
    }
    let is_tested = |code: &str| {
        let spellings = [format!("\"{code}\""), format!("\"{code}: ")];
        let has = |text: &&str| spellings.iter().any(|spelling| text.contains(spelling));
        tested.contains(code) || TESTS_WITH_CODES.iter().any(has)
    };
    let missing: Vec<String> = Code::ALL
        .iter()
        .map(|code| code.info())
        // Warnings of the groups have a suite of their own, in `crates/vitrum/tests/warnings`.
        .filter(|info| info.group == WarningGroup::Default)
        .filter(|info| info.code != UNTESTED && !is_tested(info.code))
        .map(|info| format!("{} {}", info.code, info.name))
        .collect();
    assert!(missing.is_empty(), "no test has {missing:?}");
}
