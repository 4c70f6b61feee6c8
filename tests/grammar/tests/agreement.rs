//! The front end's parser takes what the grammar takes: every shader of the suites, and sequences of tokens mutated from
//! them. `VITRUM_GRAMMAR_SEQUENCES` says how many; a whole run has a million.

use std::path::{Path, PathBuf};

use vitrum_frontend_glsl::diagnostics::{Code, Sink};
use vitrum_frontend_glsl::preprocess::{self, Session, preprocess};
use vitrum_frontend_glsl::symbols::Interner;
use vitrum_frontend_glsl::tokens::Token;
use vitrum_frontend_glsl::version::Dialect;
use vitrum_frontend_glsl::{Limits, Options, Source, compile, expand};
use vitrum_ir::SourceMap;
use vitrum_ir::Stage;
use vitrum_tests_grammar::Grammar;

/// Mutated sequences of an ordinary run.
const SAMPLE: u64 = 2000;

/// Shaders of more tokens are not mutated: each mutant is compiled.
const LONGEST: usize = 600;

/// Directives before each of [`SNIPPETS`].
const HEAD: &str = "#version 460 core
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_nonuniform_qualifier : enable
#extension GL_EXT_spirv_intrinsics : enable
#extension GL_EXT_debug_printf : enable
#extension GL_EXT_demote_to_helper_invocation : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_cooperative_matrix : enable
#extension GL_EXT_long_vector : enable
#extension GL_ARM_tensors : enable
#extension GL_NV_cooperative_matrix2 : enable
";

/// Each production of the grammar in few tokens, so that mutants reach all of it.
const SNIPPETS: &[&str] = &[
    "; precision highp float; precision mediump T;",
    "void f(); float g(const in float a, out T b[2], S, highp T, float[3] c) { return a; }",
    "[[a]] void f() [[b, c(1)]]; void f() { }",
    "void f(void) [[a]] { } subroutine(s, t) void g() { }",
    "float, a; float a, b = 1.0, c[2][], d[] = { 1.0, { 2 }, { }, }; float[2][] e; int;",
    "const T a = T(1); T[2] b, c; flat in T d[]; uniform sampler2D s;",
    "invariant gl_Position; precise a, b, c; layout(points) in; in;",
    "layout(location = 1 + 2, std140, shared) uniform B { mat4 a, b[2]; layout(row_major) T c; } d[3];",
    "buffer B { int a; }; struct S { T a; float b[2], c; } s, t[2]; struct { int a; } u; struct E { };",
    "nonuniformEXT in int a; int b = nonuniformEXT(c)[1]; subroutine uniform T u; subroutine in T v;",
    "spirv_instruction(set = \"a\", id = 1, extensions = [\"a\", \"b\"], capabilities = [1, 2u]) int f(spirv_literal int a, spirv_by_reference T b);",
    "spirv_decorate(11, 1 + 2) in spirv_type(id = 3, int, float[2], vec2(1), c ? 1 : 2, \"a\") x; spirv_type(1)[2] y;",
    "vector<float, (a > b) ? 5 : c[d > e]> v; void f() { vector<int, 7>(a > b) + vector<float, vector<int, 2>(3)[0]>(1); }",
    "tensorLayoutNV<2> l; tensorLayoutNV<(a > 0) ? 1 : 2, c[d > 0]> m; tensorViewNV<3, true, 2, 1, 0> v; tensorViewNV<1, false>[2] w;",
    "tensorARM<float, 2> t; uniform tensorARM<int, (a > b) ? 1 : 2>[2] u;",
    "coopmat<float, 3, 16, (a > b) ? 1 : 2, c[d > e]> m; void f() { coopmat<int, 1, 2, 3, 4>(a > b); }",
    "void f() { ; a; a, b = c; int d; T e = f, g[2]; T h(int); { } { a; { } } struct S { int a; } b; }",
    "void f() { if (a) b; else c; if (a) if (b) c; else d; else { } if (a) for (;;) if (b) c; else d; }",
    "void f() { while (a, b) c; while (bool a = b) { } while (T a[2] = { b }) ; do a; while (b, c); do { } while (d); }",
    "void f() { for (;;) ; for (a; b; c, d) e; for (int i = 0, j; i < 2; ++i) { } for (T a; bool b = c; ) d; }",
    "void f() { [[unroll]] for (;;) ; [[a(1), b]] if (c) d; [[e]] do ; while (f); [[g]] while (h) ; [[i]] switch (j) { } }",
    "void f() { switch (a, b) { case 1: c; case d ? e : f: default: break; case g, h: { } } }",
    "void f() { return; return a, b; return c; break; continue; discard; demote; terminateInvocation; }",
    "int a = b ? c, d : e ? f : g, h = i = j += k ? l : m = n;",
    "int a = -b + +c - !d * ~e << ++f++ <= --g-- == (h, i) && j ^^ k || l | m ^ n & o;",
    "int a = f()(1)[2].x.y().z++[] (void) + vec2[2](1, 2).x + float[](1).length() + T[2](a)[b];",
    "void f() { debugPrintfEXT(\"%d\", a, \"b\"); vec2(1, 2).x = a; float[2](1, 2)[0]; mat2(a)[1] += b, c; }",
    "bool a = true, b = false; int c = 1, d = 0x1u; float e = 1.0, f = .5e1; double g = 1.0lf;",
];

/// A shader in pieces: its tokens, each with the directives before it.
struct Shader {
    path: PathBuf,
    stage: Stage,
    pieces: Vec<Piece>,
}

#[derive(Clone)]
struct Piece {
    directives: String,
    token: String,
}

#[test]
fn parser_and_grammar_agree() {
    let shaders = shaders();
    assert!(shaders.len() > 500, "{} shaders", shaders.len());
    let snippets: Vec<Shader> = SNIPPETS.iter().filter_map(|text| snippet(text)).collect();
    let mut comparison = Comparison::default();
    for snippet in &snippets {
        let accepted = comparison.accepted;
        comparison.compare(snippet, &snippet.pieces);
        assert!(comparison.accepted > accepted, "{}", text(&snippet.pieces));
    }
    for shader in &shaders {
        comparison.compare(shader, &shader.pieces);
    }
    let asked = std::env::var("VITRUM_GRAMMAR_SEQUENCES").ok().and_then(|count| count.parse().ok());
    let count: u64 = asked.unwrap_or(SAMPLE);
    let short: Vec<&Shader> = shaders.iter().filter(|shader| shader.pieces.len() < LONGEST).collect();
    let words = |shaders: &[Shader]| -> Vec<String> {
        shaders.iter().flat_map(|shader| &shader.pieces).map(|piece| piece.token.clone()).collect()
    };
    let words = [words(&shaders), words(&snippets)];
    assert_eq!(snippets.len(), SNIPPETS.len());
    for seed in 0..count {
        let mut random = Random(seed);
        let from_snippet = random.below(2);
        let shader = match from_snippet {
            0 => short[random.below(short.len())],
            _ => &snippets[random.below(snippets.len())],
        };
        let mut pieces = shader.pieces.clone();
        for _ in 0..=random.below(3) {
            mutate(&mut pieces, &words[from_snippet], &mut random);
        }
        comparison.compare(shader, &pieces);
        if comparison.faults.len() >= 10 {
            break;
        }
    }
    assert!(comparison.faults.is_empty(), "{}", comparison.faults.join("\n\n"));
    eprintln!("{} shaders, {count} sequences, {} accepted", shaders.len(), comparison.accepted);
}

/// Deletes, duplicates, swaps, inserts or replaces a token.
fn mutate(pieces: &mut Vec<Piece>, words: &[String], random: &mut Random) {
    if pieces.is_empty() {
        return;
    }
    let at = random.below(pieces.len());
    let other = random.below(pieces.len());
    let word = words[random.below(words.len())].clone();
    match random.below(6) {
        0 => pieces[at].token.clear(),
        1 => {
            let token = pieces[at].token.clone();
            pieces.insert(at, Piece { directives: String::new(), token });
        }
        2 => {
            let token = std::mem::take(&mut pieces[at].token);
            let token = std::mem::replace(&mut pieces[other].token, token);
            pieces[at].token = token;
        }
        3 => pieces.insert(at, Piece { directives: String::new(), token: word }),
        4 => pieces[at].token = word,
        _ => pieces[at].token = pieces[other].token.clone(),
    }
}

fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| format!("{}{} ", piece.directives, piece.token)).collect()
}

#[derive(Default)]
struct Comparison {
    grammar: Grammar,
    /// Texts that both accepted.
    accepted: u64,
    /// Texts that one accepted.
    faults: Vec<String>,
}

impl Comparison {
    /// Asks the parser and the grammar about a shader with these pieces.
    fn compare(&mut self, shader: &Shader, pieces: &[Piece]) {
        let text = text(pieces);
        let limits = Limits { diagnostics: 1 << 20, ..Limits::default() };
        let options = Options { limits, ..Options::new(shader.stage) };
        let output = compile(&Source::new("shader", text.as_str()), &options);
        let reported = |code| output.diagnostics.iter().any(|diagnostic| diagnostic.code == code);
        let has_name_of_other_version = || {
            output
                .diagnostics
                .iter()
                .any(|it| it.code == Code::UndeclaredName && it.message.contains("is not available in"))
        };
        // The grammar has no limits, and nothing is said behind a `#version` in the wrong place.
        if reported(Code::NestingLimit) || reported(Code::VersionNotFirst) {
            return;
        }
        let (tokens, dialect) = tokens(shader.stage, &text);
        let tokens: Vec<Token> = tokens.into_iter().map(|(token, _)| token).collect();
        let fault = self.grammar.fault(&tokens, dialect);
        let verdict = match (fault, reported(Code::SyntaxError)) {
            (None, false) => {
                self.accepted += 1;
                return;
            }
            (Some(_), true) => return,
            // Behind a reserved word, or a name that is no type, nothing more is said about a declaration, and behind a name
            // of another version nothing about a statement.
            (Some(_), false)
                if reported(Code::ReservedWord)
                    || reported(Code::NotAType)
                    || has_name_of_other_version() =>
            {
                return;
            }
            (Some(at), false) => format!("the grammar refuses token {at}, {:?}", tokens.get(at)),
            (None, true) => "the parser refuses it".to_owned(),
        };
        let messages: Vec<&str> = output.diagnostics.iter().map(|it| it.message.as_str()).take(4).collect();
        self.faults.push(format!("{}: {verdict} ({messages:?})\n{text}", shader.path.display()));
    }
}

fn tokens(stage: Stage, text: &str) -> (Vec<(Token, vitrum_ir::Span)>, Dialect) {
    let (mut sources, mut interner) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Sink::new(1 << 20);
    let file = sources.add("shader", text).expect("it is short");
    let session = Session {
        sources: &mut sources,
        interner: &mut interner,
        diagnostics: &mut diagnostics,
        includes: None,
    };
    let options = preprocess::Options { vulkan: true, stage: Some(stage), ..preprocess::Options::default() };
    let preprocessed = preprocess(session, file, &options);
    (preprocessed.tokens, preprocessed.dialect)
}

/// Every shader below `tests/suite` and `tests/reject` in pieces.
fn shaders() -> Vec<Shader> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![root.join("suite"), root.join("reject")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("it is there") {
            let path = entry.expect("it is there").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().filter_map(shader).filter(|shader| !has_casts(shader)).collect()
}

/// True for a shader with the casts of an extension, which the grammar does not have.
fn has_casts(shader: &Shader) -> bool {
    shader.pieces.iter().any(|piece| piece.directives.contains("GL_NV_explicit_typecast"))
}

fn shader(path: PathBuf) -> Option<Shader> {
    let name = path.file_name()?.to_str()?;
    let stage = name.strip_suffix(".glsl")?.rsplit_once('.')?.1;
    let stage = vitrum_frontend_glsl::stages::stage_from_extension(stage)?;
    let source = std::fs::read_to_string(&path).ok()?;
    let text = expand(&Source::new(name, source), &Options::new(stage)).text;
    let pieces = pieces(stage, &text)?;
    Some(Shader { path, stage, pieces })
}

fn snippet(text: &str) -> Option<Shader> {
    let pieces = pieces(Stage::Fragment, &format!("{HEAD}{text}"))?;
    Some(Shader { path: PathBuf::from("snippet"), stage: Stage::Fragment, pieces })
}

/// The tokens of a text without macros, each with the directives before it.
fn pieces(stage: Stage, text: &str) -> Option<Vec<Piece>> {
    let mut end = 0;
    let mut pieces = Vec::new();
    for (_, span) in tokens(stage, text).0 {
        let token = text.get(span.start as usize..span.end as usize)?;
        let between = text.get(end..span.start as usize)?;
        let directives: Vec<&str> =
            between.lines().filter(|line| line.trim_start().starts_with('#')).collect();
        let directives =
            if directives.is_empty() { String::new() } else { format!("\n{}\n", directives.join("\n")) };
        pieces.push(Piece { directives, token: token.to_owned() });
        end = span.end as usize;
    }
    Some(pieces)
}

/// Splitmix: the same numbers for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}
