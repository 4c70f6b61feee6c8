//! Links the modules of some files in the text form: `cargo run -p vitrum-link --example link_text a.vir b.vir`.

use std::process::ExitCode;

use vitrum_ir::Module;
use vitrum_link::{Unit, link_units};

fn main() -> ExitCode {
    let mut modules: Vec<Module> = Vec::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        match text.and_then(|text| vitrum_ir_text::parse(&text).map_err(|error| error.to_string())) {
            Ok(module) => modules.push(module),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    let units: Vec<Unit<'_>> = modules.iter().map(Unit::new).collect();
    match link_units(&units) {
        Ok(module) => {
            print!("{module}");
            ExitCode::SUCCESS
        }
        Err(errors) => {
            errors.iter().for_each(|error| eprintln!("{}", error.message));
            ExitCode::FAILURE
        }
    }
}
