//! The forms in which a program is run: after each pipeline, and after each compiled again from printed GLSL.

use vitrum::ir::Module;
use vitrum::{Compilation, Options, compile};
use vitrum_passes::{PIPELINES, RunOptions};

/// The shaders of a program in one form, in the order of the stages.
pub(crate) struct Form {
    /// Its name in the scoreboard.
    pub(crate) name: String,
    /// As GL's rules have them: nothing is linked yet.
    pub(crate) modules: Vec<Module>,
}

/// What there is of a program: its forms, and those that there are not, with the reason.
pub(crate) struct Forms {
    pub(crate) forms: Vec<Form>,
    pub(crate) failures: Vec<(String, String)>,
}

/// The name of the form that the interpreter runs.
pub(crate) const INTERPRETED: &str = "interpreted";

/// The names of all forms.
pub(crate) fn names(interpreted: bool) -> Vec<String> {
    let mut names: Vec<String> = PIPELINES.iter().map(|pipeline| pipeline.name.to_owned()).collect();
    names.extend(PIPELINES.iter().map(|pipeline| printed(pipeline.name)));
    names.extend(interpreted.then(|| INTERPRETED.to_owned()));
    names
}

fn printed(pipeline: &str) -> String {
    format!("{pipeline}-printed")
}

/// Compiles the shaders of a program in every form.
///
/// # Errors
/// When they do not compile at all.
pub(crate) fn all(shaders: &[(&str, Options)]) -> Result<Forms, String> {
    let mut plain = Vec::new();
    for (text, options) in shaders {
        let compilation = compile(text, options).map_err(|failure| first_line(&failure.to_string()))?;
        plain.push(compilation);
    }
    let mut all = Forms { forms: Vec::new(), failures: Vec::new() };
    let mut again = Vec::new();
    for pipeline in PIPELINES {
        let mut optimized = plain.clone();
        match optimized.iter_mut().try_for_each(|it| optimize(it, pipeline.passes)) {
            Ok(()) => {
                match print_and_compile(&optimized, shaders) {
                    Ok(modules) => again.push(Form { name: printed(pipeline.name), modules }),
                    Err(error) => all.failures.push((printed(pipeline.name), error)),
                }
                let modules = optimized.into_iter().map(|it| it.module).collect();
                all.forms.push(Form { name: pipeline.name.to_owned(), modules });
            }
            Err(error) => all.failures.push((pipeline.name.to_owned(), error)),
        }
    }
    all.forms.append(&mut again);
    Ok(all)
}

fn optimize(compilation: &mut Compilation, passes: &[&str]) -> Result<(), String> {
    let run = RunOptions { verify: true, ..RunOptions::default() };
    vitrum_passes::run(&mut compilation.module, passes, run)
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
        let options = Options { defines: Vec::new(), include: None, ..options.clone() };
        let again = compile(&text, &options).map_err(|failure| first_line(&failure.to_string()))?;
        Ok(again.module)
    };
    compilations.iter().zip(shaders).map(one).collect()
}

/// What fits on a line of the scoreboard.
pub(crate) fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().unwrap_or_default().trim().chars().take(160).collect()
}
