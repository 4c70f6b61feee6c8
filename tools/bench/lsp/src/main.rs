//! Types into a long shader as an author does, a character at a time, and measures the time from each edit to its diagnostics.

mod client;
mod shader;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use client::Client;
use serde_json::json;

/// Measures the time of the language server from each edit to its diagnostics, and to the answers to some requests.
#[derive(Parser)]
struct Arguments {
    /// The program `vitrum`
    server: PathBuf,

    /// Edits of one character
    #[arg(long, default_value_t = 1000)]
    edits: usize,

    /// Lines of the shader
    #[arg(long, default_value_t = 2000)]
    lines: usize,

    /// A shader to edit instead of one that is made up; its text is not changed
    #[arg(long)]
    file: Option<PathBuf>,
}

/// The statement that is typed, and then deleted.
const TYPED: &str = "    vec3 typed = normalize(point * 2.0) + vec3(0.5);\n";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let (name, mut text) = match &arguments.file {
        Some(file) => {
            let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
            (file.display().to_string(), text)
        }
        None => ("/made-up.frag".to_owned(), shader::text(arguments.lines)),
    };
    let mut client = Client::start(&arguments.server)?;
    let uri = format!("file://{}", std::path::absolute(&name)?.display());
    let started = Instant::now();
    let found = client.open(&uri, &text)?;
    println!("{} lines, {} bytes; opened in {}", text.lines().count(), text.len(), shown(started.elapsed()));
    if arguments.file.is_none() {
        ensure!(found.is_empty(), "the shader that is made up is wrong: {found:?}");
    }
    let mut times = Vec::new();
    let mut version = 1;
    let mut wrong = 0;
    while times.len() < arguments.edits {
        // A place behind the `{` of a function, another one each time.
        let places: Vec<usize> = text.match_indices(") {\n").map(|(at, found)| at + found.len()).collect();
        let place = *places.get(times.len() * 7919 % places.len().max(1)).context("there is no function")?;
        let line = text.get(..place).unwrap_or_default().matches('\n').count();
        let typed = TYPED.char_indices().map(|(at, it)| (at, at, it.to_string()));
        let deleted = TYPED.char_indices().rev().map(|(at, it)| (at, at + it.len_utf8(), String::new()));
        for (from, to, new) in typed.chain(deleted).take(arguments.edits - times.len()) {
            text.replace_range(place + from..place + to, &new);
            version += 1;
            // The end of the line that is typed begins another one.
            let end = if to == TYPED.len() { (line + 1, 0) } else { (line, to) };
            let range = json!({ "start": { "line": line, "character": from },
                "end": { "line": end.0, "character": end.1 } });
            let started = Instant::now();
            let found = client.change(&uri, version, json!([{ "range": range, "text": new }]))?;
            times.push(started.elapsed());
            wrong += usize::from(found.iter().any(|it| it["severity"] == 1));
        }
    }
    report("edit to diagnostics", &mut times);
    println!("{wrong} of these texts had errors");
    let place = text.match_indices(") {\n").map(|it| it.0).nth(3).unwrap_or(0);
    let line = text.get(..place).unwrap_or_default().matches('\n').count();
    let document =
        json!({ "textDocument": { "uri": uri }, "position": { "line": line + 1, "character": 4 } });
    for method in ["completion", "hover", "documentSymbol", "semanticTokens/full", "foldingRange"] {
        let mut times = Vec::new();
        for _ in 0..50 {
            let started = Instant::now();
            client.request(&format!("textDocument/{method}"), document.clone())?;
            times.push(started.elapsed());
        }
        report(method, &mut times);
    }
    Ok(())
}

/// Prints the distribution of times.
fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |part: f64| {
        let last = times.len().saturating_sub(1);
        shown(times.get((last as f64 * part).ceil() as usize).copied().unwrap_or_default())
    };
    println!(
        "{what:20} {} times: median {}, 90 % {}, 99 % {}, most {}",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
