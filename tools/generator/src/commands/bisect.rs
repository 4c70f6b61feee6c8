//! `bisect`: which pass breaks a shader, and which of its changes.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use vitrum::{Options, Target};
use vitrum_generator::{Blame, Inputs, bisect};
use vitrum_ir::Module;

/// Names the first pass of a pipeline, and its first change, after which a shader does something else on made-up inputs,
/// is invalid, or a pass panics.
#[derive(Args)]
pub(crate) struct Arguments {
    /// GLSL whose name tells the stage, or IR (.vir)
    file: PathBuf,

    /// The pipeline, or passes separated by commas
    #[arg(long, default_value = "default")]
    pipeline: String,

    /// Let floats differ as laws of real numbers make them
    #[arg(long)]
    inexact: bool,

    /// Target: vulkan1.3, opengl4.5 and so on
    #[arg(long, default_value = "vulkan1.3")]
    target: String,
}

/// Runs the command; whether nothing is broken.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let module = arguments.module()?;
    let passes: Vec<&str> = match vitrum_passes::pipeline(&arguments.pipeline) {
        // Its passes as often as it goes through them.
        Some(pipeline) => pipeline.names().collect::<Vec<_>>().repeat(pipeline.rounds.max(1)),
        None => arguments.pipeline.split(',').collect(),
    };
    if let Some(name) = passes.iter().find(|name| vitrum_passes::pass(name).is_none()) {
        bail!("no such pipeline or pass: {name}");
    }
    let inputs = Inputs::of(&module).map_err(|error| anyhow!("the shader cannot be run: {error}"))?;
    let inputs = if arguments.inexact { inputs.inexact() } else { inputs };
    match bisect(&module, &passes, |module| inputs.difference(module).is_none()) {
        None => {
            println!("nothing is broken by {}", passes.join(", "));
            Ok(true)
        }
        Some(blame) => {
            print!("{}", describe(&blame));
            Ok(false)
        }
    }
}

impl Arguments {
    fn module(&self) -> Result<Module> {
        let source = std::fs::read_to_string(&self.file).with_context(|| self.file.display().to_string())?;
        if self.file.extension().is_some_and(|extension| extension == "vir") {
            return vitrum_ir_text::parse(&source).map_err(|error| anyhow!("{error}"));
        }
        let path = self.file.to_string_lossy();
        let stage =
            vitrum::stage_of_path(&self.file).ok_or_else(|| anyhow!("{path}: no stage in the name"))?;
        let target =
            Target::from_name(&self.target).ok_or_else(|| anyhow!("no such target: {}", self.target))?;
        let options = Options::new(stage).target(target);
        let compilation = vitrum::compile(&source, &options).map_err(|failure| anyhow!("{failure}"))?;
        Ok(compilation.module)
    }
}

/// The blame as text.
pub(crate) fn describe(blame: &Blame) -> String {
    format!(
        "{}, pass number {} of the pipeline, breaks it by its change number {}; all changes up to {} are needed\n\
         before:\n{}\nafter:\n{}\n",
        blame.pass,
        blame.position + 1,
        blame.change_of_pass,
        blame.change,
        blame.before,
        blame.after,
    )
}
