//! The contents of a page of a shader, as they stand in its JSON. Members have short names, since there are many.

use std::borrow::Cow;

use std::collections::BTreeMap;

use serde::Serialize;

/// A shader.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Shader {
    pub(crate) name: String,
    pub(crate) stage: &'static str,
    /// The target and the level, for people.
    pub(crate) settings: String,
    pub(crate) files: Vec<File>,
    /// Places in the source: number of the file, first unit and the one behind the last, one after the other.
    pub(crate) spans: Vec<u32>,
    /// Texts of lines of the IR, each once.
    pub(crate) texts: Vec<String>,
    /// Lines of the IR: number of the text, and one more than the number of the place or 0, one after the other.
    pub(crate) lines: Vec<u32>,
    pub(crate) steps: Vec<Step>,
    pub(crate) spirv: Option<Listing>,
    pub(crate) glsl: Option<Listing>,
    pub(crate) messages: Vec<Message>,
    /// Words of SPIR-V and bytes of GLSL before and behind the optimiser.
    pub(crate) sizes: Vec<Size>,
}

/// A file of the source.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) tokens: Tokens,
}

/// Coloured tokens of a text: units since the end of the last one, length, and number of the class, one after the other.
pub(crate) type Tokens = Vec<u32>;

/// The module behind a pass.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Step {
    /// The pass; the title of what is no pass.
    pub(crate) name: &'static str,
    /// A line about it.
    pub(crate) about: &'static str,
    /// Number of the part of the compiler, in the order of the page's list.
    pub(crate) group: usize,
    /// The round of the pipeline, from 1.
    pub(crate) round: usize,
    /// The number of the step whose lines this one changes; its own if it begins anew.
    pub(crate) base: usize,
    /// Steps of one epoch call equal values by equal numbers.
    pub(crate) epoch: usize,
    /// Changes to the lines: from the first on, each with the line at which it begins, the number of lines that go, and those that come.
    pub(crate) edits: Vec<(usize, usize, Vec<u32>)>,
    pub(crate) changed: bool,
    /// Given where something changed.
    pub(crate) statistics: Option<Statistics>,
}

/// Counts of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Statistics {
    pub(crate) instructions: usize,
    /// Of these, those with a place in the source.
    pub(crate) placed: usize,
    pub(crate) functions: usize,
    pub(crate) loops: usize,
    pub(crate) branches: usize,
    /// The most scalars that are live at once in a function.
    pub(crate) live: u32,
    pub(crate) ops: BTreeMap<&'static str, usize>,
}

/// An output.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Listing {
    /// Each line with its places.
    pub(crate) lines: Vec<(String, Vec<u32>)>,
    /// Colours, if they are not those of the page's own rules.
    pub(crate) tokens: Tokens,
    /// Given instead of lines if there is no such output.
    pub(crate) error: Option<String>,
}

/// A diagnostic or a remark.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Message {
    /// `error`, `warning`, `note`, `remark` or `missed`.
    pub(crate) severity: Cow<'static, str>,
    /// Its code, or the pass.
    pub(crate) code: String,
    /// The name of the code, as `-W` takes it.
    pub(crate) name: String,
    pub(crate) text: String,
    /// The number of its place, if it has one.
    pub(crate) span: Option<u32>,
    /// Further lines.
    pub(crate) notes: Vec<String>,
    /// The text for people, if it says more.
    pub(crate) rendered: String,
}

/// The size of an output, before and behind the optimiser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Size {
    pub(crate) what: &'static str,
    pub(crate) before: Option<usize>,
    pub(crate) after: Option<usize>,
}
