//! Processor time of a thread, which excludes other programs of the machine.

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
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => wall,
        }
    }
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Processor time of this thread.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Option<Duration> {
    None
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
