//! Runs the suites: `cargo test -p vitrum-tests -- FILTER`, or better `cargo xtask test FILTER`.

use std::process::ExitCode;

use libtest_mimic::Arguments;
use vitrum_tests::Judges;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let judges: &'static Judges = match Judges::find() {
        Ok(judges) => Box::leak(Box::new(judges)),
        Err(reason) => {
            eprintln!("{reason}\n`cargo xtask test` sets up what the suites need");
            return ExitCode::FAILURE;
        }
    };
    let trials = match vitrum_tests::trials(judges) {
        Ok(trials) => trials,
        Err(error) => {
            eprintln!("the shaders of the suites cannot be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    // `cargo xtask test` collects these lines.
    for line in judges.notes() {
        println!("{line}");
    }
    conclusion.exit_code()
}
