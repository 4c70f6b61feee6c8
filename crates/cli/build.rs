//! Links the program at a fixed address on Linux.
//!
//! A program that may lie anywhere has the addresses in its tables written anew at every start, some 36,000 of them. That takes a
//! quarter of the time of a run with a small shader. `VITRUM_PIE=1` keeps the program movable.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VITRUM_PIE");
    let has = |name: &str, value: &str| var(name).is_ok_and(|it| it.split(',').any(|it| it == value));
    let is_gnu_linux = has("CARGO_CFG_TARGET_OS", "linux") && has("CARGO_CFG_TARGET_ENV", "gnu");
    // Programs without shared libraries, and with sanitizers, are linked in other ways.
    let is_special = has("CARGO_CFG_TARGET_FEATURE", "crt-static") || var("CARGO_CFG_SANITIZE").is_ok();
    if is_gnu_linux && !is_special && !has("VITRUM_PIE", "1") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
