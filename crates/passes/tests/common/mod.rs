//! What tests on IR text share.

use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{FloatLaws, RunOptions, run};

/// Runs passes on a module with the laws of real numbers, verifying each; gives the text of what came out, which reads back the same.
#[track_caller]
pub(crate) fn printed_after(passes: &[&str], text: &str) -> String {
    printed_by(FloatLaws::Real, passes, text)
}

/// The same with other laws for floats. Without fuel the passes leave the module as it is.
#[track_caller]
pub(crate) fn printed_by(floats: FloatLaws, passes: &[&str], text: &str) -> String {
    let after = |fuel| {
        let mut module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let before = print(&module);
        let options = RunOptions { verify: true, floats, fuel, ..Default::default() };
        run(&mut module, passes, options).unwrap_or_else(|failure| panic!("{failure}"));
        (before, print(&module))
    };
    let (before, without_fuel) = after(Some(0));
    assert_eq!(without_fuel, before, "{passes:?} without fuel");
    let (_, printed) = after(None);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(print(&again), printed);
    printed
}
