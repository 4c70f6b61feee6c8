//! Passes on IR text: a file below `tests/vir` is a module, the passes that run on it, and the module that they leave.
//!
//! Each file is a test, `folder/name`. Its folder is a pass that it runs, or `pipelines`. `UPDATE_EXPECT=1` writes what is
//! expected anew. CONTRIBUTING.md describes the form.

#[path = "vir/diff.rs"]
mod diff;
#[path = "vir/file.rs"]
mod file;

use file::{Case, Passes};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use vitrum_ir::{Module, print};
use vitrum_ir_text::parse;
use vitrum_passes::{Report, RunOptions, pipeline, run, run_pipeline};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vir")) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("the files cannot be listed: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The tests, by name.
fn trials(folder: &Path) -> std::io::Result<Vec<Trial>> {
    let mut trials: Vec<Trial> = FAULTS
        .iter()
        .map(|&(name, text, reason)| Trial::test(format!("form/{name}"), move || refuses(text, reason)))
        .collect();
    for subject in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in entries(&subject)? {
            let name = format!("{}/{}", stem(&subject), stem(&path));
            trials.push(Trial::test(name, move || check(&path)));
        }
    }
    Ok(trials)
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs the passes of a file and compares what they leave, or writes it.
fn check(path: &Path) -> Result<(), Failed> {
    let fails = |reason: String| Failed::from(format!("{}: {reason}", path.display()));
    if path.extension().is_none_or(|it| it != "vir") {
        return Err(fails("not a `.vir` file".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| fails(error.to_string()))?;
    let folder = path.parent().map(stem).unwrap_or_default();
    let case = Case::new(&text, &folder).map_err(&fails)?;
    let found = outcome(&case).map_err(&fails)?;
    if std::env::var_os("UPDATE_EXPECT").is_none() {
        return compare(&case, &found).map_err(&fails);
    }
    let whole = case.with_expected(&found);
    if whole == text {
        return Ok(());
    }
    std::fs::write(path, whole).map_err(|error| fails(error.to_string()))
}

/// Compares what passes leave with what a file expects.
fn compare(case: &Case<'_>, found: &[String]) -> Result<(), String> {
    if case.expected.is_empty() {
        return Err("nothing is expected; `UPDATE_EXPECT=1` writes it".to_owned());
    }
    if case.expected == found {
        return Ok(());
    }
    let difference = diff::lines(&case.expected, found);
    Err(format!("expected (-) and found (+); `UPDATE_EXPECT=1` writes what was found\n{difference}"))
}

/// The lines that a file expects: remarks, and the module after the passes or `unchanged`.
fn outcome(case: &Case<'_>) -> Result<Vec<String>, String> {
    let before = print(&parse(case.source).map_err(|error| error.to_string())?);
    let starved = RunOptions { fuel: Some(0), ..options(case) };
    if after(case, starved)?.0 != before {
        return Err("a pass changed the module without fuel".to_owned());
    }
    let (text, report) = after(case, options(case))?;
    // Without an observer, passes on functions run in another order.
    let unobserved = RunOptions { verify: false, remarks: false, ..options(case) };
    if after(case, unobserved)?.0 != text {
        return Err("the passes leave another module when it is not verified in between".to_owned());
    }
    let changes: usize = report.passes.iter().map(|pass| pass.changes).sum();
    let is_single = report.passes.len() == 1;
    match (changes, text == before) {
        (0, false) => return Err("a pass changed the module and reports no change".to_owned()),
        (1.., true) if is_single => return Err("the pass reports changes and made none".to_owned()),
        _ => {}
    }
    let again = parse(&text)
        .map_err(|error| format!("the module is printed so that it cannot be read: {error}\n{text}"))?;
    if print(&again) != text {
        return Err(format!("the module is read as another one than was printed:\n{text}"));
    }
    let remarks = report.remarks.iter().map(|it| {
        let kind = if it.changed { "remark" } else { "missed" };
        format!("{kind} {}..{}: {}: {}", it.span.start, it.span.end, it.pass, it.text)
    });
    let module = if text == before {
        vec![file::UNCHANGED.to_owned()]
    } else {
        text.trim_end().lines().map(str::to_owned).collect()
    };
    Ok(remarks.chain(module).collect())
}

fn options(case: &Case<'_>) -> RunOptions<'static> {
    RunOptions {
        verify: true,
        floats: case.floats,
        fuel: case.fuel,
        remarks: case.remarks,
        ..RunOptions::default()
    }
}

/// The text of the module after the passes, and what they report.
fn after(case: &Case<'_>, options: RunOptions<'_>) -> Result<(String, Report), String> {
    let mut module: Module = parse(case.source).map_err(|error| error.to_string())?;
    let report = match &case.passes {
        Passes::Names(names) => run(&mut module, names, options),
        Passes::Pipeline(name) => {
            let pipeline = pipeline(name).ok_or_else(|| format!("no such pipeline: `{name}`"))?;
            run_pipeline(&mut module, pipeline, options)
        }
    };
    let report = report.map_err(|failure| failure.to_string())?;
    Ok((print(&module), report))
}

/// Files that fail: a name, the text, and part of the reason.
const FAULTS: &[(&str, &str, &str)] = &[
    ("no_passes", "// A sentence: with a colon.\nstage vertex\n\n//= unchanged\n", "no header names passes"),
    ("two_lists_of_passes", "// passes: combine\n// pipeline: size\n", "two headers name passes"),
    ("unknown_header", "// passes: combine\n// opts: remarks\n", "unknown header: `opts`"),
    ("late_header", "// passes: combine\nstage vertex\n// fast-math: on\n", "unknown header: `fast-math`"),
    ("unknown_option", "// passes: combine\n// options: slow-math\n", "unknown option: `slow-math`"),
    ("unknown_pass", "// passes: combine, cool\nstage vertex\n\n//= unchanged\n", "no such pass: `cool`"),
    ("another_folder", "// passes: sink_code\nstage vertex\n", "it does not run `combine`"),
    ("syntax_error", "// passes: combine\nstage nowhere\n", "nowhere"),
    (
        "invalid_module",
        "// passes: combine\nstage vertex\n\nfn &f() -> f32 {\n    return\n}\n",
        "before the first pass",
    ),
    ("nothing_expected", "// passes: combine\nstage vertex\n", "nothing is expected"),
    ("text_behind", "// passes: combine\nstage vertex\n//= unchanged\nmore\n", "`more` stands behind"),
    (
        "another_module",
        "// passes: combine\nstage vertex\n\n//= stage fragment\n",
        "- stage fragment\n+ unchanged",
    ),
];

/// Checks that a file of the folder `combine` fails for a reason.
fn refuses(text: &str, reason: &str) -> Result<(), Failed> {
    let result = Case::new(text, "combine").and_then(|case| compare(&case, &outcome(&case)?));
    match result {
        Err(error) if error.contains(reason) => Ok(()),
        other => Err(Failed::from(format!("expected an error with `{reason}`, found {other:?}"))),
    }
}
