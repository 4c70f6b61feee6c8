//! Checks that run, each on a thread of its own. One that is cancelled ends soon, and its result does not count.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::Builder;

use crate::analysis::Analysis;
use crate::check::Check;
use crate::server::Event;

/// Stack of a thread: that of a main thread, for which the limits of the compiler are made.
const STACK: usize = 8 << 20;

/// The most checks that run at once, those that a request waits for aside: the check of a long shader does not delay that of another.
const AT_ONCE: usize = 4;

/// A check that is over.
pub(crate) struct Finished {
    pub(crate) name: String,
    number: u64,
    /// `None` if it was cancelled.
    pub(crate) found: Option<Vec<Analysis>>,
}

/// The checks that run, by document: the newest of each counts.
pub(crate) struct Checks {
    sender: Sender<Event>,
    running: BTreeMap<String, (u64, Arc<AtomicBool>)>,
    started: u64,
}

impl Checks {
    pub(crate) fn new(sender: Sender<Event>) -> Self {
        Self { sender, running: BTreeMap::new(), started: 0 }
    }

    /// Starts a check, of which an event tells when it is over. If the system has no thread, it runs at once and gives its result.
    pub(crate) fn start(&mut self, check: Check) -> Option<Vec<Analysis>> {
        self.cancel(|name| *name == check.name);
        self.started += 1;
        let (name, number) = (check.name.clone(), self.started);
        let (sender, cancelled) = (self.sender.clone(), Arc::clone(&check.cancelled));
        let check = Arc::new(check);
        let of_thread = Arc::clone(&check);
        let work = move || {
            let found = result(&of_thread);
            // Without a receiver, the server has ended.
            let _ = sender.send(Event::Checked(Finished { name: of_thread.name.clone(), number, found }));
        };
        match Builder::new().stack_size(STACK).spawn(work) {
            Ok(_) => {
                self.running.insert(name, (number, cancelled));
                None
            }
            Err(_) => result(&check),
        }
    }

    /// True if a check is the newest of its document and was not cancelled; it does not run any more.
    pub(crate) fn take(&mut self, finished: &Finished) -> bool {
        let is_it = self.running.get(&finished.name).is_some_and(|row| row.0 == finished.number);
        if is_it {
            self.running.remove(&finished.name);
        }
        is_it
    }

    /// Cancels the checks of some documents.
    pub(crate) fn cancel(&mut self, is_old: impl Fn(&String) -> bool) {
        self.running.retain(|name, (_, cancelled)| {
            let goes = is_old(name);
            if goes {
                cancelled.store(true, Ordering::Relaxed);
            }
            !goes
        });
    }

    pub(crate) fn cancel_all(&mut self) {
        self.cancel(|_| true);
    }

    pub(crate) fn is_running(&self, name: &str) -> bool {
        self.running.contains_key(name)
    }

    pub(crate) fn has_room(&self) -> bool {
        self.running.len() < AT_ONCE
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }
}

fn result(check: &Check) -> Option<Vec<Analysis>> {
    catch_unwind(AssertUnwindSafe(|| check.run())).unwrap_or_else(|_| Some(check.failed()))
}
