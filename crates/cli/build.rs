//! Links the program on Linux so that it starts fast: at a fixed address, and with the unwinder of GCC in it.
//!
//! A program that may lie anywhere has the addresses in its tables written anew at every start, some 36,000 of them. That takes a
//! quarter of the time of a run with a small shader. `VITRUM_PIE=1` keeps the program movable. Each shared library takes a
//! further tenth; that of the unwinder is the one that has a static form everywhere where GCC is.

use std::env::var;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VITRUM_PIE");
    let has = |name: &str, value: &str| var(name).is_ok_and(|it| it.split(',').any(|it| it == value));
    let is_gnu_linux = has("CARGO_CFG_TARGET_OS", "linux") && has("CARGO_CFG_TARGET_ENV", "gnu");
    // Programs without shared libraries, and with sanitizers, are linked in other ways.
    let is_special = has("CARGO_CFG_TARGET_FEATURE", "crt-static") || var("CARGO_CFG_SANITIZE").is_ok();
    if !is_gnu_linux || is_special {
        return;
    }
    if !has("VITRUM_PIE", "1") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    // A compiler for another machine may be called otherwise.
    let is_native = var("HOST").is_ok_and(|host| var("TARGET").is_ok_and(|target| host == target));
    if is_native && let Some(folder) = unwinder() {
        println!("cargo::rustc-link-search=native={folder}");
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// The folder of the static form of the unwinder, if the compiler that links has it.
fn unwinder() -> Option<String> {
    let output = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    // Without the file, the answer is its bare name.
    let folder = Path::new(path.trim()).parent().filter(|folder| folder.is_absolute())?;
    folder.to_str().map(str::to_owned)
}
