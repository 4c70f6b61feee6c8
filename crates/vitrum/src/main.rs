//! The `vitrum` command.
fn main() {}
