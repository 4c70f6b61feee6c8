//! What tests on IR text share.

use vitrum_ir::{parse, print};
use vitrum_passes::{FloatLaws, RunOptions, run};

/// Runs passes on a module with the laws of real numbers, verifying each; gives the text of what came out, which reads back the same.
#[track_caller]
pub(crate) fn printed_after(passes: &[&str], text: &str) -> String {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = RunOptions { verify: true, floats: FloatLaws::Real, ..Default::default() };
    run(&mut module, passes, options).unwrap_or_else(|failure| panic!("{failure}"));
    let printed = print(&module);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(print(&again), printed);
    printed
}
