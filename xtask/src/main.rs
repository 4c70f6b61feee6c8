//! The chores of the vitrum workspace.

fn main() {}
