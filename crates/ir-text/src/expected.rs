//! Messages about a token that the grammar does not have at its place.

/// A name for a set of terminals, some that tell that the set is expected, and the test for being one of them.
type Set = (&'static str, &'static [&'static str], fn(&str) -> bool);

/// Sets of terminals. An earlier one takes its terminals from later ones.
const SETS: &[Set] = &[
    ("a name", &["WORD", "QUOTED", "\"stage\""], |terminal| terminal == "QUOTED" || is_word(terminal)),
    ("a word", &["WORD", "\"stage\""], is_word),
    ("a declaration", &["\"stage\"", "\"fn\""], is_word),
    ("an operand", &["VALUE", "\"null\""], is_operand),
    ("an instruction", &["VALUE", "\"break_if\""], |terminal| {
        matches!(terminal, "VALUE" | "\"(\"") || is_word(terminal)
    }),
    ("an operation", &["WORD", "\"break_if\""], is_word),
    ("a constant", &["CONSTANT", "\"null\""], is_constant),
    ("a storage class", &["STORAGE", "\"atomic_counter\""], |terminal| {
        matches!(terminal, "STORAGE" | "\"atomic_counter\"" | "\"spirv\"")
    }),
    ("a type", &["STRUCT", "\"array\""], is_type),
    ("a hint", &["WORD", "\"peel_count\""], is_word),
];

/// Names of terminals in messages.
const NAMES: &[(&str, &str)] = &[
    ("NEWLINE", "the end of the line"),
    ("VALUE", "a value with `%`"),
    ("GLOBAL", "a name with `@`"),
    ("FUNCTION", "a name with `&`"),
    ("STRUCT", "a name with `#`"),
    ("CONSTANT", "a name with `$`"),
    ("QUOTED", "a name in quotes"),
    ("INTEGER", "a number"),
    ("HEXADECIMAL", "bits in hexadecimal"),
    ("NUMBER", "a number with its type"),
    ("SPAN", "a span"),
    ("WORD", "a word"),
    ("SCALAR", "a scalar type"),
    ("VECTOR", "a vector type"),
    ("MATRIX", "a matrix type"),
    ("PRECISION", "a precision"),
    ("PASSING", "`in`, `const_in`, `out` or `inout`"),
];

/// The expected terminals in words, and the found one.
pub(crate) fn message(expected: &[String], found: &str) -> String {
    let mut rest: Vec<&str> = expected.iter().map(String::as_str).collect();
    let mut phrases: Vec<String> = Vec::new();
    for (name, mark, has) in SETS {
        if mark.iter().all(|terminal| rest.contains(terminal)) {
            rest.retain(|terminal| !has(terminal));
            phrases.push((*name).to_string());
        }
    }
    for terminal in rest {
        let named = NAMES.iter().find(|row| row.0 == terminal).map(|row| row.1.to_string());
        phrases.push(named.unwrap_or_else(|| format!("`{}`", terminal.trim_matches('"'))));
    }
    let list = match phrases.split_last() {
        None => return format!("found {found}"),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    };
    format!("expected {list}, found {found}")
}

fn is_word(terminal: &str) -> bool {
    let classes = ["WORD", "SCALAR", "VECTOR", "MATRIX", "PRECISION", "STORAGE", "PASSING"];
    let keyword =
        terminal.strip_prefix('"').is_some_and(|text| text.starts_with(|c: char| c.is_alphabetic()));
    keyword || classes.contains(&terminal)
}

fn is_type(terminal: &str) -> bool {
    let keywords = [
        "\"void\"",
        "\"sampler\"",
        "\"sampler_shadow\"",
        "\"atomic_counter\"",
        "\"acceleration_structure\"",
        "\"ray_query\"",
        "\"hit_object\"",
        "\"tensor\"",
        "\"array\"",
        "\"scalar_of\"",
        "\"like\"",
        "\"vec\"",
        "\"mat\"",
        "\"ptr\"",
        "\"image\"",
        "\"sampled\"",
        "\"long_vector\"",
        "\"cooperative_vector\"",
        "\"cooperative_matrix\"",
        "\"tensor_layout\"",
        "\"tensor_view\"",
        "\"reference\"",
        "\"descriptor\"",
        "\"handle\"",
        "\"spirv\"",
    ];
    matches!(terminal, "SCALAR" | "VECTOR" | "MATRIX" | "STRUCT") || keywords.contains(&terminal)
}

fn is_constant(terminal: &str) -> bool {
    let keywords = ["\"true\"", "\"false\"", "\"null\"", "\"undef\"", "\"bits\""];
    matches!(terminal, "CONSTANT" | "NUMBER") || keywords.contains(&terminal) || is_type(terminal)
}

fn is_operand(terminal: &str) -> bool {
    matches!(terminal, "VALUE" | "GLOBAL") || is_constant(terminal)
}
