//! The differences from glslang that are meant to be, each with its reason.
//!
//! Every row explains a difference of some suite: those that no scoreboard counts are reported.

/// A class of differences with one reason.
pub(crate) struct Row {
    /// Its name in the scoreboards.
    pub(crate) name: &'static str,
    /// The lines that it covers: `*` stands for any text of a subject or an attribute, `?` for either sign.
    pub(crate) patterns: &'static [&'static str],
    /// Another difference without which these mean something else.
    pub(crate) with: Option<&'static str>,
    /// Why both are right, or why glslang is not.
    pub(crate) reason: &'static str,
}

/// All classes. The first row that covers a line explains it.
pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "unused-built-ins",
        patterns: &[
            "- variable * PointSize",
            "- variable * ClipDistance",
            "- variable * CullDistance",
            "- variable Output Position",
            "- member Output built-ins.gl_*",
            "- variable * ViewportMaskNV",
            "- variable * SecondaryPositionNV",
            "- variable * PositionPerViewNV",
            "- capability FragmentShadingRateKHR",
            "- extension SPV_KHR_fragment_shading_rate",
        ],
        with: None,
        reason: "glslang declares every member of a block of built-ins; one that is not accessed needs no variable and no capability",
    },
    Row {
        name: "unused-constants",
        patterns: &["- specialisation *", "- constant WorkgroupSize"],
        with: None,
        reason: "a constant that nothing refers to is left out; in SPIR-V 1.6 the mode LocalSizeId says what WorkgroupSize did",
    },
    Row {
        name: "shared-constants",
        patterns: &["- specialisation *: called*", "- specialisation *: u32 1", "? mode LocalSize: *spec*"],
        with: None,
        reason: "a specialisation constant that is also a dimension of the workgroup is one constant, in glslang two of one number",
    },
    Row {
        name: "folded-code",
        patterns: &[
            "- capability Float64",
            "- capability Float16",
            "- capability Int64",
            "- capability Int16",
            "- capability Int8",
            "- capability StorageBuffer16BitAccess",
        ],
        with: None,
        reason: "types that only constants have need no capability",
    },
    Row {
        name: "temporaries",
        patterns: &["- local *", "+ local *.arg*", "+ local *.array*", "+ local *.", "+ local *.query"],
        with: None,
        reason: "each compiler makes variables of its own for arguments, swizzles and tables, and glslang has some for constants",
    },
    Row {
        name: "constant-tables",
        patterns: &["- local *: NonWritable"],
        with: None,
        reason: "a local table of constants is seen to be constant from its stores",
    },
    Row {
        name: "addresses",
        patterns: &["- local *: AliasedPointer", "- local *: RestrictPointer", "- private *: AliasedPointer"],
        with: None,
        reason: "references in variables are integers; the decorations are for pointers in variables",
    },
    Row {
        name: "values-of-temporaries",
        patterns: &["? value indexable*: *"],
        with: None,
        reason: "values of several temporaries have one text",
    },
    Row {
        name: "dynamic-indexing",
        patterns: &[
            "+ capability SampledImageArrayDynamicIndexing",
            "+ capability StorageImageArrayDynamicIndexing",
            "+ capability StorageBufferArrayDynamicIndexing",
            "+ capability UniformBufferArrayDynamicIndexing",
        ],
        with: None,
        reason: "SPIR-V asks for it where the index into an array of resources is no constant; glslang does not",
    },
    Row {
        name: "shader-implied",
        patterns: &["? capability Shader"],
        with: None,
        reason: "another capability of the module implies it",
    },
    Row {
        name: "sign-of-texels",
        patterns: &["- event Image*: SignExtend", "- event Image*: ZeroExtend"],
        with: None,
        reason: "the sampled type of the image says the sign",
    },
    Row {
        name: "atomic-counter-memory",
        patterns: &["+ event *Barrier: * 2376", "- event *Barrier: * 3400"],
        with: None,
        reason: "atomic counters are lowered to a buffer, so that AtomicCounterMemory orders nothing",
    },
    Row {
        name: "rectangles",
        patterns: &[
            "- capability SampledRect",
            "- capability ImageRect",
            "+ capability ImageQuery",
            "? variable UniformConstant *: sampled image *D *",
            "? variable UniformConstant *: sampled image * Rect *",
            "? value *: *image *D *",
            "? value *: *image * Rect *",
            "? event ImageQuerySize*",
            "? event ImageFetch *: *",
        ],
        with: Some("- capability *Rect"),
        reason: "rectangle textures are lowered to two-dimensional ones, since Vulkan has none",
    },
    Row {
        name: "flat-arrays",
        patterns: &["? event Image* *[]*", "? variable *: *[*]"],
        with: Some("- variable *: *[*][*]"),
        reason: "arrays of arrays of resources are lowered to arrays, since Vulkan has none",
    },
    Row {
        name: "depth-of-images",
        patterns: &["? variable UniformConstant *: image f32 *", "? value *: *image f32 *"],
        with: Some("- variable UniformConstant *: image f32 2D 1 *"),
        reason: "Vulkan ignores Depth of an image; glslang sets it for textures that are combined with a shadow sampler",
    },
    Row {
        name: "image-parameters",
        patterns: &[
            "- local *: Coherent",
            "- local *: NonReadable",
            "- local *: NonWritable",
            "- local *: Restrict",
            "- local *: Volatile",
            "? event Image* *",
            "- capability StorageImageWriteWithoutFormat",
            "- capability StorageImageReadWithoutFormat",
        ],
        with: Some("- event Image* parameter *"),
        reason: "functions with image parameters are specialised for the images that they are called with",
    },
    Row {
        name: "queries",
        patterns: &["? event RayQuery*", "- variable Private *"],
        with: Some("- event RayQuery* Private *"),
        reason: "a ray query of one function is its local variable",
    },
    Row {
        name: "payload-locations",
        patterns: &[
            "+ variable RayPayloadKHR *: Location *",
            "+ variable IncomingRayPayloadKHR *: Location *",
            "+ variable CallableDataKHR *: Location *",
            "+ variable IncomingCallableDataKHR *: Location *",
        ],
        with: None,
        reason: "the location in the source is kept; instructions name the variable itself",
    },
    Row {
        name: "volatile-accesses",
        patterns: &[
            "+ load * *: Volatile",
            "+ store * *: Volatile",
            "- load * *: plain",
            "- store * *: plain",
        ],
        with: None,
        reason: "accesses of volatile memory are volatile themselves, which glslang says for Vulkan's memory model only",
    },
    Row {
        name: "limits",
        patterns: &["? private *: f32[*]"],
        with: None,
        reason: "the limits that constants of the language name differ",
    },
    Row {
        name: "ballots",
        patterns: &["+ capability GroupNonUniform", "+ capability GroupNonUniformBallot"],
        with: None,
        reason: "the operations of GL_ARB_shader_ballot are those of SPIR-V 1.3",
    },
    Row {
        name: "built-in-flat",
        patterns: &["- variable Input SampleMask: Flat"],
        with: None,
        reason: "Vulkan asks for Flat on variables of the author only",
    },
];

/// The row that explains a line among all those of a case.
pub(crate) fn find(line: &str, all: &[&str]) -> Option<&'static Row> {
    let is_there = |pattern: &str| all.iter().any(|line| covers(pattern, line));
    ROWS.iter()
        .find(|row| row.patterns.iter().any(|pattern| covers(pattern, line)) && row.with.is_none_or(is_there))
}

/// The reason of the row of this name.
pub(crate) fn reason(name: &str) -> &'static str {
    ROWS.iter().find(|row| row.name == name).map_or("", |row| row.reason)
}

/// True if a pattern covers a line: its subject the subject, and its attribute the attribute.
fn covers(pattern: &str, line: &str) -> bool {
    let either = pattern.strip_prefix("? ");
    let (pattern, line) = match (either, line.get(2..)) {
        (Some(pattern), Some(line)) => (pattern, line),
        _ => (pattern, line),
    };
    match (pattern.split_once(": "), line.split_once(": ")) {
        (Some((subject, attribute)), Some((of, is))) => matches(subject, of) && matches(attribute, is),
        (None, None) => matches(pattern, line),
        _ => false,
    }
}

/// True if a pattern stands for a text. Each `*` takes the least that leaves the rest to match.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let Some((middle, end)) = rest.rsplit_once('*') else { return text.ends_with(rest) };
    for part in middle.split('*') {
        let Some(place) = text.find(part) else { return false };
        text = text.get(place + part.len()..).unwrap_or_default();
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ROWS, covers};
    use crate::beside::board;

    #[test]
    fn patterns_cover() {
        assert!(covers("+ a", "+ a") && !covers("+ a", "+ ab") && !covers("+ a", "- a"));
        assert!(covers("+ a*", "+ ab") && covers("? * b", "- a b") && covers("*: *", "+ a: b"));
        assert!(covers("+ variable * A*: Binding *", "+ variable Uniform A: Binding 3"));
        assert!(!covers("+ variable * A: Binding *", "+ variable Uniform B: Binding 3"));
        assert!(!covers("a*a", "a") && !covers("a*", "ab: c") && !covers("a*: c", "ab"));
    }

    #[test]
    fn each_row_explains_something() {
        let names: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ROWS.len(), "two rows have one name");
        let counted = board::counted_rows();
        let stale: Vec<&&str> = names.iter().filter(|name| !counted.contains(**name)).collect();
        assert!(stale.is_empty(), "no scoreboard counts {stale:?}");
        assert!(ROWS.iter().all(|row| !row.reason.is_empty() && !row.patterns.is_empty()));
    }
}
