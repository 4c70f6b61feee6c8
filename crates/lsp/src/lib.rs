//! The language server of the vitrum shader compiler: GLSL in editors, over the Language Server Protocol.
//!
//! [`serve`] answers a client on two streams until it says `exit`; the command `vitrum lsp` does so on stdin and stdout. The server
//! is one thread that works and one that reads. Messages that have come are all read before a shader is looked at, so that the newest
//! text is what is checked, and a request that was cancelled is not worked on.
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
mod builtins;
mod completion;
mod describe;
mod diagnostics;
mod docs;
mod folding;
mod hover;
mod include_paths;
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
