//! `vitrum lsp`: the language server on stdin and stdout.

use std::io::{BufReader, stdin, stdout};

use anyhow::{Context, Result};

/// Answers an editor; true if it ended the session in order.
pub(crate) fn run() -> Result<bool> {
    let ending = vitrum_lsp::serve(BufReader::new(stdin()), stdout().lock());
    Ok(ending.context("the language server stopped")?.is_orderly())
}
