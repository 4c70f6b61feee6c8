//! Names: the author's where they can stay, the least change where they cannot.

use crate::ast::Local;
use crate::context::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use vitrum_ir::{Name, Scalar, Type, TypeData};

/// Keywords and reserved words of all versions (GLSL 4.60 and ESSL 3.20 section 3.6) that are not type names.
const RESERVED: &[&str] = &[
    "active",
    "asm",
    "atomic_uint",
    "attribute",
    "bool",
    "break",
    "buffer",
    "case",
    "cast",
    "centroid",
    "class",
    "coherent",
    "common",
    "const",
    "continue",
    "default",
    "demote",
    "discard",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "external",
    "false",
    "filter",
    "fixed",
    "flat",
    "float",
    "for",
    "goto",
    "half",
    "highp",
    "if",
    "in",
    "inline",
    "inout",
    "input",
    "int",
    "interface",
    "invariant",
    "layout",
    "long",
    "lowp",
    "mediump",
    "namespace",
    "noinline",
    "noperspective",
    "out",
    "output",
    "packed",
    "partition",
    "patch",
    "precise",
    "precision",
    "public",
    "readonly",
    "resource",
    "restrict",
    "return",
    "sample",
    "sampler",
    "samplerShadow",
    "shared",
    "short",
    "sizeof",
    "smooth",
    "static",
    "struct",
    "subroutine",
    "superp",
    "switch",
    "template",
    "terminateInvocation",
    "this",
    "true",
    "typedef",
    "uint",
    "uniform",
    "union",
    "unsigned",
    "using",
    "varying",
    "void",
    "volatile",
    "while",
    "writeonly",
    "nonuniformEXT",
    "main",
    "sampler3DRect",
    "image1DShadow",
    "image2DShadow",
    "image1DArrayShadow",
    "image2DArrayShadow",
    "hvec2",
    "hvec3",
    "hvec4",
    "fvec2",
    "fvec3",
    "fvec4",
    "defined",
];

/// Built-in functions, which ESSL does not let a shader define again (ESSL 3.00 section 6.1).
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "pow", "exp", "log", "exp2", "log2", "sqrt", "inversesqrt", "abs", "sign", "floor",
    "trunc", "round", "roundEven", "ceil", "fract", "mod", "modf", "min", "max", "clamp", "mix", "step",
    "smoothstep", "isnan", "isinf", "floatBitsToInt", "floatBitsToUint", "intBitsToFloat",
    "uintBitsToFloat", "fma", "frexp", "ldexp", "packSnorm2x16", "packUnorm2x16", "packUnorm4x8",
    "packSnorm4x8", "unpackSnorm2x16", "unpackUnorm2x16", "unpackUnorm4x8", "unpackSnorm4x8",
    "packHalf2x16", "unpackHalf2x16", "length", "distance", "dot", "cross", "normalize", "faceforward",
    "reflect", "refract", "matrixCompMult", "outerProduct", "transpose", "determinant", "inverse",
    "lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual", "any", "all",
    "not", "uaddCarry", "usubBorrow", "umulExtended", "imulExtended", "bitfieldExtract", "bitfieldInsert",
    "bitfieldReverse", "bitCount", "findLSB", "findMSB", "textureSize", "texture", "textureProj",
    "textureLod", "textureOffset", "texelFetch", "texelFetchOffset", "textureProjOffset",
    "textureLodOffset", "textureProjLod", "textureProjLodOffset", "textureGrad", "textureGradOffset",
    "textureProjGrad", "textureProjGradOffset", "textureGather", "textureGatherOffset",
    "textureGatherOffsets", "texture2D", "texture2DProj", "texture2DLod", "texture2DProjLod", "textureCube",
    "textureCubeLod", "atomicCounterIncrement", "atomicCounterDecrement", "atomicCounter", "atomicAdd",
    "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor", "atomicExchange", "atomicCompSwap",
    "imageSize", "imageLoad", "imageStore", "imageAtomicAdd", "imageAtomicMin", "imageAtomicMax",
    "imageAtomicAnd", "imageAtomicOr", "imageAtomicXor", "imageAtomicExchange", "imageAtomicCompSwap",
    "dFdx", "dFdy", "fwidth", "interpolateAtCentroid", "interpolateAtSample", "interpolateAtOffset",
    "EmitVertex", "EndPrimitive", "barrier", "memoryBarrier", "memoryBarrierAtomicCounter",
    "memoryBarrierBuffer", "memoryBarrierImage", "memoryBarrierShared", "groupMemoryBarrier", "subpassLoad",
];

/// Whether a word names a built-in function.
pub(crate) fn is_function(word: &str) -> bool {
    FUNCTIONS.contains(&word)
}

/// Whether the language keeps a word for itself.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || is_type_name(word)
}

fn is_type_name(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let shaped = |stem: &str| {
        matches!(
            stem,
            "vec"
                | "ivec"
                | "uvec"
                | "bvec"
                | "dvec"
                | "mat"
                | "dmat"
                | "f16vec"
                | "f32vec"
                | "f64vec"
                | "i8vec"
                | "i16vec"
                | "i32vec"
                | "i64vec"
                | "u8vec"
                | "u16vec"
                | "u32vec"
                | "u64vec"
                | "f16mat"
                | "f32mat"
                | "f64mat"
        )
    };
    if stem.len() < word.len() && shaped(stem) {
        return true;
    }
    if let Some((left, right)) = word.split_once('x') {
        let left = left.trim_end_matches(|c: char| c.is_ascii_digit());
        if matches!(left, "mat" | "dmat") && right.len() == 1 {
            return true;
        }
    }
    let bare = word.strip_prefix(['i', 'u']).unwrap_or(word);
    let opaque = [
        "sampler1D",
        "sampler2D",
        "sampler3D",
        "samplerCube",
        "samplerBuffer",
        "samplerExternal",
        "image1D",
        "image2D",
        "image3D",
        "imageCube",
        "imageBuffer",
        "texture1D",
        "texture2D",
        "texture3D",
        "textureCube",
        "textureBuffer",
        "subpassInput",
    ];
    if opaque.iter().any(|prefix| bare.strip_prefix(prefix).is_some_and(is_suffix)) {
        return true;
    }
    matches!(
        word,
        "int8_t"
            | "int16_t"
            | "int32_t"
            | "int64_t"
            | "uint8_t"
            | "uint16_t"
            | "uint32_t"
            | "uint64_t"
            | "float16_t"
            | "float32_t"
            | "float64_t"
    )
}

fn is_suffix(rest: &str) -> bool {
    matches!(
        rest,
        "" | "Array"
            | "Shadow"
            | "ArrayShadow"
            | "MS"
            | "MSArray"
            | "Rect"
            | "RectShadow"
            | "OES"
            | "2DY2YEXT"
    )
}

/// `text` made into a name that may be declared.
pub(crate) fn legal(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        if c == '_' && name.ends_with('_') {
            continue;
        }
        name.push(c);
    }
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'n');
    }
    if let Some(rest) = name.strip_prefix("gl_") {
        name = format!("my_{rest}");
    }
    if is_reserved(&name) {
        name.push('_');
    }
    name
}

/// The first of `name`, `name_1`, `name_2`, ... that is not taken.
pub(crate) fn fresh(
    name: &str,
    counters: &mut FxHashMap<String, u32>,
    taken: impl Fn(&str) -> bool,
) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    let stem = name.trim_end_matches('_').to_owned();
    let counter = counters.entry(stem.clone()).or_insert(0);
    loop {
        *counter += 1;
        let candidate = format!("{stem}_{counter}");
        if !taken(&candidate) {
            return candidate;
        }
    }
}

/// The names of the locals of a function, by scope.
pub(crate) struct Scopes<'a> {
    cx: &'a Context<'a>,
    /// Names from outside that the function uses.
    outside: FxHashSet<&'a str>,
    visible: FxHashSet<Rc<str>>,
    scopes: Vec<Vec<Rc<str>>>,
    names: FxHashMap<u32, Rc<str>>,
}

impl<'a> Scopes<'a> {
    /// The scope of a function that uses these names from outside.
    pub(crate) fn new(cx: &'a Context<'a>, outside: FxHashSet<&'a str>) -> Self {
        Self {
            cx,
            outside,
            visible: FxHashSet::default(),
            scopes: vec![Vec::new()],
            names: FxHashMap::default(),
        }
    }

    /// Opens a scope.
    pub(crate) fn open(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Closes the innermost scope.
    pub(crate) fn close(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            self.visible.remove(&name);
        }
    }

    /// Gives a local its name in the innermost scope.
    pub(crate) fn declare(&mut self, local: Local, wanted: Name, ty: Type) -> Rc<str> {
        let wanted = self.cx.module.names.get(wanted);
        let name = if wanted.is_empty() { stand_in(self.cx, ty).to_owned() } else { legal(wanted) };
        let name = if self.cx.minify { self.short() } else { name };
        // Counters start anew each time, so that a name printed once stays as it is when printed again.
        let mut counters = FxHashMap::default();
        let name = fresh(&name, &mut counters, |name| {
            self.visible.contains(name) || self.outside.contains(name) || self.cx.is_struct_name(name)
        });
        let name: Rc<str> = name.into();
        self.visible.insert(name.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.clone());
        }
        self.names.insert(local.0, name.clone());
        name
    }

    /// The first short name that is free.
    fn short(&self) -> String {
        let free = |name: &String| {
            !self.visible.contains(name.as_str())
                && !self.outside.contains(name.as_str())
                && !self.cx.is_struct_name(name)
                && !is_reserved(name)
        };
        // Every name that is taken is one of those before.
        (self.visible.len()..).map(crate::minify::short_name).find(free).unwrap_or_default()
    }

    /// The name of a local that has been declared.
    pub(crate) fn name(&self, local: Local) -> Rc<str> {
        self.names.get(&local.0).cloned().unwrap_or_else(|| "undeclared".into())
    }
}

/// A name for a value that the author did not name.
fn stand_in(cx: &Context<'_>, ty: Type) -> &'static str {
    match cx.module.types.get(ty) {
        TypeData::Scalar(Scalar::Bool) => "b",
        TypeData::Scalar(scalar) if scalar.is_float() => "f",
        TypeData::Scalar(scalar) if scalar.is_signed() => "i",
        TypeData::Scalar(_) => "u",
        TypeData::Vector { .. } => "v",
        TypeData::Matrix { .. } => "m",
        TypeData::Array { .. } => "a",
        TypeData::Struct(_) => "s",
        _ => "t",
    }
}
