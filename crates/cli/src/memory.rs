//! `--memory`: the most memory that the program had.

use std::fs;

/// The most memory that the program had so far, as a line of text, where the system says it.
pub(crate) fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    match kibibytes.and_then(|number| number.trim().parse::<f64>().ok()) {
        Some(number) => format!("peak memory: {:.1} MiB", number / 1024.0),
        None => "peak memory: this system does not say".to_owned(),
    }
}
