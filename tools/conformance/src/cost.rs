//! Cost of a compilation: time, and the memory of the worker.

use std::time::Instant;

use serde::{Deserialize, Serialize};

/// Time and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// Microseconds.
    pub(crate) micros: u64,
    /// The most memory that the process had at the same time, in KiB; 0 if the system does not tell.
    pub(crate) kib: u64,
}

impl Cost {
    /// The greater of each.
    pub(crate) fn max(self, other: Self) -> Self {
        Self { micros: self.micros.max(other.micros), kib: self.kib.max(other.kib) }
    }
}

/// Measures from its start on.
pub(crate) struct Meter(Instant);

impl Meter {
    /// Starts. Linux forgets the process's peak when 5 is written here; elsewhere there is no peak to forget.
    pub(crate) fn start() -> Self {
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        Self(Instant::now())
    }

    /// The cost since the start.
    pub(crate) fn stop(&self) -> Cost {
        let micros = u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX);
        Cost { micros, kib: peak().unwrap_or(0) }
    }
}

/// The peak of the process in KiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
