//! The memory that reading takes. This is the only test of its program, as it looks at the whole process.

mod common;

use std::time::{Duration, Instant};

use common::{function, number};
use vitrum_ir_bytes::read;

/// The most memory that the process has had, in MiB; none where the system does not tell.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kib| kib / 1024)
}

/// Reads a file, and gives the growth of its memory in MiB.
fn growth(bytes: &[u8], accepted: bool) -> usize {
    // Linux forgets the peak when 5 is written here.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = peak().unwrap_or(0);
    let start = Instant::now();
    let read = read(bytes);
    let took = start.elapsed();
    let after = peak().unwrap_or(0);
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!(read.is_ok(), accepted);
    drop(read);
    after - before
}

const MIB: usize = 1 << 20;

#[test]
fn a_file_of_a_megabyte_takes_at_most_64_megabytes() {
    // `if`s that hold each other: shape, hints, and the heads of two blocks, of which the first holds the next.
    let depth = MIB / 4;
    let mut nested = vec![2];
    for _ in 0..depth {
        nested.extend_from_slice(&[0, 0, 2]);
    }
    // The innermost block is empty.
    nested.pop();
    nested.extend(std::iter::repeat_n(0, 1 + depth));
    let nested = function(&["if"], &[&[2, 0]], [1 + 2 * depth, depth, 0, depth, 0], &nested);
    // Results that take no byte of their own.
    let mut flat = Vec::new();
    number(&mut flat, 2 * MIB);
    flat.extend(std::iter::repeat_n(0, MIB));
    let flat = function(&["dfdx"], &[&[2, 0, 1, 0]], [1, MIB, MIB, 0, 0], &flat);
    // Lists that are not there.
    let missing = function(&["return"], &[&[2, 0, 0]], [MIB, MIB, MIB, MIB, MIB], &[0; MIB]);
    let strings = [b"virb\x01W\x00S\x85\x80\x40".as_slice(), &[0xff, 0xff, 0x3f], &vec![1; MIB]].concat();
    for (name, bytes, accepted) in [
        ("nested", nested, true),
        ("flat", flat, true),
        ("missing", missing, false),
        ("strings", strings, false),
    ] {
        let most = 64 * bytes.len().div_ceil(MIB);
        let growth = growth(&bytes, accepted);
        assert!(growth <= most, "{name}: {growth} MiB for {} bytes", bytes.len());
    }
}
