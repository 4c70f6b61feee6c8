//! Reads modules in the text form and prints their errors: `check_text FILE.vir...`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        match vitrum_ir_text::parse(&text) {
            Err(error) => println!("{file}:{error}"),
            Ok(module) => match vitrum_ir::verify(&module) {
                Err(errors) => println!("{file}: {errors}"),
                Ok(()) => println!("{file}: {} functions", module.functions.len()),
            },
        }
    }
    Ok(())
}
