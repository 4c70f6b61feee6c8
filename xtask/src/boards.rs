//! `cargo xtask boards`: the scoreboards of tests/scoreboard as pages, with their history and that of the benchmark.

mod history;
mod page;
mod plot;
mod read;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::shell;
use history::History;
use read::Board;

/// The folder of the scoreboards, from the root.
const FOLDER: &str = "tests/scoreboard";

/// Writes the scoreboards of tests/scoreboard as pages: rates, reasons and cases by group, with search, links, and plots over commits.
///
/// `index.html` has a row for each suite, and searches all boards. The pages need no network.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder for the pages
    #[arg(short, long, value_name = "FOLDER", default_value = "target/boards")]
    output: PathBuf,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let written = write(&std::path::absolute(&arguments.output)?)?;
    println!(
        "written: {written} pages, the first of which is {}",
        arguments.output.join("index.html").display()
    );
    Ok(())
}

/// Writes the pages; gives their number.
pub(crate) fn write(output: &std::path::Path) -> Result<usize> {
    let folder = shell::root().join(FOLDER);
    let mut boards = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            boards.push(Board::read(&name, &text));
        }
    }
    boards.sort_by(|one, other| one.name.cmp(&other.name));
    if boards.is_empty() {
        bail!("there is no scoreboard in {}", folder.display());
    }
    let history = History::of(FOLDER);
    std::fs::create_dir_all(output).with_context(|| format!("cannot create {}", output.display()))?;
    let save = |name: &str, html: String| {
        let file = output.join(format!("{name}.html"));
        std::fs::write(&file, html).with_context(|| format!("cannot write {}", file.display()))
    };
    save("index", page::index(&boards, &history))?;
    for board in &boards {
        save(&board.name, page::board(board, &boards, &history))?;
    }
    Ok(boards.len() + 1)
}
