//! The forms in which a program is run: after each pipeline, and after each compiled again from printed GLSL.

use std::collections::BTreeMap;

use vitrum::ir::Module;
use vitrum::{Compilation, Options, compile};
use vitrum_passes::{Pipeline, ROBUST, RunOptions, levels};

use super::link::{Joining, Linked, link};
use super::{Failures, doing, glslang, is_lacking};

/// The shaders of a program in one form, in the order of the stages.
pub(crate) struct Form {
    /// Its name in the scoreboard.
    pub(crate) name: String,
    /// As GL's rules have them: nothing is linked yet.
    pub(crate) modules: Vec<Module>,
    /// The way in which they become a program.
    pub(crate) joining: Joining,
}

/// Forms of programs of several stages: the name, the pipeline before linking, and the way in which stages are joined.
const JOINED: &[(&str, &str, Joining)] = {
    const LINKED: Joining = Joining { linked: true, optimized: false, packed: false, one_module: false };
    &[
        ("linked", "none", LINKED),
        ("linked-program", "default", Joining { one_module: true, ..LINKED }),
        ("cross-stage", "default", Joining { optimized: true, ..LINKED }),
        (
            "packed-program",
            "default",
            Joining { linked: true, optimized: true, packed: true, one_module: true },
        ),
    ]
};

/// The forms of a program, and those that cannot be made, with the reason.
pub(crate) struct Forms {
    pub(crate) forms: Vec<Form>,
    pub(crate) failures: Vec<(String, String)>,
}

/// The name of the form that the interpreter runs.
pub(crate) const INTERPRETED: &str = "interpreted";

/// The name of the form that has been made robust, then optimised.
const ROBUST_FORM: &str = "robust";

/// The names of all forms.
pub(crate) fn names(interpreted: bool, stages: bool) -> Vec<String> {
    let mut names: Vec<String> = levels().map(|pipeline| pipeline.name.to_owned()).collect();
    names.extend(levels().map(|pipeline| printed(pipeline.name)));
    names.push(ROBUST_FORM.to_owned());
    names.extend(JOINED.iter().filter(|_| stages).map(|row| row.0.to_owned()));
    names.extend(interpreted.then(|| INTERPRETED.to_owned()));
    names
}

fn printed(pipeline: &str) -> String {
    format!("{pipeline}-printed")
}

/// Compiles the shaders of a program in every form.
///
/// # Errors
/// If they do not compile at all.
pub(crate) fn all(shaders: &[(&str, Options)]) -> Result<Forms, String> {
    let mut plain = Vec::new();
    for (text, options) in shaders {
        let compilation = compile(text, options).map_err(|failure| first_line(&failure.to_string()))?;
        plain.push(compilation);
    }
    let mut all = Forms { forms: Vec::new(), failures: Vec::new() };
    let (mut again, mut joined) = (Vec::new(), Vec::new());
    for pipeline in levels() {
        let mut optimized = plain.clone();
        match optimized.iter_mut().try_for_each(|it| optimize(it, pipeline)) {
            Ok(()) => {
                match print_and_compile(&optimized, shaders) {
                    Ok(modules) => again.push(Form {
                        name: printed(pipeline.name),
                        modules,
                        joining: Joining::default(),
                    }),
                    Err(error) => all.failures.push((printed(pipeline.name), error)),
                }
                let modules: Vec<Module> = optimized.into_iter().map(|it| it.module).collect();
                // A made-up stage beside one of OpenGL ES is of OpenGL: they are no program.
                let is_program = modules.len() > 1
                    && modules.iter().all(|it| it.source.language == modules[0].source.language);
                let rows = JOINED.iter().filter(|row| row.1 == pipeline.name && is_program);
                joined.extend(rows.map(|&(name, _, joining)| Form {
                    name: name.to_owned(),
                    modules: modules.clone(),
                    joining,
                }));
                all.forms.push(Form { name: pipeline.name.to_owned(), modules, joining: Joining::default() });
            }
            Err(error) => all.failures.push((pipeline.name.to_owned(), error)),
        }
    }
    match robust(&plain) {
        Ok(modules) => {
            all.forms.push(Form { name: ROBUST_FORM.to_owned(), modules, joining: Joining::default() });
        }
        Err(error) => all.failures.push((ROBUST_FORM.to_owned(), error)),
    }
    all.forms.append(&mut again);
    all.forms.append(&mut joined);
    Ok(all)
}

/// The shaders, made robust and optimised.
fn robust(plain: &[Compilation]) -> Result<Vec<Module>, String> {
    let mut shaders = plain.to_vec();
    for shader in &mut shaders {
        optimize(shader, &ROBUST)?;
        if let Some(pipeline) = vitrum_passes::pipeline("default") {
            optimize(shader, pipeline)?;
        }
    }
    Ok(shaders.into_iter().map(|it| it.module).collect())
}

fn optimize(compilation: &mut Compilation, pipeline: &Pipeline) -> Result<(), String> {
    let run = RunOptions { verify: true, ..RunOptions::default() };
    vitrum_passes::run_pipeline(&mut compilation.module, pipeline, run)
        .map(drop)
        .map_err(|failure| first_line(&failure.to_string()))
}

fn print_and_compile(
    compilations: &[Compilation],
    shaders: &[(&str, Options)],
) -> Result<Vec<Module>, String> {
    let one = |(compilation, (_, options)): (&Compilation, &(&str, Options))| {
        let text = compilation.glsl().map_err(|error| error.to_string())?;
        // Macros and included files are in the text already.
        let mut options = options.clone().defines(Vec::new());
        options.include = None;
        let again = compile(&text, &options).map_err(|failure| first_line(&failure.to_string()))?;
        Ok(again.module)
    };
    compilations.iter().zip(shaders).map(one).collect()
}

/// Runs a program in every form: as `run` does on the device, and as `interpret` does.
///
/// # Errors
/// If it does not compile at all.
pub(crate) fn run_each(
    shaders: &[(&str, Options)],
    run: &dyn Fn(&[Linked]) -> Result<(), String>,
    interpret: &dyn Fn(&[Module]) -> Result<(), String>,
) -> Result<Failures, String> {
    let all = all(shaders)?;
    let mut failures = all.failures;
    let mut done: Vec<(Vec<Linked>, Result<(), String>)> = Vec::new();
    let mut verdicts = BTreeMap::new();
    for form in &all.forms {
        let linked = match link(&form.modules, form.joining) {
            Ok(linked) => linked,
            Err(error) => {
                failures.push((form.name.clone(), first_line(&error)));
                continue;
            }
        };
        // Forms are often the same.
        let same =
            |other: &Vec<Linked>| other.iter().map(|it| &it.shader).eq(linked.iter().map(|it| &it.shader));
        let result = match done.iter().find(|(other, _)| same(other)) {
            Some((_, result)) => result.clone(),
            None => {
                doing(&form.name);
                run(&linked)
            }
        };
        if let Err(error) = &result
            && is_lacking(error)
        {
            failures.push((form.name.clone(), error.clone()));
        } else if let Err(error) = &result {
            // Equal failures have the same cause.
            let verdict = verdicts.entry(error.clone()).or_insert_with(|| {
                let by_glslang = glslang::compile(&form.modules, form.joining).map(|words| {
                    let replaced = linked.iter().zip(words).map(|(it, words)| it.with_words(words));
                    run(&replaced.collect::<Vec<_>>())
                });
                glslang::verdict(&by_glslang)
            });
            failures.push((form.name.clone(), format!("{error}{verdict}")));
        }
        done.push((linked, result));
    }
    if let Some(form) = all.forms.first() {
        doing(INTERPRETED);
        if let Err(error) = interpret(&form.modules) {
            failures.push((INTERPRETED.to_owned(), error));
        }
    }
    Ok(failures)
}

/// The part of a text that fits on a line of the scoreboard.
pub(crate) fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().unwrap_or_default().trim().chars().take(160).collect()
}
