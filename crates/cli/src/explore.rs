//! `vitrum explore`: a page that shows shaders at each step of the compiler.

use std::path::Path;

use anyhow::{Result, bail};
use vitrum::{Diagnosed, Options, Severity};
use vitrum_explore::{Explored, explore, explore_module, page};

use super::arguments::Arguments;
use super::inputs::{self, Input};
use super::messages::Messages;
use super::outputs::write;
use super::{UsageError, modules};

/// Writes the page. True if every shader compiled.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let options = check(arguments).and_then(|()| arguments.options()).map_err(UsageError)?;
    let mut messages = Messages::new(arguments);
    let mut shaders = Vec::new();
    let mut all_well = true;
    for input in &arguments.inputs {
        match shader(input, &options, arguments) {
            Ok(shader) => {
                all_well &= !shader.has_errors();
                show(&shader, &mut messages);
                shaders.push(shader);
            }
            Err(error) => {
                messages.show_fault(&format!("{error:#}"));
                all_well = false;
            }
        }
    }
    messages.finish();
    if !shaders.is_empty() {
        let output = arguments.output.path.as_deref().unwrap_or(Path::new("-"));
        write(page(&shaders).as_bytes(), output)?;
    }
    Ok(all_well)
}

/// Checks the options of the command line against each other.
fn check(arguments: &Arguments) -> Result<()> {
    if arguments.inputs.is_empty() {
        bail!("no input files; `vitrum explore --help` shows examples");
    }
    if arguments.inputs.iter().filter(|input| input.is_stdin()).count() > 1 {
        bail!("stdin can be read only once");
    }
    if let Some(option) = arguments.option_of_outputs() {
        bail!("`vitrum explore` writes a page: {option} has no meaning there");
    }
    arguments.check_program()?;
    if arguments.client()?.1 {
        bail!("target `none` only checks shaders; `vitrum explore` requires a target with an output");
    }
    if let Some(path) = &arguments.output.path
        && arguments.inputs.iter().any(|input| input.path == *path && !input.is_stdin())
    {
        bail!("output `{}` is also an input", path.display());
    }
    Ok(())
}

fn shader(input: &Input, options: &Options, arguments: &Arguments) -> Result<Explored> {
    let bytes = input.read()?;
    let mut options = options.clone();
    options.file_name = input.name();
    if modules::is_module(&input.path, &bytes) {
        let (module, sources) = modules::read(&input.name(), &bytes)?;
        options.placement = arguments.placement(module.stage)?;
        return Ok(explore_module(module, sources, &options));
    }
    let text = inputs::text(bytes);
    options.stage = input.stage(&text, &options)?;
    options.placement = arguments.placement(options.stage)?;
    Ok(explore(&text, &options))
}

/// Shows the errors of a shader; the page has the rest, too.
fn show(shader: &Explored, messages: &mut Messages<'_>) {
    let Diagnosed { diagnostics, sources } = shader.diagnosed();
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).cloned().collect();
    messages.show(&Diagnosed { diagnostics: errors, sources: sources.clone() });
    shader.faults().for_each(|fault| messages.show_fault(fault));
}
