//! `vitrum explore`: a page that shows shaders at each step of the compiler.

use std::path::Path;

use anyhow::{Result, bail};
use vitrum::{Diagnosed, Options, Severity};
use vitrum_explore::{Explored, explore, explore_module, explore_program, page};

use super::arguments::Arguments;
use super::inputs::{self, Input};
use super::messages::Messages;
use super::outputs::write;
use super::{UsageError, link, modules};

/// Writes the page. True if every shader compiled.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let options = check(arguments).and_then(|()| arguments.options()).map_err(UsageError)?;
    let mut messages = Messages::new(arguments);
    let (shaders, is_read) = match arguments.links() {
        true => stages(&options, arguments, &mut messages)?,
        false => each(&options, arguments, &mut messages),
    };
    shaders.iter().for_each(|shader| show(shader, &mut messages));
    let all_well = is_read && !shaders.iter().any(Explored::has_errors);
    messages.finish();
    if !shaders.is_empty() {
        let output = arguments.output.path.as_deref().unwrap_or(Path::new("-"));
        write(page(&shaders).as_bytes(), output)?;
    }
    Ok(all_well)
}

/// The shaders, each compiled alone. False if one cannot be read.
fn each(options: &Options, arguments: &Arguments, messages: &mut Messages<'_>) -> (Vec<Explored>, bool) {
    let mut shaders = Vec::new();
    let mut is_read = true;
    for input in &arguments.inputs {
        match shader(input, options, arguments) {
            Ok(shader) => shaders.push(shader),
            Err(error) => {
                messages.show_fault(&format!("{error:#}"));
                is_read = false;
            }
        }
    }
    (shaders, is_read)
}

/// The stages of the program that the inputs are. False if one cannot be read.
fn stages(
    options: &Options,
    arguments: &Arguments,
    messages: &mut Messages<'_>,
) -> Result<(Vec<Explored>, bool)> {
    let Some(loaded) = link::load_all(arguments, options, messages) else { return Ok((Vec::new(), false)) };
    let program = arguments.program_options(&loaded)?;
    let inputs: Vec<_> = loaded.iter().map(link::Loaded::source).collect();
    Ok((explore_program(&inputs, &program), true))
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
        let read = modules::read(&input.name(), &bytes, arguments.choice(input))?;
        options = read.options(&options).placement(arguments.placement(read.module.stage)?);
        return Ok(explore_module(read.module, read.sources, &options));
    }
    arguments.check_entry(input)?;
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
