//! Links the program at a fixed address on Linux.
//!
//! A program that may lie anywhere has its addresses written into its tables at every start: 36,000 of them here, in 230 pages
//! that are then its own, which is a third of the time that a small shader takes.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is =
        |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it.split(',').any(|it| it == value));
    // A program without shared libraries is linked in another way.
    let is_static = is("CARGO_CFG_TARGET_FEATURE", "crt-static");
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
