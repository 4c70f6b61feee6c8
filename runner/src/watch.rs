//! Time that a thread really ran: what other programs of the machine do does not count.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Measures from its start on, in the thread that started it.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// The thread's time, where the system tells it.
    thread: Option<Duration>,
    start: Instant,
}

impl Watch {
    /// Starts.
    pub fn start() -> Self {
        Self { thread: thread_time(), start: Instant::now() }
    }

    /// The time since then; that on the clock where the system does not tell the thread's.
    pub fn elapsed(&self) -> Duration {
        let wall = self.start.elapsed();
        match (self.thread, thread_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start).saturating_sub(own()),
            _ => wall,
        }
    }
}

/// What it takes to look at the time.
fn own() -> Duration {
    static OWN: OnceLock<Duration> = OnceLock::new();
    *OWN.get_or_init(|| {
        let once = || {
            let start = thread_time()?;
            thread_time()?.checked_sub(start)
        };
        (0..64).filter_map(|_| once()).min().unwrap_or_default()
    })
}

/// How long this thread has run so far.
fn thread_time() -> Option<Duration> {
    // The scheduler brings the number up to date when it is asked for another thread.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::Watch;
    use std::time::Duration;

    #[test]
    fn sleeping_is_not_running() {
        let watch = Watch::start();
        if watch.thread.is_some() {
            std::thread::sleep(Duration::from_millis(50));
            assert!(watch.elapsed() < Duration::from_millis(40));
        }
    }
}
