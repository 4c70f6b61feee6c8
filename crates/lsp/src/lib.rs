//! The language server of the vitrum shader compiler: GLSL in editors, over the Language Server Protocol.
//!
//! [`serve`] answers a client on two streams until it says `exit`; the command `vitrum lsp` does so on stdin and stdout. One thread
//! reads messages, one answers, and each check of a shader has its own. A check ends early when its text is not the newest any more, so
//! that an edit never waits for one, and a request that was cancelled is not worked on.
//!
//! ```
//! use std::io::Cursor;
//!
//! let mut input = String::new();
//! for message in [
//!     r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
//!     r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
//!     r#"{"jsonrpc":"2.0","method":"exit"}"#,
//! ] {
//!     input.push_str(&format!("Content-Length: {}\r\n\r\n{message}", message.len()));
//! }
//! let mut output = Vec::new();
//! let ending = vitrum_lsp::serve(Cursor::new(input), &mut output)?;
//! assert!(ending.is_orderly());
//! assert!(String::from_utf8_lossy(&output).contains("hoverProvider"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod actions;
mod analysis;
mod builtins;
mod check;
mod checks;
mod completion;
mod describe;
mod diagnostics;
mod docs;
mod files;
mod folding;
mod hover;
mod include_paths;
mod includers;
mod lexis;
mod lookup;
mod macros;
mod navigation;
mod paths;
mod rename;
mod semantic;
mod server;
mod settings;
mod signatures;
mod symbols;
mod text;
mod transport;
mod workspace;

pub use server::{Ending, serve};
