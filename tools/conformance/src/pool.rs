//! The worker processes: each gets one file at a time, may take so much time for a case and so much memory, and is
//! started again when it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, ScopedJoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use crate::judge::Judging;
use crate::outcome::{CaseResult, Message, Outcome};
use crate::run_beside;

/// The longest a case may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest a case may take that is run in many forms, on a driver that compiles for the processor.
const PATIENCE_WITH_DRIVER: Duration = Duration::from_secs(120);

/// The address space of a worker in KiB: 200 MiB for a compilation, beside its own code and stack.
const MEMORY_KIB: u32 = 264 * 1024;

/// The same where a driver has to find place, too.
const MEMORY_WITH_DRIVER_KIB: u32 = 8 * 1024 * 1024;

/// Additional time if spirv-val judges as well: the compiler's own time is measured separately then.
const VALIDATION: Duration = Duration::from_secs(120);

/// Runs the cases of `files` in so many workers; the results are sorted by name.
pub(crate) fn run(files: &[String], jobs: usize, judging: &Judging) -> Result<Vec<CaseResult>> {
    let serve = || {
        let mut worker = Worker { judging, process: Process::start(judging)? };
        Ok(move |file: &String| worker.run_file(file))
    };
    let mut results = in_threads(jobs, files, serve)?;
    results.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(pair) = results.windows(2).find(|pair| pair[0].id == pair[1].id) {
        bail!("two cases are called {}", pair[0].id);
    }
    Ok(results)
}

/// The results of all items, which so many threads take one after the other; `start` makes what a thread does with an item.
pub(crate) fn in_threads<I: Sync, T: Send, W: FnMut(&I) -> Result<Vec<T>>>(
    jobs: usize,
    items: &[I],
    start: impl Fn() -> Result<W> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut work = start()?;
        let mut found = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(work(item)?);
        }
        Ok(found)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(run)).collect();
        let join = |thread: ScopedJoinHandle<'_, Result<Vec<T>>>| {
            thread.join().map_err(|_| anyhow!("a thread panicked"))?
        };
        let found: Vec<Vec<T>> = threads.into_iter().map(join).collect::<Result<_>>()?;
        Ok(found.into_iter().flatten().collect())
    })
}

struct Worker<'a> {
    judging: &'a Judging,
    process: Process,
}

/// A running worker.
struct Process {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    /// Number of cases that have ended in it.
    ended: usize,
    /// Returns the process's stderr.
    stderr: Option<JoinHandle<String>>,
    /// The same, once it has ended.
    errors: String,
}

impl Worker<'_> {
    fn run_file(&mut self, file: &str) -> Result<Vec<CaseResult>> {
        let mut results: Vec<CaseResult> = Vec::new();
        let patience = match self.judging {
            judging if judging.runs() => PATIENCE_WITH_DRIVER,
            judging if judging.asks_no_other() => PATIENCE,
            _ => PATIENCE + VALIDATION,
        };
        'process: loop {
            let line = format!("{}\t{file}\n", results.len());
            // A process that ended sends no messages.
            let _ = self.process.input.write_all(line.as_bytes());
            let mut current: Option<CaseResult> = None;
            loop {
                let outcome = match self.process.messages.recv_timeout(patience) {
                    Ok(Message::Start { id, expect }) => {
                        current = Some(CaseResult::new(id, expect));
                        continue;
                    }
                    Ok(Message::File(None)) => return Ok(results),
                    Ok(Message::File(Some(error))) => bail!(error),
                    Ok(Message::End(outcome)) => outcome,
                    Ok(found) => {
                        if let Some(current) = &mut current {
                            current.add(found);
                        }
                        continue;
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        self.process.child.kill()?;
                        Outcome::Timeout
                    }
                    Err(RecvTimeoutError::Disconnected) => Outcome::Crash(self.process.last_words()),
                };
                let ended = matches!(outcome, Outcome::Timeout | Outcome::Crash(_));
                // An earlier case may have left the driver in a bad state.
                let innocent = self.judging.runs() && self.process.ended > 0;
                if innocent && matches!(outcome, Outcome::Crash(_)) {
                    self.restart()?;
                    continue 'process;
                }
                self.process.ended += 1;
                let outcome = match ended && self.judging.run_beside.is_some() {
                    true => run_beside::blamed(outcome, &self.process.said()),
                    false => outcome,
                };
                let Some(result) = current.take() else {
                    bail!("a worker ended before a case of {file}: {outcome:?}");
                };
                results.push(CaseResult { outcome, ..result });
                if ended {
                    self.restart()?;
                    continue 'process;
                }
            }
        }
    }

    /// Starts another process.
    fn restart(&mut self) -> Result<()> {
        // A worker that says itself that a case took too long still waits for the next file.
        let _ = self.process.child.kill();
        self.process.child.wait()?;
        self.process = Process::start(self.judging)?;
        Ok(())
    }
}

impl Process {
    fn start(judging: &Judging) -> Result<Self> {
        let program = std::env::current_exe().context("this program has no name")?;
        // The shell sets the limit, which a program of safe Rust cannot.
        let mut command = Command::new("sh");
        let memory = if judging.runs() { MEMORY_WITH_DRIVER_KIB } else { MEMORY_KIB };
        command.args(["-c", &format!("ulimit -v {memory} 2>/dev/null; exec \"$@\""), "sh"]);
        // It has the options of this process.
        command.arg(program).args(std::env::args_os().skip(1)).arg("--worker");
        if let Some(folder) = &judging.folder {
            command.arg("--folder").arg(folder);
        }
        if judging.runs() {
            // A driver that draws in software would start a thread a core in each worker, and would take longer to
            // optimise than what it optimises runs.
            command.env("LP_NUM_THREADS", "0").env("GALLIVM_PERF", "nopt");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().context("cannot start a worker")?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(mut errors)) = (input, output, errors) else {
            bail!("a worker has no pipes");
        };
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Some(message) = Message::from_line(&line) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            // A partial text is all there is.
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Self { child, input, messages, ended: 0, stderr: Some(stderr), errors: String::new() })
    }

    /// All of its stderr, once it has ended.
    fn said(&mut self) -> String {
        if let Some(thread) = self.stderr.take() {
            self.errors = thread.join().unwrap_or_default();
        }
        self.errors.clone()
    }

    /// The reason for which the process ended: its last line of stderr.
    fn last_words(&mut self) -> String {
        let text = self.said();
        let line = text.lines().rfind(|line| !line.trim().is_empty() && !line.contains("SIGABRT"));
        line.unwrap_or("without a word").trim().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It ends by itself when its input does; one that hangs is killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
