//! The fuzz target `spirv` of `vitrum_generator::TARGETS`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vitrum_generator::run_named("spirv", bytes));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // Some changes are the fuzzer's own, which puts parts of inputs together.
    if seed % 8 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let bytes = data.get(..size).unwrap_or(&[]);
    let changed = vitrum_generator::change_spirv(bytes, max_size, u64::from(seed));
    data.iter_mut().zip(&changed).for_each(|(byte, &new)| *byte = new);
    changed.len()
});
