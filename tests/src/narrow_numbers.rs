//! Numbers of 8 and 16 bits in every form: each asks for the capabilities that it needs, and no storage form for
//! arithmetic.
//!
//! Each form is a piece of GLSL that is tried with every narrow type. A form is compiled at one level and for one target,
//! which go round; with `VITRUM_TARGETS=all` at every level and for every target.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options, SpirvError, Stage, Target};

use crate::caught;
use crate::judges::Judges;
use crate::words::{Inst, instructions};

const INT_8: u32 = 39;
const INT_16: u32 = 22;
const FLOAT_16: u32 = 9;

/// A narrow type: its name, the prefix of its vectors, and the capability of arithmetic on it.
struct Type {
    name: &'static str,
    vector: &'static str,
    arithmetic: u32,
    is_float: bool,
}

const TYPES: &[Type] = &[
    Type { name: "int8_t", vector: "i8vec", arithmetic: INT_8, is_float: false },
    Type { name: "uint8_t", vector: "u8vec", arithmetic: INT_8, is_float: false },
    Type { name: "int16_t", vector: "i16vec", arithmetic: INT_16, is_float: false },
    Type { name: "uint16_t", vector: "u16vec", arithmetic: INT_16, is_float: false },
    Type { name: "float16_t", vector: "f16vec", arithmetic: FLOAT_16, is_float: true },
];

/// For which types a form makes sense.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    All,
    Integers,
    Floats,
    /// The one of this name.
    Only(&'static str),
}

/// True if a form is arithmetic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Storage capabilities are enough at every level.
    Storage,
    Arithmetic,
}

struct Form {
    name: &'static str,
    of: For,
    needs: Needs,
    /// Declarations besides those that all forms have.
    declarations: &'static str,
    /// Functions' bodies: that of `main`.
    body: &'static str,
}

const fn storage(name: &'static str, declarations: &'static str, body: &'static str) -> Form {
    Form { name, of: For::All, needs: Needs::Storage, declarations, body }
}

const fn arithmetic(name: &'static str, declarations: &'static str, body: &'static str) -> Form {
    Form { name, of: For::All, needs: Needs::Arithmetic, declarations, body }
}

const fn only(of: For, name: &'static str, body: &'static str) -> Form {
    Form { name, of, needs: Needs::Arithmetic, declarations: "", body }
}

const STRUCTS: &str = "struct S { T x; float y; T z[2]; }; layout(std430, binding = 3) buffer W { S s[2]; };";
const VECTORS: &str = "layout(std430, binding = 3) buffer W { V2 v; V4 w; V3 t; };";
const ARRAYS: &str = "layout(std430, binding = 3) buffer W { T q[4]; T r[4]; };";

/// `T` stands for the type, `V` for the prefix of its vectors, `WIDE` for the type of 32 bits of the same kind.
const FORMS: &[Form] = &[
    storage("copy", "", "a[1] = a[0];"),
    storage("widen", "", "wide = WIDE(a[0]);"),
    storage("narrow", "", "a[0] = T(wide);"),
    storage("copy vectors", VECTORS, "w = w; v = v; t = t;"),
    storage("widen vectors", VECTORS, "wide4 = WIDE4(w);"),
    storage("push constant", "layout(push_constant) uniform P { T p; };", "wide = WIDE(p);"),
    storage("uniform", "layout(std140, binding = 3) uniform U { T p; };", "a[0] = p;"),
    storage("component", VECTORS, "w.y = w.x;"),
    storage(
        "buffer reference",
        "layout(buffer_reference, std430) buffer R { T x; }; layout(push_constant) uniform P { R r; };",
        "a[0] = r.x; r.x = T(wide); wide = WIDE(r.x);",
    ),
    arithmetic("less", "", "g = a[0] < a[1] ? 1 : 0;"),
    arithmetic("equal", "", "g = a[0] == a[1] ? 1 : 0;"),
    arithmetic("unequal", "", "if (a[0] != T(0)) g = 1;"),
    arithmetic("to float", "", "f = float(a[0] + a[1]);"),
    arithmetic("to int", "", "g = int(a[0] + a[1]);"),
    arithmetic("to double", "", "d = double(a[0] + a[1]);"),
    arithmetic("to bool", "", "g = bool(a[0]) ? 2 : 1;"),
    arithmetic("from bool", "", "a[0] = T(g > 1);"),
    arithmetic("to wide", "", "l = int64_t(a[0] + a[1]);"),
    arithmetic("sum", "", "a[0] = a[1] + a[2];"),
    arithmetic("negation", "", "a[0] = -a[1];"),
    arithmetic("constant", "", "a[0] = T(3);"),
    arithmetic("choice", "", "a[0] = g > 0 ? a[1] : a[2];"),
    arithmetic("mix", "", "a[0] = mix(a[1], a[2], g > 3);"),
    arithmetic("if", "", "T x = a[0]; if (g > 1) { x = a[1]; f = 1.0; } a[2] = x;"),
    arithmetic(
        "loop",
        "",
        "T x = a[0]; for (int i = 0; i < g; i++) { T y = a[i]; if (f > 1.0) x = y; } a[2] = x;",
    ),
    arithmetic(
        "switch",
        "",
        "T x = a[0]; switch (g) { case 1: x = a[1]; break; case 4: x = a[5]; } a[2] = x;",
    ),
    arithmetic("copy structs", STRUCTS, "s[0] = s[1];"),
    arithmetic("struct constructor", STRUCTS, "s[0] = S(a[0], f, T[2](a[1], a[2]));"),
    arithmetic("compare structs", STRUCTS, "g = s[0] == s[1] ? 1 : 0;"),
    arithmetic("copy arrays", ARRAYS, "q = r;"),
    arithmetic("compare arrays", ARRAYS, "g = q == r ? 1 : 0;"),
    arithmetic("array constructor", ARRAYS, "q = T[4](a[0], a[1], a[2], a[3]);"),
    arithmetic("index array", "", "T x[3] = T[3](a[0], a[1], a[2]); a[3] = x[g];"),
    arithmetic("vector constructor", VECTORS, "w = V4(a[0], a[1], v);"),
    arithmetic("swizzle", VECTORS, "w = w.wzyx;"),
    arithmetic("swizzled store", VECTORS, "w.zx = v;"),
    arithmetic("compare vectors", VECTORS, "g = w == w.yxwz ? 1 : 0;"),
    arithmetic("vector equal", VECTORS, "g = all(equal(w, w.yyyy)) ? 1 : 0;"),
    arithmetic("index vector", VECTORS, "T x = w[g]; a[0] = x + x;"),
    arithmetic("parameter", "void h(T x) { a[0] = x; }", "h(a[1]);"),
    arithmetic("out parameter", "void h(out T x) { x = a[0]; }", "T y; h(y); a[1] = y;"),
    arithmetic("result", "T h() { return a[0]; }", "a[1] = h();"),
    arithmetic("private variable", "T x;", "x = a[0]; barrier(); a[g] = x; x = a[1]; a[2] = x;"),
    arithmetic(
        "shared variable",
        "shared T x[8];",
        "x[gl_LocalInvocationIndex] = a[0]; barrier(); a[1] = x[g];",
    ),
    arithmetic("constant table", "const T table[3] = T[3](T(1), T(2), T(3));", "a[0] = table[g];"),
    arithmetic("specialisation constant", "layout(constant_id = 0) const int k = 3;", "a[0] = T(k) + T(1);"),
    arithmetic("undefined", "", "T x; if (g > 0) x = a[0]; a[1] = x + x;"),
    arithmetic("return early", "T h() { if (g > 0) return a[0]; f = 2.0; return a[1]; }", "a[2] = h();"),
    arithmetic("abs, min, max", "", "a[0] = max(min(a[1], a[2]), a[3]); a[4] = clamp(a[5], a[6], a[7]);"),
    only(For::Integers, "bits", "a[0] = (a[1] & a[2]) | (a[3] ^ ~a[4]); a[5] = a[6] << 1;"),
    only(For::Integers, "remainder", "a[0] = a[1] % a[2]; a[3] = a[4] / a[5];"),
    only(For::Integers, "from float", "a[0] = T(f);"),
    only(For::Integers, "other sign", "u = uint(uint16_t(a[0])) + uint(uint8_t(a[1]));"),
    only(For::Integers, "as float", "f = float(a[0]);"),
    only(For::Integers, "as double", "d = double(a[0]);"),
    only(For::Integers, "from double", "a[0] = T(d);"),
    only(For::Floats, "as int", "g = int(a[0]);"),
    only(For::Floats, "as uint", "u = uint(a[0]);"),
    only(For::Floats, "from int", "a[0] = T(g);"),
    only(
        For::Floats,
        "functions",
        "a[0] = sin(a[1]) + sqrt(a[2]) * fract(a[3]); a[4] = fma(a[5], a[6], a[7]);",
    ),
    only(For::Floats, "tests", "g = isnan(a[0]) || isinf(a[1]) ? 1 : 0;"),
    only(
        For::Floats,
        "dot and length",
        "a[0] = dot(f16vec2(a[1], a[2]), f16vec2(a[3])); a[4] = length(f16vec3(a[5]));",
    ),
    only(For::Floats, "matrix", "f16mat2 m = f16mat2(a[0], a[1], a[2], a[3]); a[4] = (m * f16vec2(a[5])).x;"),
    only(
        For::Floats,
        "bits of half",
        "g = int(float16BitsToInt16(a[0])); a[1] = int16BitsToFloat16(int16_t(g));",
    ),
    only(For::Floats, "pack halves", "u = packFloat2x16(f16vec2(a[0], a[1])); a[2] = unpackFloat2x16(u).y;"),
    only(
        For::Floats,
        "frexp",
        "int e; a[0] = frexp(a[1], e); a[2] = ldexp(a[3], e); a[4] = modf(a[5], a[6]);",
    ),
    only(For::Only("int16_t"), "pack 32", "g = pack32(i16vec2(a[0], a[1])); a[2] = unpack16(g).x;"),
    only(For::Only("uint16_t"), "pack 64", "l = int64_t(pack64(u16vec4(a[0], a[1], a[2], a[3])));"),
    only(For::Only("int8_t"), "pack 8", "g = pack32(i8vec4(a[0], a[1], a[2], a[3])); a[4] = unpack8(g).w;"),
    only(For::Only("uint16_t"), "half of bits", "f = float(uint16BitsToFloat16(a[0]));"),
    only(
        For::All,
        "subgroup broadcast",
        "a[0] = subgroupBroadcast(a[1], 0); a[2] = subgroupBroadcastFirst(a[3]);",
    ),
    only(For::All, "subgroup all equal", "g = subgroupAllEqual(a[gl_LocalInvocationIndex]) ? 1 : 0;"),
    only(
        For::All,
        "subgroup shuffle",
        "a[0] = subgroupShuffle(a[1], 1u); a[2] = subgroupShuffleXor(a[3], 1u);",
    ),
    only(
        For::All,
        "subgroup shift",
        "a[0] = subgroupShuffleUp(a[1], 1u); a[2] = subgroupShuffleDown(a[3], 1u);",
    ),
    only(For::All, "subgroup sum", "a[0] = subgroupAdd(a[1]); a[2] = subgroupMul(a[3]);"),
    only(For::All, "subgroup extremes", "a[0] = subgroupMin(a[1]); a[2] = subgroupMax(a[3]);"),
    only(For::All, "subgroup scan", "a[0] = subgroupInclusiveAdd(a[1]); a[2] = subgroupExclusiveMax(a[3]);"),
    only(
        For::All,
        "subgroup cluster",
        "a[0] = subgroupClusteredAdd(a[1], 4u); a[2] = subgroupClusteredMin(a[3], 4u);",
    ),
    only(
        For::All,
        "subgroup quad",
        "a[0] = subgroupQuadBroadcast(a[1], 1u); a[2] = subgroupQuadSwapHorizontal(a[3]);",
    ),
    only(
        For::Integers,
        "subgroup bits",
        "a[0] = subgroupAnd(a[1]); a[2] = subgroupOr(a[3]); a[4] = subgroupXor(a[5]);",
    ),
    only(
        For::Integers,
        "subgroup bit scan",
        "a[0] = subgroupInclusiveAnd(a[1]); a[2] = subgroupClusteredOr(a[3], 4u);",
    ),
];

/// The stages between which narrow numbers travel.
const INTERFACES: &[(Stage, &str)] = &[
    (Stage::Vertex, "layout(location = 0) in T i; layout(location = 0) flat out T o; void main() { o = i; }"),
    (
        Stage::Fragment,
        "layout(location = 0) flat in T i; layout(location = 0) out WIDE4 o; void main() { o = WIDE4(WIDE(i)); }",
    ),
    (
        Stage::Vertex,
        "layout(location = 0) in V4 i; layout(location = 0) flat out V4 o; void main() { o = i + i; }",
    ),
];

const LEVELS: [(&str, OptLevel); 4] = [
    ("-O0", OptLevel::None),
    ("-O", OptLevel::Default),
    ("-Os", OptLevel::Size),
    ("driver", OptLevel::Driver),
];

/// One test for each form, and one for each interface.
pub(crate) fn trials(judges: &'static Judges) -> Vec<Trial> {
    let forms = FORMS.iter().enumerate().map(move |(index, form)| {
        Trial::test(format!("narrow/{}", form.name), move || caught(|| check(index, form, judges)))
    });
    let interfaces = INTERFACES.iter().enumerate().map(move |(index, (stage, text))| {
        Trial::test(format!("narrow/interface {index}"), move || {
            caught(|| check_interface(*stage, text, judges))
        })
    });
    forms.chain(interfaces).collect()
}

fn everything() -> bool {
    std::env::var("VITRUM_TARGETS").is_ok_and(|value| value == "all")
}

/// The text with the names of a type in place of `T`, `V` and `WIDE`.
fn with_type(text: &str, ty: &Type) -> String {
    let wide = if ty.is_float { "float" } else { "int" };
    let wide4 = if ty.is_float { "vec4" } else { "ivec4" };
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out += &match word.as_str() {
            "T" => ty.name.to_owned(),
            "WIDE" => wide.to_owned(),
            "WIDE4" => wide4.to_owned(),
            "V2" | "V3" | "V4" => format!("{}{}", ty.vector, &word[1..]),
            _ => word.clone(),
        };
        word.clear();
        out.push(c);
    }
    out
}

fn head() -> String {
    let names = [
        "GL_EXT_shader_16bit_storage",
        "GL_EXT_shader_8bit_storage",
        "GL_EXT_shader_explicit_arithmetic_types",
        "GL_EXT_buffer_reference",
        "GL_KHR_shader_subgroup_basic",
        "GL_KHR_shader_subgroup_vote",
        "GL_KHR_shader_subgroup_ballot",
        "GL_KHR_shader_subgroup_arithmetic",
        "GL_KHR_shader_subgroup_shuffle",
        "GL_KHR_shader_subgroup_shuffle_relative",
        "GL_KHR_shader_subgroup_clustered",
        "GL_KHR_shader_subgroup_quad",
        "GL_EXT_shader_subgroup_extended_types_int8",
        "GL_EXT_shader_subgroup_extended_types_int16",
        "GL_EXT_shader_subgroup_extended_types_float16",
    ];
    let extensions: String = names.iter().map(|name| format!("#extension {name} : require\n")).collect();
    format!("#version 460\n{extensions}")
}

fn source(form: &Form, ty: &Type) -> String {
    let text = format!(
        "layout(local_size_x = 8) in;\n\
         layout(std430, binding = 0) buffer A {{ T a[]; }};\n\
         layout(std430, binding = 1) buffer X {{ int g; uint u; float f; WIDE wide; WIDE4 wide4; }};\n\
         layout(std430, binding = 2) buffer Y {{ double d; int64_t l; }};\n\
         {}\nvoid main() {{ {} }}\n",
        form.declarations, form.body
    );
    head() + &with_type(&text, ty)
}

fn check(index: usize, form: &Form, judges: &Judges) -> Result<(), String> {
    let mut turn = index;
    for ty in TYPES {
        let fits = match form.of {
            For::All => true,
            For::Integers => !ty.is_float,
            For::Floats => ty.is_float,
            For::Only(name) => ty.name == name,
        };
        if !fits {
            continue;
        }
        let source = source(form, ty);
        let said = |reason: String| format!("{}: {reason}\n{source}", ty.name);
        let mut first = None;
        for (number, &(name, opt_level)) in LEVELS.iter().enumerate() {
            let options = Options::new(Stage::Compute).opt_level(opt_level).verify(true);
            let mut compilation = vitrum::compile(&source, &options).map_err(|it| said(it.to_string()))?;
            let targets = Target::ALL.into_iter().map(|row| row.0).enumerate();
            for (_, target) in
                targets.filter(|(at, _)| everything() || (turn + number) % Target::ALL.len() == *at)
            {
                compilation.set_target(target);
                let words = match compilation.spirv() {
                    Ok(words) => words,
                    Err(vitrum::Error::Spirv(SpirvError::Unsupported { .. })) => continue,
                    Err(error) => return Err(said(error.to_string())),
                };
                let said = |reason: String| said(format!("{name} for {}: {reason}", target.name()));
                judges.judge_spirv(&words, target).map_err(&said)?;
                let asked = arithmetic_of(&instructions(&words));
                let expected = match form.needs {
                    Needs::Storage => vec![],
                    Needs::Arithmetic => vec![ty.arithmetic],
                };
                if form.needs == Needs::Storage && asked != expected {
                    return Err(said(format!("asks for {asked:?}, which storage does not need")));
                }
                // Optimisation may leave less.
                let before = first.get_or_insert_with(|| asked.clone());
                if asked.iter().any(|capability| !before.contains(capability)) {
                    return Err(said(format!("asks for {asked:?} instead of {before:?}")));
                }
            }
        }
        turn += 1;
    }
    Ok(())
}

fn check_interface(stage: Stage, text: &str, judges: &Judges) -> Result<(), String> {
    for (turn, ty) in TYPES.iter().enumerate() {
        let source = head() + &with_type(text, ty);
        let options = Options::new(stage).verify(true).opt_level(OptLevel::ALL[turn % 2]);
        let mut compilation = vitrum::compile(&source, &options).map_err(|it| it.to_string())?;
        for (target, _) in Target::ALL.into_iter().filter(|row| row.0.is_vulkan()) {
            compilation.set_target(target);
            let words = compilation.spirv().map_err(|error| format!("{source}\n{error}"))?;
            judges
                .judge_spirv(&words, target)
                .map_err(|reason| format!("{}: {reason}\n{source}", target.name()))?;
        }
    }
    Ok(())
}

/// The capabilities of arithmetic on narrow numbers among those that a module asks for.
fn arithmetic_of(all: &[Inst<'_>]) -> Vec<u32> {
    const CAPABILITY: u32 = 17;
    let asked = all.iter().filter(|inst| inst.opcode == CAPABILITY).map(|inst| inst.word(0));
    asked.filter(|capability| [INT_8, INT_16, FLOAT_16].contains(capability)).collect()
}
