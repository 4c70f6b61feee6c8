//! Prints the names of the Vulkan devices, one a line, in the order in which they are numbered.

use std::process::ExitCode;

fn main() -> ExitCode {
    match vitrum_runner::Device::list() {
        Ok(names) if !names.is_empty() => {
            names.iter().for_each(|name| println!("{name}"));
            ExitCode::SUCCESS
        }
        Ok(_) => {
            eprintln!("no Vulkan device");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
