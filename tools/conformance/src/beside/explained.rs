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
            "- capability TessellationPointSize",
            "- capability FragmentShadingRateKHR",
            "- extension SPV_KHR_fragment_shading_rate",
        ],
        with: None,
        reason: "glslang declares every member of a block of built-ins; one that is not accessed needs no capability",
    },
    Row {
        name: "unused-constants",
        patterns: &["- specialisation *", "- constant WorkgroupSize"],
        with: None,
        reason: "a constant that nothing refers to is left out; in SPIR-V 1.6 the mode LocalSizeId says what WorkgroupSize did",
    },
    Row {
        name: "shared-constants",
        patterns: &[
            "- specialisation *: called*",
            "- specialisation *: u32 1",
            "? mode LocalSize: *spec*",
            "? constant WorkgroupSize: *spec*",
        ],
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
        patterns: &[
            "- local *: Aliased",
            "- local *: AliasedPointer",
            "- local *: Restrict",
            "- local *: RestrictPointer",
            "- private *: AliasedPointer",
        ],
        with: None,
        reason: "references in variables are integers; the decorations are for pointers in variables",
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
            "? event ImageSparseFetch *: *",
        ],
        with: Some("- capability *Rect"),
        reason: "rectangle textures are lowered to two-dimensional ones, since Vulkan has none",
    },
    Row {
        name: "rectangles-alone",
        patterns: &[
            "+ variable UniformConstant *: image * 2D * 0 0 *",
            "- variable UniformConstant *: image * Rect *",
        ],
        with: Some("- variable UniformConstant *: image * Rect *"),
        reason: "so are rectangle images and textures without sampler",
    },
    Row {
        name: "texel-buffers",
        patterns: &[
            "+ variable UniformConstant *: image * Buffer * 1 Unknown*",
            "- variable UniformConstant *: sampled image * Buffer * 1 Unknown*",
            "- capability SampledBuffer",
        ],
        with: Some("- variable UniformConstant *: sampled image * Buffer * 1 Unknown*"),
        reason: "a texel buffer has no sampler: SPIR-V 1.6 has no sampled image of it",
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
        patterns: &["? event RayQuery*", "- variable Private *", "+ local *"],
        with: Some("- event RayQuery* Private *"),
        reason: "a ray query of one function is its local variable",
    },
    Row {
        name: "query-parameters",
        patterns: &["? event RayQuery*"],
        with: Some("- event RayQuery* parameter *"),
        reason: "functions with parameters that are ray queries are specialised for those that they are called with",
    },
    Row {
        name: "nv-ray-tracing",
        patterns: &[
            "? capability RayTracingKHR",
            "? extension SPV_KHR_ray_tracing",
            "- capability RayTracingNV",
            "- extension SPV_NV_ray_tracing",
        ],
        with: Some("- capability RayTracingNV"),
        reason: "the instructions are those of SPV_KHR_ray_tracing, which all devices with ray tracing have",
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
        patterns: &[
            "? private *: f32[*]",
            "? variable Output gl_FragData: f32x4[*]",
            "+ variable Output gl_FragData: Location 0",
        ],
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
    Row {
        name: "alignments",
        patterns: &["? alignment load reference *: *", "? alignment store reference *: *"],
        with: None,
        reason: "the alignment follows from that of the reference, offsets and strides; glslang states less, for some even 0",
    },
    Row {
        name: "first-stream",
        patterns: &["- variable Output *: Stream 0"],
        with: None,
        reason: "an output without Stream is of stream 0",
    },
    Row {
        name: "core-extensions",
        patterns: &["- extension SPV_EXT_demote_to_helper_invocation"],
        with: None,
        reason: "SPIR-V 1.6 has it without the extension",
    },
    Row {
        name: "volatile-image-atomics",
        patterns: &["+ event Atomic* UniformConstant *: volatile"],
        with: None,
        reason: "atomics on volatile images are volatile (GL_KHR_memory_scope_semantics, Mapping to SPIR-V); glslang says it of buffers only",
    },
    Row {
        name: "late-memory-model",
        patterns: &[
            "- variable UniformConstant *: Coherent",
            "+ capability VulkanMemoryModelDeviceScope",
            "+ event Image* UniformConstant *: *NonPrivateTexel*",
            "- event Image* UniformConstant *: ",
        ],
        with: Some("- variable UniformConstant *: Coherent"),
        reason: "glslang declares images before it sees that a shader is of Vulkan's memory model, and decorates them instead of accesses",
    },
    Row {
        name: "coherent-built-ins",
        patterns: &["- variable Input *: Coherent"],
        with: None,
        reason: "Volatile says that a built-in changes; nobody writes it, so that there is nothing to be coherent with",
    },
    Row {
        name: "default-precision",
        patterns: &["- relaxed *"],
        with: None,
        reason: "outside of ESSL, what has no precision is highp (GL_KHR_vulkan_glsl section 4.7.4); glslang gives it that of what it is combined with",
    },
    Row {
        name: "interpolants",
        patterns: &["? value InterpolateAt*: *"],
        with: None,
        reason: "only the interpolant has a say in the precision of interpolateAt functions (ESSL 3.20 chapter 8)",
    },
    Row {
        name: "comma",
        patterns: &["? value *Private uniform_high*: i32*", "? value IAdd(sum, *): i32*"],
        with: Some("+ value CompositeConstruct(Private uniform_high, Private uniform_high): i32x2"),
        reason: "glslang takes the precision of a comma expression from its left operand",
    },
    Row {
        name: "constructors",
        patterns: &["? value CompositeConstruct(Input v_val, *): f32x4*"],
        with: None,
        reason: "a constructor is as precise as its highp operand (ESSL 3.20 section 4.7.3); glslang takes the precision of what it is assigned to",
    },
    Row {
        name: "constant-precision",
        patterns: &["? value FMul(Input x, 1.0009766): f32*"],
        with: None,
        reason: "a component of a highp constant is highp; glslang keeps no precision of constants",
    },
    Row {
        name: "comparisons",
        patterns: &["? value FOrdGreaterThan(*): boolx*"],
        with: None,
        reason: "a Boolean has no precision (ESSL 3.20 section 4.7.3)",
    },
    Row {
        name: "packed-halves",
        patterns: &["? value PackHalf2x16(*): u32*"],
        with: None,
        reason: "what packHalf2x16 returns is highp (ESSL 3.20 section 8.4)",
    },
    Row {
        name: "strides-of-built-ins",
        patterns: &["? variable Output Position: XfbStride *", "? variable Output PointSize: XfbStride *"],
        with: None,
        reason: "xfb_stride says the stride; glslang computes one from the built-ins of the block",
    },
    Row {
        name: "exact-dots",
        patterns: &["+ value Dot(*): f* NoContraction", "- value Dot(*): f32"],
        with: None,
        reason: "a dot product is arithmetic that can be contracted; glslang marks operators only",
    },
    Row {
        name: "nonuniform-combinations",
        patterns: &[
            "+ uniformity SampledImage UniformConstant *[]: NonUniform",
            "- uniformity SampledImage UniformConstant *[]: uniform",
        ],
        with: None,
        reason: "a texture that differs among invocations makes a combination with a sampler that does (Vulkan, NonUniform)",
    },
    Row {
        name: "nonuniform-flow",
        patterns: &["- uniformity AccessChain *[]*: uniform", "- uniformity Load *[]*: uniform"],
        with: None,
        reason: "values that functions return and that are chosen among are followed to what is nonuniformEXT",
    },
    Row {
        name: "nonuniform-elements",
        patterns: &["+ uniformity AccessChain Buffer *[].*[]: uniform"],
        with: None,
        reason: "an index into an array in a block chooses no resource",
    },
    Row {
        name: "narrow-storage",
        patterns: &["+ capability StorageBuffer8BitAccess", "- capability UniformAndStorageBuffer8BitAccess"],
        with: Some("- capability UniformAndStorageBuffer8BitAccess"),
        reason: "storage buffers need less than uniform blocks",
    },
    Row {
        name: "readonly-uniforms",
        patterns: &["+ member Uniform *: NonWritable"],
        with: None,
        reason: "a uniform block that is readonly is said to be",
    },
    Row {
        name: "runtime-descriptors",
        patterns: &["- capability RuntimeDescriptorArray", "- extension SPV_EXT_descriptor_indexing"],
        with: None,
        reason: "glslang takes an array behind a reference for one of descriptors",
    },
    Row {
        name: "implicit-sizes",
        patterns: &["+ variable * *: *[]", "- variable * *: *[*]"],
        with: Some("+ variable * *: *[]"),
        reason: "with GL_EXT_nonuniform_qualifier an array without size is one of the run time, though only constants index it",
    },
    Row {
        name: "unused-references",
        patterns: &[
            "+ memory model: Logical *",
            "- memory model: PhysicalStorageBuffer64 *",
            "- capability PhysicalStorageBufferAddresses",
        ],
        with: Some("- capability PhysicalStorageBufferAddresses"),
        reason: "a shader without buffer references does without their addresses, though it enables an extension that has them",
    },
    Row {
        name: "opaque-members",
        patterns: &[
            "+ variable UniformConstant *.*",
            "- member UniformConstant *.*",
            "- variable UniformConstant *",
        ],
        with: Some("- member UniformConstant *.*"),
        reason: "resources in structs are lowered to variables, since Vulkan has no structs of them",
    },
    Row {
        name: "strides-of-others",
        patterns: &[
            "- member Output *: ArrayStride * of dimension *",
            "- member Private *: ArrayStride * of dimension *",
            "- variable Input *: ArrayStride * of dimension *",
        ],
        with: None,
        reason: "an array outside of a block has no layout; glslang gives it that of the same type elsewhere",
    },
    Row {
        name: "storage-buffer-pragma",
        patterns: &[
            "+ variable Buffer *: BufferBlock",
            "- variable Buffer *: Block",
            "- extension SPV_KHR_storage_buffer_storage_class",
        ],
        with: Some("- extension SPV_KHR_storage_buffer_storage_class"),
        reason: "`#pragma use_storage_buffer` asks for an extension of SPIR-V 1.0, where a block of class Uniform does",
    },
    Row {
        name: "terminations",
        patterns: &[
            "+ event Kill",
            "- event TerminateInvocation",
            "- extension SPV_KHR_terminate_invocation",
        ],
        with: Some("- event TerminateInvocation"),
        reason: "before SPIR-V 1.6, OpKill means the same without an extension",
    },
    Row {
        name: "late-hints",
        patterns: &["- loop control DependencyInfinite"],
        with: None,
        reason: "SPIR-V 1.0 has no such hint",
    },
    Row {
        name: "narrow-arithmetic",
        patterns: &["+ capability Float16", "+ capability Int16", "+ capability Int8"],
        with: None,
        reason: "arithmetic on narrow types needs their capability, that on specialisation constants and by extended instructions too; glslang leaves it out for these",
    },
    Row {
        name: "instruction-sets",
        patterns: &["- extension NonSemantic.*"],
        with: None,
        reason: "it names a set of instructions, which is imported, no extension of SPIR-V",
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
    fn scoreboards_have_nothing_unexplained() {
        let boards = board::committed();
        assert!(boards.len() >= 2, "the scoreboards are missing");
        for text in &boards {
            assert_eq!(board::unexplained_lines(text), [""; 0]);
        }
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
