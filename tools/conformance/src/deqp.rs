//! Shader library files of VK-GL-CTS (`.test`): parser, and the shaders of their cases.

mod lex;
mod parse;
mod specialize;

pub(crate) use parse::{Case, Expected, Storage, Value, parse};
pub(crate) use specialize::specialize;
