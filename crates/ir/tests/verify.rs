//! The verifier.

#[path = "verify/valid.rs"]
mod valid;
