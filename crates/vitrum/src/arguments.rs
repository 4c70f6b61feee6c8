//! The command line of `vitrum`, and the options of the library that it says.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use vitrum::{Options, Stage, Target};

use crate::includes;

/// The source has errors.
pub(crate) const EXIT_REJECTED: u8 = 1;
/// The command line is wrong, or a file cannot be read or written.
pub(crate) const EXIT_USAGE: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  vitrum plasma.frag -o plasma.spv                     SPIR-V for Vulkan 1.3
  vitrum -O plasma.frag --emit glsl                    optimised, printed as GLSL
  vitrum plasma.frag --emit asm --target-env opengl4.5 SPIR-V for OpenGL, as text
  vitrum sky.glsl --stage vert -D QUALITY=2 -I include --emit ir

The stage is that of the file's name: .vert .tesc .tese .geom .frag .comp .task .mesh .rgen .rint .rahit .rchit .rmiss
.rcall, also followed by .glsl. Diagnostics go to stderr.

Exit status: 0 compiled, 1 the source has errors, 2 wrong usage or an unreadable file.";

/// Compiles GLSL to SPIR-V, or prints it as GLSL or as IR.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shader
    pub(crate) file: PathBuf,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Spirv)]
    pub(crate) emit: Emit,

    /// The stage, if the file's name does not say it, for instance `frag`
    #[arg(long)]
    stage: Option<String>,

    /// Where it is to run: vulkan1.0 to vulkan1.4, or opengl4.5
    #[arg(long, value_name = "TARGET", default_value = "vulkan1.3")]
    target_env: String,

    /// Optimise; -O0 does not, which is the default
    #[arg(short = 'O')]
    optimize: bool,

    // `-O0` is `-O -0`.
    #[arg(short = '0', hide = true)]
    not: bool,

    /// Define a macro, as 1 unless said
    #[arg(short = 'D', value_name = "NAME[=BODY]")]
    define: Vec<String>,

    /// Do not define a macro, whatever -D says
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,

    /// Look for included files here, after the folder of the including file
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,

    /// Print the IR after each pass of this name, and nothing else
    #[arg(long, value_name = "PASS")]
    pub(crate) print_after: Option<String>,
}

/// The outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// The intermediate representation, as text
    Ir,
    /// SPIR-V, as words
    Spirv,
    /// SPIR-V, as text
    Asm,
    /// GLSL
    Glsl,
}

impl Arguments {
    /// The options for the library.
    pub(crate) fn options(&self) -> Result<Options> {
        let stage = self.stage()?;
        let target = Target::from_name(&self.target_env);
        let names = || Target::ALL.map(|(_, name)| name).join(", ");
        let target =
            target.with_context(|| format!("no target `{}`; there are {}", self.target_env, names()))?;
        if let Some(pass) = &self.print_after {
            check_pass(pass)?;
        }
        let define = |define: &String| {
            let (name, body) = define.split_once('=').unwrap_or((define, "1"));
            (name.to_owned(), body.to_owned())
        };
        let defines = self.define.iter().map(define);
        Ok(Options {
            target,
            optimize: self.optimize && !self.not,
            defines: defines.filter(|(name, _)| !self.undefine.contains(name)).collect(),
            file_name: self.file.display().to_string(),
            include: Some(Arc::new(includes::from_folders(self.include.clone()))),
            ..Options::new(stage)
        })
    }

    fn stage(&self) -> Result<Stage> {
        let path = match &self.stage {
            Some(name) => PathBuf::from(format!("shader.{name}")),
            None => self.file.clone(),
        };
        vitrum::stage_of_path(&path).or_else(|| Stage::from_name(self.stage.as_deref()?)).with_context(|| {
            let what = self.stage.as_deref().map_or_else(|| self.file.display().to_string(), str::to_owned);
            format!("`{what}` says no stage; for instance `--stage frag`")
        })
    }
}

fn check_pass(name: &str) -> Result<()> {
    let names = vitrum::pass_names();
    if !names.contains(&name) {
        bail!("no pass `{name}` is run; there are {}", names.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};
    use vitrum::{Stage, Target};

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_follow_the_command_line() {
        let line = "vitrum a.frag.glsl -O -D A -DB=2 -D C -U C --target-env vulkan1.1";
        let options = Arguments::parse_from(line.split(' ')).options();
        let options = options.unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(
            (options.stage, options.target, options.optimize),
            (Stage::Fragment, Target::Vulkan1_1, true)
        );
        let defines = [("A".to_owned(), "1".to_owned()), ("B".to_owned(), "2".to_owned())];
        assert_eq!(options.defines, defines);
    }

    #[test]
    fn optimisation_can_be_switched_off() {
        let options = Arguments::parse_from(["vitrum", "x", "-O0", "--stage", "comp"]).options();
        let options = options.unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!((options.stage, options.optimize), (Stage::Compute, false));
    }

    #[test]
    fn wrong_words_are_errors() {
        for line in
            ["vitrum a.glsl", "vitrum a.frag --target-env metal", "vitrum a.frag --print-after nothing"]
        {
            assert!(Arguments::parse_from(line.split(' ')).options().is_err(), "{line}");
        }
    }
}
