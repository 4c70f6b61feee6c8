//! Shader library files of VK-GL-CTS (`.test`): what they hold, and the shaders that they stand for.

mod lex;
mod parse;
mod specialize;

pub(crate) use parse::{Case, Expected, Storage, Value, parse};
pub(crate) use specialize::{Kind, specialize};
