//! The `vitrum` command: reads a shader, compiles it, writes one output. What it cannot do itself it leaves to
//! the library; only here are files read and lines printed.

mod arguments;
mod includes;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use vitrum::{Compilation, Diagnosed, Options};

use arguments::{Arguments, Emit};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(arguments::EXIT_USAGE)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let options = arguments.options()?;
    if arguments.emit == Emit::Spirv && arguments.output.is_none() && std::io::stdout().is_terminal() {
        bail!("SPIR-V is not for terminals: say `-o FILE`, or `--emit asm` for its text");
    }
    let file = &arguments.file;
    let source = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    // Bytes that are no UTF-8 are only allowed in comments, where it does not matter what they become.
    let source = String::from_utf8_lossy(&source);

    let compiled = compile(&source, &options, arguments.print_after.as_deref());
    match compiled {
        Ok(compilation) => {
            show(&compilation.diagnosed);
            if arguments.print_after.is_none() {
                write(&output(&compilation, arguments.emit)?, arguments.output.as_deref())?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            show(&failure.diagnosed);
            if let Some(defect) = &failure.defect {
                eprintln!("this is a defect of vitrum: {defect}");
            }
            Ok(ExitCode::from(arguments::EXIT_REJECTED))
        }
    }
}

/// Compiles, with the IR printed after each pass of that name.
fn compile(
    source: &str,
    options: &Options,
    print_after: Option<&str>,
) -> Result<Compilation, vitrum::Failure> {
    vitrum::compile_observed(source, options, &mut |pass, module| {
        if print_after == Some(pass) {
            println!("{module}");
        }
    })
}

fn output(compilation: &Compilation, emit: Emit) -> Result<Vec<u8>> {
    if matches!(emit, Emit::Spirv | Emit::Asm) {
        for assigned in compilation.assigned()? {
            eprintln!("note: {assigned}");
        }
    }
    Ok(match emit {
        Emit::Ir => compilation.ir().into_bytes(),
        Emit::Spirv => compilation.spirv()?.iter().flat_map(|word| word.to_le_bytes()).collect(),
        Emit::Asm => with_newline(compilation.assembly()?),
        Emit::Glsl => with_newline(compilation.glsl()?),
    })
}

fn with_newline(mut text: String) -> Vec<u8> {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}

fn write(bytes: &[u8], file: Option<&Path>) -> Result<()> {
    match file {
        Some(file) => std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display())),
        None => match std::io::stdout().write_all(bytes) {
            // Whoever reads has read enough: `vitrum ... | head`.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            outcome => outcome.context("cannot write to stdout"),
        },
    }
}

fn show(diagnosed: &Diagnosed) {
    if diagnosed.diagnostics.is_empty() {
        return;
    }
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = if coloured { diagnosed.render_coloured() } else { diagnosed.render() };
    eprintln!("{text}");
}
