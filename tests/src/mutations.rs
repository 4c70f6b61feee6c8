//! IR text of every shader of the suite with words changed: each is refused by the reader, reported by the verifier, or
//! goes through all passes and back ends; none panics.
//!
//! The changes come from a fixed seed. `VITRUM_MUTATIONS` says how many there are for each shader.

use libtest_mimic::{Failed, Trial};
use vitrum_backend_spirv::Target;
use vitrum_ir::{Module, print, verify};
use vitrum_ir_text::parse;
use vitrum_passes::{Failure, PASSES, RunOptions, SPIRV, Settings, run_pipeline};

use crate::{files, panic_text};

/// Changes for each shader, unless said otherwise.
const CHANGES: usize = 4;

/// Longer texts are left to those who have the time: verifying takes it in an unoptimised build.
const LONGEST: usize = 12_000;

/// The test.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("robustness/changed_ir", run)]
}

fn run() -> Result<(), Failed> {
    let changes = std::env::var("VITRUM_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut failures = Vec::new();
    for (name, text) in texts().map_err(Failed::from)? {
        let words = words(&text);
        if words.is_empty() || changes.is_none() && text.len() > LONGEST {
            continue;
        }
        for _ in 0..changes.unwrap_or(CHANGES) {
            let changed = change(&text, &words, &mut random);
            let outcome = std::panic::catch_unwind(|| take(&changed));
            if let Err(panic) = outcome {
                let what = panic_text(panic.as_ref());
                failures.push(format!("{name}: {what}: {}", difference(&text, &changed)));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(Failed::from(failures.join("\n"))) }
}

/// The IR of each snapshot, as the front end made it.
fn texts() -> Result<Vec<(String, String)>, String> {
    let mut texts = Vec::new();
    let mut folders = vec![files::home().join("snapshots")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let ir = text.split("======== ir\n").nth(1).and_then(|rest| rest.split("\n======== ").next());
            texts.extend(ir.map(|ir| (path.display().to_string(), format!("{}\n", ir.trim_end()))));
        }
    }
    texts.sort();
    Ok(texts)
}

/// Everything that may be done with IR text.
fn take(text: &str) {
    let Ok(mut module) = parse(text) else { return };
    if let Err(errors) = verify(&module) {
        // The text of an invalid module need not be read back, but printing must not panic.
        let _ = (errors.to_string(), print(&module));
        return;
    }
    emit(&module);
    for pass in PASSES {
        let options = RunOptions { verify: true, ..RunOptions::default() };
        match vitrum_passes::run(&mut module, &[pass.name], options) {
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(failure) => panic!("{failure}"),
        }
    }
    emit(&module);
}

fn emit(module: &Module) {
    let _ = vitrum_backend_glsl::emit(module, &vitrum_backend_glsl::Options::default());
    for target in [Target::Vulkan1_3, Target::OpenGl4_5] {
        let mut module = module.clone();
        let settings = Settings::for_spirv(target.is_vulkan());
        let options = RunOptions { verify: true, settings, ..RunOptions::default() };
        run_pipeline(&mut module, &SPIRV, options).unwrap_or_else(|failure| panic!("{failure}"));
        let _ = vitrum_backend_spirv::emit(&module, &vitrum_backend_spirv::Options::new(target));
    }
}

/// Byte ranges of words, numbers and labels.
fn words(text: &str) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.%@&#-".contains(&byte);
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut start = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match (start, is_word(byte)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    words
}

/// The text with one to three words put in the place of others, or numbers changed.
fn change(text: &str, words: &[(usize, usize)], random: &mut Random) -> String {
    const NUMBERS: [&str; 6] = ["0i32", "4294967295u32", "-1i32", "7", "4294967295", "0"];
    let mut edits: Vec<((usize, usize), String)> = Vec::new();
    for _ in 0..=random.below(3) {
        let at = random.below(words.len());
        let Some(&place) = words.get(at) else { continue };
        // A word of the same kind and nearby is more likely to be read.
        let kind = |place: (usize, usize)| {
            let first = text.as_bytes().get(place.0).copied().unwrap_or(b' ');
            match first {
                b'0'..=b'9' => b'0',
                b'a'..=b'z' => b'a',
                _ => first,
            }
        };
        let near = |random: &mut Random| words.get((at + random.below(60)).saturating_sub(30)).copied();
        let from =
            (0..16).filter_map(|_| near(random)).find(|&from| kind(from) == kind(place)).unwrap_or(place);
        let new = match random.below(5) {
            0 if kind(place) == b'0' => NUMBERS.get(random.below(NUMBERS.len())).copied().unwrap_or("0"),
            _ => text.get(from.0..from.1).unwrap_or("0"),
        };
        edits.push((place, new.to_owned()));
    }
    edits.sort();
    edits.dedup_by_key(|edit| edit.0);
    let mut changed = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for ((start, end), new) in edits {
        changed.push_str(text.get(at..start).unwrap_or(""));
        changed.push_str(&new);
        at = end;
    }
    changed + text.get(at..).unwrap_or("")
}

/// The lines that differ.
fn difference(before: &str, after: &str) -> String {
    let lines = before.lines().zip(after.lines()).filter(|(before, after)| before != after);
    lines.map(|(before, after)| format!("\n- {before}\n+ {after}")).collect()
}

/// Numbers that look like chance (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap_or(0) % end.max(1)
    }
}
