//! The fuzz target `generics` of `vitrum_generator::TARGETS`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vitrum_generator::run_named("generics", bytes));
