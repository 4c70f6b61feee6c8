//! Prints the Rust of a folder of shaders: `print_rust shaders`.

use vitrum_build::Shaders;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder expected")?;
    let generated = Shaders::new(folder).generate()?;
    for warning in &generated.warnings {
        eprintln!("{warning}");
    }
    print!("{}", generated.rust);
    Ok(())
}
