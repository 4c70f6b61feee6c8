//! Indices out of bounds, from a table: each kind of memory, each operation on it, indices behind the end and below the start,
//! under each policy of `bound_indices`. Each combination is a test of its own.

pub(super) mod device;

use std::fmt::Write;

/// A kind of memory. Its parts hold 10, 11, 12 and so on.
struct Shape {
    name: &'static str,
    /// The extension of a shader's name.
    stage: &'static str,
    /// Lines of the header.
    header: String,
    declarations: String,
    /// Statements that give the parts their values.
    setup: String,
    /// The type of a part.
    ty: &'static str,
    /// The parts.
    parts: Vec<String>,
    /// A part by an index, which is `#`.
    access: &'static str,
    /// The length that the index has to be below.
    length: i64,
    /// The position of the part that the last index chooses.
    last: usize,
    ops: &'static [Op],
}

/// An operation on a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Read,
    Write,
    /// Reads and writes.
    Add,
    Atomic,
    /// Passes the place to a function.
    Argument,
}

const READ: &[Op] = &[Op::Read];
const ALL: &[Op] = &[Op::Read, Op::Write, Op::Add, Op::Argument];
const ATOMIC: &[Op] = &[Op::Read, Op::Write, Op::Add, Op::Argument, Op::Atomic];

impl Op {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Add => "add",
            Self::Atomic => "atomic",
            Self::Argument => "argument",
        }
    }

    /// The statement on a place.
    fn statement(self, place: &str, ty: &str) -> String {
        match self {
            Self::Read => format!("result[0] = int({place});"),
            Self::Write => format!("{place} = {ty}(77);"),
            Self::Add => format!("{place} += {ty}(7);"),
            Self::Atomic => format!("result[0] = atomicAdd({place}, 5);"),
            Self::Argument => format!("change({place});"),
        }
    }

    /// The number that a part holds behind the operation.
    fn after(self, before: i64) -> i64 {
        match self {
            Self::Read => before,
            Self::Write => 77,
            Self::Add => before + 7,
            Self::Atomic => before + 5,
            Self::Argument => 99,
        }
    }
}

/// Indices out of bounds, as integers of the shader, for a length.
fn indices(length: i64) -> [(&'static str, i64, &'static str); 6] {
    [
        ("behind", length, "index"),
        ("below", -1, "index"),
        ("far", 100_000, "index"),
        ("least", i64::from(i32::MIN), "index"),
        ("greatest", i64::from(i32::MAX), "index"),
        ("unsigned", -2, "uint(index)"),
    ]
}

/// Indices that each operation on a kind of memory is tried with.
const TRIED: usize = 2;

/// The name, the stage and the source of each test.
pub(super) fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for shape in shapes() {
        for &op in shape.ops {
            for policy in ["clamp", "skip"] {
                for turn in 0..TRIED {
                    let choice = (all.len() + 2 * turn) % 6;
                    let (name, value, index) = indices(shape.length)[choice];
                    let name = format!("{}/{}_{}_{}.{}", shape.name, op.name(), name, policy, shape.stage);
                    if all.iter().all(|(known, _)| *known != name) {
                        all.push((name, source(&shape, op, policy, value, index)));
                    }
                }
            }
        }
    }
    all
}

/// The shader of a test, with its header.
fn source(shape: &Shape, op: Op, policy: &str, value: i64, index: &str) -> String {
    let is_skipped = policy == "skip";
    let last = 10 + shape.last as i64;
    let found = if is_skipped || !matches!(op, Op::Read | Op::Atomic) { 0 } else { last };
    let after = op.after(last);
    let mut expected = format!("{found}");
    for at in 0..shape.parts.len() {
        let value = if at == shape.last && !is_skipped { after } else { 10 + at as i64 };
        let _ = write!(expected, " {value}");
    }
    let mut dump = String::new();
    for (at, part) in shape.parts.iter().enumerate() {
        let _ = writeln!(dump, "    result[{}] = int({part});", at + 1);
    }
    let header = format!("// options: set bound_indices.all={policy}\n// expect buffer Result: {expected}\n");
    shader(shape, op, (value, index), &header, &dump)
}

/// The shader around an operation: lines of its header, and the statements behind the operation.
fn shader(shape: &Shape, op: Op, (value, index): (i64, &str), header: &str, behind: &str) -> String {
    let statement = op.statement(&shape.access.replace('#', index), shape.ty);
    let ty = shape.ty;
    format!(
        "#version 450\n// passes: bound_indices\n{header}{}\
         // buffer Index: {value}\n// without: undefined\n\
         layout(std430, binding = 8) buffer Index {{ int index; }};\n\
         layout(std430, binding = 9) buffer Result {{ int result[]; }};\n{}\
         void change(inout {ty} part) {{ part = {ty}(99); }}\n\
         void main() {{\n{}    {statement}\n{behind}}}\n",
        shape.header, shape.declarations, shape.setup
    )
}

fn numbers(count: usize) -> String {
    (0..count).map(|at| (10 + at).to_string()).collect::<Vec<_>>().join(" ")
}

/// A variable whose parts the shader sets.
fn variable(
    name: &'static str,
    declaration: &str,
    is_local: bool,
    ty: &'static str,
    parts: &[&str],
    (access, length, last): (&'static str, i64, usize),
    ops: &'static [Op],
) -> Shape {
    let parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
    let mut setup = if is_local { format!("    {declaration}\n") } else { String::new() };
    for (at, part) in parts.iter().enumerate() {
        let _ = writeln!(setup, "    {part} = {ty}({});", 10 + at);
    }
    let declarations = if is_local { String::new() } else { format!("{declaration}\n") };
    let header = String::new();
    Shape { name, stage: "comp", header, declarations, setup, ty, parts, access, length, last, ops }
}

/// Memory that is bound, with its contents in the header.
fn bound(
    name: &'static str,
    header: String,
    declaration: &str,
    ty: &'static str,
    parts: &[&str],
    (access, length, last): (&'static str, i64, usize),
    ops: &'static [Op],
) -> Shape {
    Shape {
        name,
        stage: "comp",
        header,
        declarations: format!("{declaration}\n"),
        setup: String::new(),
        ty,
        parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        access,
        length,
        last,
        ops,
    }
}

fn shapes() -> Vec<Shape> {
    let m4 = ["m[0]", "m[1]", "m[2]", "m[3]"];
    let m3x2 = ["m[0][0]", "m[0][1]", "m[1][0]", "m[1][1]", "m[2][0]", "m[2][1]"];
    let pairs = ["m[0].a", "m[0].b[0]", "m[0].b[1]", "m[1].a", "m[1].b[0]", "m[1].b[1]"];
    let mut all = variables(&m4, &m3x2, &pairs);
    all.extend(blocks(&m4, &m3x2, &pairs));
    all
}

fn variables(m4: &[&str], m3x2: &[&str], pairs: &[&str]) -> Vec<Shape> {
    let pair = "struct Pair { int a; int b[2]; };";
    let mut all = vec![
        variable("local_array", "int m[4];", true, "int", m4, ("m[#]", 4, 3), ALL),
        variable("local_vector", "ivec4 m;", true, "int", m4, ("m[#]", 4, 3), ALL),
        variable("local_matrix_column", "mat3x2 m;", true, "float", m3x2, ("m[#][1]", 3, 5), ALL),
        variable("local_matrix_row", "mat3x2 m;", true, "float", m3x2, ("m[1][#]", 2, 3), ALL),
        variable("local_outer_array", "int m[3][2];", true, "int", m3x2, ("m[#][0]", 3, 4), ALL),
        variable("local_inner_array", "int m[3][2];", true, "int", m3x2, ("m[0][#]", 2, 1), ALL),
        variable("private_array", "float m[4];", false, "float", m4, ("m[#]", 4, 3), ALL),
        variable("private_vectors", "ivec2 m[3];", false, "int", m3x2, ("m[#].x", 3, 4), ALL),
        variable("private_components", "uvec2 m[3];", false, "uint", m3x2, ("m[2][#]", 2, 5), ALL),
        variable("shared_array", "shared int m[4];", false, "int", m4, ("m[#]", 4, 3), ATOMIC),
        variable("shared_vectors", "shared ivec2 m[3];", false, "int", m3x2, ("m[#][0]", 3, 4), ALL),
        variable("shared_components", "shared ivec2 m[3];", false, "int", m3x2, ("m[1][#]", 2, 3), ALL),
        variable(
            "local_double",
            "dvec2 m[3];",
            true,
            "double",
            m3x2,
            ("m[#].y", 3, 5),
            &[Op::Read, Op::Write],
        ),
        variable("specialized", "const int n = 4; int m[n];", false, "int", m4, ("m[#]", 4, 3), ALL),
    ];
    for (name, access, length, last) in
        [("shared_structs", "m[#].b[0]", 2, 4), ("shared_members", "m[0].b[#]", 2, 2)]
    {
        let declaration = format!("{pair}\nshared Pair m[2];");
        all.push(variable(name, &declaration, false, "int", pairs, (access, length, last), ATOMIC));
    }
    let constants = "const int m[4] = int[](10, 11, 12, 13);";
    all.push(bound("constant_array", String::new(), constants, "int", m4, ("m[#]", 4, 3), READ));
    let passed = "int m[4] = int[](10, 11, 12, 13);\nint get(int all[4], int i) { return all[i]; }\n\
                  int get(int all[4], uint i) { return all[i]; }";
    all.push(bound("parameter_array", String::new(), passed, "int", m4, ("get(m, #)", 4, 3), READ));
    let vector = "ivec4 get() { return ivec4(10, 11, 12, 13); }";
    let components = ["get().x", "get().y", "get().z", "get().w"];
    all.push(bound("returned_vector", String::new(), vector, "int", &components, ("get()[#]", 4, 3), READ));
    all
}

fn blocks(m4: &[&str], m3x2: &[&str], pairs: &[&str]) -> Vec<Shape> {
    let of = |name: &str, count: usize| format!("// buffer {name}: {}\n", numbers(count));
    let pair = "struct Pair { int a; int b[2]; };";
    let spaced: Vec<String> = (10..14).map(|number| format!("{number} 0 0 0")).collect();
    let spaced = format!("// buffer Data: {}\n", spaced.join(" "));
    let floats: Vec<String> = (10..16).map(|number| format!("{number}.0")).collect();
    let floats = format!("// buffer Data: {}\n", floats.join(" "));
    let elements: String =
        (0..3).map(|at| format!("// buffer Data[{at}]: {0} {1}\n", 10 + 2 * at, 11 + 2 * at)).collect();
    let block_parts = ["d[0].m[0]", "d[0].m[1]", "d[1].m[0]", "d[1].m[1]", "d[2].m[0]", "d[2].m[1]"];
    let storage = "layout(std430, binding = 0) buffer Data";
    let mut all = vec![
        bound(
            "storage_array",
            of("Data", 4),
            &format!("{storage} {{ int m[4]; }};"),
            "int",
            m4,
            ("m[#]", 4, 3),
            ATOMIC,
        ),
        bound(
            "storage_runtime_array",
            of("Data", 4),
            &format!("{storage} {{ int m[]; }};"),
            "int",
            m4,
            ("m[#]", 4, 3),
            ATOMIC,
        ),
        bound(
            "storage_runtime_vectors",
            of("Data", 6),
            &format!("{storage} {{ ivec2 m[]; }};"),
            "int",
            m3x2,
            ("m[#].y", 3, 5),
            ALL,
        ),
        bound(
            "storage_runtime_components",
            of("Data", 6),
            &format!("{storage} {{ uvec2 m[]; }};"),
            "uint",
            m3x2,
            ("m[1][#]", 2, 3),
            ALL,
        ),
        bound(
            "storage_runtime_rows",
            of("Data", 6),
            &format!("{storage} {{ int m[][2]; }};"),
            "int",
            m3x2,
            ("m[#][1]", 3, 5),
            ALL,
        ),
        bound(
            "storage_vector",
            of("Data", 4),
            &format!("{storage} {{ ivec4 m; }};"),
            "int",
            m4,
            ("m[#]", 4, 3),
            ALL,
        ),
        bound(
            "storage_matrix_column",
            floats.clone(),
            &format!("{storage} {{ mat3x2 m; }};"),
            "float",
            m3x2,
            ("m[#][0]", 3, 4),
            ALL,
        ),
        bound(
            "storage_matrix_row",
            floats,
            &format!("{storage} {{ mat3x2 m; }};"),
            "float",
            m3x2,
            ("m[2][#]", 2, 5),
            ALL,
        ),
        bound(
            "storage_structs",
            of("Data", 6),
            &format!("{pair}\n{storage} {{ Pair m[2]; }};"),
            "int",
            pairs,
            ("m[#].a", 2, 3),
            ATOMIC,
        ),
        bound(
            "storage_runtime_structs",
            of("Data", 6),
            &format!("{pair}\n{storage} {{ Pair m[]; }};"),
            "int",
            pairs,
            ("m[#].b[1]", 2, 5),
            ATOMIC,
        ),
        bound(
            "storage_members",
            of("Data", 6),
            &format!("{pair}\n{storage} {{ Pair m[]; }};"),
            "int",
            pairs,
            ("m[0].b[#]", 2, 2),
            ATOMIC,
        ),
        bound(
            "storage_blocks",
            elements.clone(),
            &format!("{storage} {{ int m[2]; }} d[3];"),
            "int",
            &block_parts,
            ("d[#].m[0]", 3, 4),
            ATOMIC,
        ),
        bound(
            "storage_of_blocks",
            elements.clone(),
            &format!("{storage} {{ int m[2]; }} d[3];"),
            "int",
            &block_parts,
            ("d[1].m[#]", 2, 3),
            ATOMIC,
        ),
        bound(
            "runtime_of_blocks",
            elements,
            &format!("{storage} {{ int m[]; }} d[3];"),
            "int",
            &block_parts,
            ("d[#].m[index]", 3, 5),
            ATOMIC,
        ),
        bound(
            "uniform_array",
            spaced.clone(),
            "layout(std140, binding = 0) uniform Data { int m[4]; };",
            "int",
            m4,
            ("m[#]", 4, 3),
            READ,
        ),
        bound(
            "uniform_vector",
            of("Data", 4),
            "layout(binding = 0) uniform Data { ivec4 m; };",
            "int",
            m4,
            ("m[#]", 4, 3),
            READ,
        ),
        bound(
            "push_constant_array",
            of("Data", 4),
            "layout(push_constant, std430) uniform Data { int m[4]; };",
            "int",
            m4,
            ("m[#]", 4, 3),
            READ,
        ),
        bound(
            "push_constant_vector",
            of("Data", 4),
            "layout(push_constant) uniform Data { ivec4 m; };",
            "int",
            m4,
            ("m[#]", 4, 3),
            READ,
        ),
    ];
    let uniforms: String = (0..4).map(|at| format!("// buffer Data[{at}]: {} 0 0 0\n", 10 + at)).collect();
    let parts = ["d[0].m", "d[1].m", "d[2].m", "d[3].m"];
    let declaration = "layout(binding = 0) uniform Data { int m; } d[4];";
    all.push(bound("uniform_blocks", uniforms, declaration, "int", &parts, ("d[#].m", 4, 3), READ));
    let input = format!("// input m: {}\n", numbers(4));
    let declaration = "layout(location = 0) flat in int m[4];";
    let fragment = bound("fragment_inputs", input.clone(), declaration, "int", m4, ("m[#]", 4, 3), READ);
    all.push(Shape { stage: "frag", ..fragment });
    let declaration = "layout(location = 0) in int m[4];";
    let vertex = bound("vertex_inputs", input, declaration, "int", m4, ("m[#]", 4, 3), READ);
    all.push(Shape { stage: "vert", ..vertex });
    let declaration = "layout(location = 0) flat out int m[4];";
    let outputs = variable("vertex_outputs", declaration, false, "int", m4, ("m[#]", 4, 3), ALL);
    all.push(Shape { stage: "vert", ..outputs });
    all
}

/// An image, and a coordinate of which one number is `#`. Its texels are 1, 2, 3 and so on.
struct Image {
    name: &'static str,
    /// Behind `image t:` in the header.
    contents: &'static str,
    /// Its type without a prefix: `2DArray`.
    kind: &'static str,
    /// The operands behind the image.
    operands: &'static str,
    length: i64,
    /// The texel that the last coordinate chooses.
    last: u32,
    /// The number of texels.
    count: u32,
}

const fn image(
    name: &'static str,
    (contents, kind): (&'static str, &'static str),
    operands: &'static str,
    (length, last, count): (i64, u32, u32),
) -> Image {
    Image { name, contents, kind, operands, length, last, count }
}

const LINE: (&str, &str) = ("r32 4", "1D");
const FLAT: (&str, &str) = ("r32 3x2", "2D");
const SOLID: (&str, &str) = ("r32 2x2x3", "3D");
const LAYERS: (&str, &str) = ("r32 2x2 layers 3", "2DArray");
const TEXELS: (&str, &str) = ("r32 5", "Buffer");
const LEVELS: (&str, &str) = ("r32 4x4 levels 3", "2D");

/// Textures that are fetched from.
const FETCHED: &[Image] = &[
    image("line", LINE, "#, 0", (4, 4, 4)),
    image("column", FLAT, "ivec2(#, 1), 0", (3, 6, 6)),
    image("row", FLAT, "ivec2(1, #), 0", (2, 5, 6)),
    image("both", FLAT, "ivec2(#), 0", (3, 6, 6)),
    image("depth", SOLID, "ivec3(1, 0, #), 0", (3, 10, 12)),
    image("line_layer", ("r32 3 layers 2", "1DArray"), "ivec2(1, #), 0", (2, 5, 6)),
    image("layer", LAYERS, "ivec3(0, 1, #), 0", (3, 11, 12)),
    image("column_of_layer", LAYERS, "ivec3(#, 1, 1), 0", (2, 8, 12)),
    image("texels", TEXELS, "#", (5, 5, 5)),
    image("level", LEVELS, "ivec2(0, 0), #", (3, 21, 21)),
    image("column_of_level", LEVELS, "ivec2(#, 0), 1", (2, 18, 21)),
    image("sample", ("r32 2x2 samples 4 = 4*1", "2DMS"), "ivec2(1, 0), #", (4, 1, 4)),
    image("column_of_samples", ("r32 2x2 samples 4 = 4*1", "2DMS"), "ivec2(#, 1), 2", (2, 1, 4)),
];

/// Storage images.
const STORED: &[Image] = &[
    image("line", LINE, "#", (4, 4, 4)),
    image("column", FLAT, "ivec2(#, 1)", (3, 6, 6)),
    image("row", FLAT, "ivec2(1, #)", (2, 5, 6)),
    image("depth", SOLID, "ivec3(1, 0, #)", (3, 10, 12)),
    image("layer", LAYERS, "ivec3(0, 1, #)", (3, 11, 12)),
    image("texels", TEXELS, "#", (5, 5, 5)),
    image("face", ("r32 2x2 layers 6", "Cube"), "ivec3(0, 1, #)", (6, 23, 24)),
    image("layer_face", ("r32 2x2 layers 12", "CubeArray"), "ivec3(0, 1, #)", (12, 47, 48)),
];

/// The names and sources of tests on images.
pub(super) fn image_sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (images, ops) in [(FETCHED, &["fetch"][..]), (STORED, &["load", "store", "atomic"])] {
        for image in images {
            for &op in ops {
                for policy in ["clamp", "skip"] {
                    for turn in 0..2 {
                        let (name, value, _) = indices(image.length)[(all.len() + 2 * turn) % 5];
                        let name = format!("{op}/{}_{name}_{policy}.comp", image.name);
                        if all.iter().all(|(known, _)| *known != name) {
                            all.push((name, image_source(image, op, policy, value)));
                        }
                    }
                }
            }
        }
    }
    all
}

fn image_source(image: &Image, op: &str, policy: &str, value: i64) -> String {
    let (found, after) = match op {
        "fetch" | "load" => (image.last, image.last),
        "store" => (0, 77),
        _ => (image.last, image.last + 5),
    };
    let is_skipped = policy == "skip";
    let texel = |at: u32| match at {
        // The texels of an image with several samples are all the same.
        _ if image.kind == "2DMS" => 1,
        at if at == image.last && !is_skipped => after,
        at => at,
    };
    let texels: Vec<String> = (1..=image.count).map(|at| texel(at).to_string()).collect();
    // Outside of an image, a store has no effect; but a driver need not see to that.
    let fault = match (op, policy) {
        ("store", "skip") => "same",
        ("store", _) => "other",
        _ => "undefined",
    };
    let result = if is_skipped { 0 } else { found };
    let header = format!(
        "// options: set bound_indices.all={policy}\n// expect image t: {}\n\
         // expect buffer Result: {result}\n// without: {fault}\n",
        texels.join(" ")
    );
    image_shader(image, op, value, &header, "")
}

/// The shader around an operation on an image: lines of its header, and the statement behind the operation.
fn image_shader(image: &Image, op: &str, value: i64, header: &str, behind: &str) -> String {
    let operands = image.operands.replace('#', "index");
    let statement = match op {
        "fetch" => format!("result = int(texelFetch(t, {operands}).x);"),
        "load" => format!("result = int(imageLoad(t, {operands}).x);"),
        "store" => format!("imageStore(t, {operands}, uvec4(77));"),
        _ => format!("result = int(imageAtomicAdd(t, {operands}, 5u));"),
    };
    let (format, prefix) = if op == "fetch" { ("", "usampler") } else { (", r32ui", "uimage") };
    format!(
        "#version 450\n// passes: bound_indices\n{header}// image t: {}\n// buffer Index: {value}\n\
         layout(binding = 0{format}) uniform {prefix}{} t;\n\
         layout(std430, binding = 8) buffer Index {{ int index; }};\n\
         layout(std430, binding = 9) buffer Result {{ int result; }};\n\
         void main() {{ {statement}{behind} }}\n",
        image.contents, image.kind
    )
}
