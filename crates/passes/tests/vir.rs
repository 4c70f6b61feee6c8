//! Passes on IR text: a file below `tests/vir` is a module, the passes that run on it, and the module that they leave.
//!
//! Each file is a test, `folder/name`. Its folder is a pass or lowering that it runs, `pipelines` or `legality`.
//! `UPDATE_EXPECT=1` writes what is expected anew. CONTRIBUTING.md describes the form.

#[path = "vir/diff.rs"]
mod diff;
#[path = "vir/file.rs"]
mod file;
#[path = "vir/legality.rs"]
mod legality;

use file::{Case, Passes};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use vitrum_ir::{Module, print};
use vitrum_ir_text::parse;
use vitrum_passes::{Failure, Report, RunOptions, pipeline, run, run_pipeline};

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
    let mut trials: Vec<Trial> =
        FAULTS.iter().map(|fault| Trial::test(format!("form/{}", fault.0), || refuses(fault))).collect();
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

/// The lines that a file should expect: remarks, and the module after the passes or `unchanged`; what a pass refuses; or
/// properties that hold.
fn outcome(case: &Case<'_>) -> Result<Vec<String>, String> {
    let before = print(&parse(case.source).map_err(|error| error.to_string())?);
    if let Passes::Names(names) = &case.passes {
        let mut module = parse(case.source).map_err(|error| error.to_string())?;
        let options = RunOptions { settings: case.settings.clone(), ..RunOptions::default() };
        if let Err(Failure::Refused(refusals)) = run(&mut module, names, options) {
            return Ok(refusals.iter().map(|it| format!("refused: {}: {}", it.pass, it.message)).collect());
        }
    }
    let (text, report) = match &case.passes {
        Passes::Names(names) => passed(case, &before, |module, options| run(module, names, options))?,
        Passes::Pipeline(name) => {
            let pipeline = pipeline(name).ok_or_else(|| format!("no such pipeline: `{name}`"))?;
            passed(case, &before, |module, options| run_pipeline(module, pipeline, options))?
        }
        Passes::Every => {
            legality::check(case)?;
            return Ok(case.expected.clone());
        }
    };
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
        // All modules begin with the version of the text form.
        text.trim_end().lines().skip(1).map(str::to_owned).collect()
    };
    Ok(remarks.chain(module).collect())
}

/// The text of the module after the passes of a file, and what they report, if they keep the rules of passes.
fn passed(
    case: &Case<'_>,
    before: &str,
    run: impl Fn(&mut Module, RunOptions<'_>) -> Result<Report, Failure>,
) -> Result<(String, Report), String> {
    let after = |options| {
        let mut module = parse(case.source).map_err(|error| error.to_string())?;
        let report = run(&mut module, options).map_err(|failure| failure.to_string())?;
        Ok::<_, String>((print(&module), report))
    };
    let (settings, fuel, remarks) = (|| case.settings.clone(), case.fuel, case.remarks);
    let (starved, _) =
        after(RunOptions { verify: true, settings: settings(), fuel: Some(0), ..RunOptions::default() })?;
    if starved != before {
        return Err("a pass changed the module without fuel".to_owned());
    }
    let (text, report) =
        after(RunOptions { verify: true, settings: settings(), fuel, remarks, ..RunOptions::default() })?;
    // Passes on functions run in another order if nothing looks at the module between them.
    let (unobserved, _) = after(RunOptions { settings: settings(), fuel, ..RunOptions::default() })?;
    if unobserved != text {
        return Err("the passes leave another module when it is not verified in between".to_owned());
    }
    // Of several passes, one may undo what another did.
    if text != before || report.passes.len() == 1 {
        counted(report.passes.iter().map(|pass| pass.changes).sum(), before, &text)?;
    }
    Ok((text, report))
}

/// Checks that changes are reported if and only if there are some.
fn counted(changes: usize, before: &str, text: &str) -> Result<(), String> {
    match (changes, text == before) {
        (0, false) => Err("the module is changed, and no change is reported".to_owned()),
        (1.., true) => Err("changes are reported, and there are none".to_owned()),
        _ => Ok(()),
    }
}

/// A file that fails: a name, its folder, its text, and part of the reason.
type Fault = (&'static str, &'static str, &'static str, &'static str);

static FAULTS: &[Fault] = &[
    ("no_passes", "combine", "// A sentence: with a colon.\nstage vertex\n", "no header names passes"),
    ("two_lists_of_passes", "combine", "// passes: combine\n// pipeline: size\n", "two headers name passes"),
    ("unknown_header", "combine", "// passes: combine\n// opts: remarks\n", "unknown header: `opts`"),
    (
        "late_header",
        "combine",
        "// passes: combine\nstage vertex\n// fast-math: on\n",
        "unknown header: `fast-math`",
    ),
    (
        "unknown_option",
        "combine",
        "// passes: combine\n// options: slow-math\n",
        "unknown option: `slow-math`",
    ),
    ("unknown_pass", "combine", "// passes: combine, cool\nstage vertex\n", "unknown pass `cool`"),
    ("another_folder", "combine", "// passes: sink_code\nstage vertex\n", "it does not run `combine`"),
    ("syntax_error", "combine", "// passes: combine\nstage nowhere\n", "nowhere"),
    (
        "invalid_module",
        "combine",
        "// passes: combine\nstage vertex\n\nfn &f() -> f32 {\n    return\n}\n",
        "before the first pass",
    ),
    ("nothing_expected", "combine", "// passes: combine\nstage vertex\n", "nothing is expected"),
    (
        "text_behind",
        "combine",
        "// passes: combine\nstage vertex\n//= unchanged\nmore\n",
        "`more` stands behind",
    ),
    (
        "another_module",
        "combine",
        "// passes: combine\nstage vertex\n\n//= stage fragment\n",
        "- stage fragment\n+ unchanged",
    ),
    ("no_property", "legality", "// passes: every\nstage vertex\n", "no property is expected"),
    (
        "unknown_property",
        "legality",
        "// passes: every\nstage vertex\n\n//= unchanged\n",
        "unknown property: `unchanged`",
    ),
    (
        "wrong_number_of_times",
        "legality",
        "// passes: every\nstage vertex\n\n//= 2 times: stage | fragment\n",
        "does not hold after the pipeline none",
    ),
    (
        "nothing_of_some",
        "legality",
        "// passes: every\nstage vertex\n\n//= some: fragment | entry\n",
        "does not hold after the pipeline none",
    ),
    (
        "another_order",
        "legality",
        "// passes: every\nstage vertex\n\n//= in order: vertex | stage\n",
        "does not hold after the pipeline none",
    ),
    (
        "named_property_does_not_hold",
        "legality",
        "// passes: every\nstage vertex\n\n//= property: two_iterations_vote\n",
        "does not hold after the pipeline none",
    ),
];

/// Checks that a file fails for its reason.
fn refuses((_, folder, text, reason): &Fault) -> Result<(), Failed> {
    let result = Case::new(text, folder).and_then(|case| compare(&case, &outcome(&case)?));
    match result {
        Err(error) if error.contains(reason) => Ok(()),
        other => Err(Failed::from(format!("expected an error with `{reason}`, found {other:?}"))),
    }
}
