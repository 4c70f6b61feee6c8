//! Generates the parser from `src/grammar.lalrpop`.

fn main() {
    let generated =
        lalrpop::Configuration::new().use_cargo_dir_conventions().emit_rerun_directives(true).process();
    if let Err(error) = generated {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
