//! Variations of real shaders: other code with the same meaning.
//!
//! A variation starts from GLSL that the compiler printed, with a statement a line. Lines are put into branches that are
//! always taken and loops that go round once, conditions are turned round, dead copies are added, values take a detour,
//! locals get other names. What decides is a global variable that is always 1.

use crate::random::Random;

/// The variable that is always 1, and the start of every name that is made up.
const ONE: &str = "vary_one";

/// A line of printed GLSL.
#[derive(Clone, Debug)]
struct Line {
    indent: usize,
    text: String,
}

impl Line {
    fn new(indent: usize, text: impl Into<String>) -> Self {
        Self { indent, text: text.into() }
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A statement that stays the same wherever it runs once.
    Effect,
    /// A declaration with an initialiser; the position of the name and of the value.
    Declaration { name: usize, value: usize },
    /// `if (...) {`
    If,
    /// `while (...) {`
    While,
    /// Anything else.
    Other,
}

/// Starts of statements that mean something else in a loop or branch, or must stay where they are.
const KEPT: &[&str] = &[
    "return",
    "break",
    "continue",
    "discard",
    "case",
    "default",
    "}",
    "for ",
    "do ",
    "else",
    "switch",
    "layout",
    "const ",
    "barrier(",
    "demote",
    "terminate",
    "ignoreIntersection",
    "memoryBarrier",
    "controlBarrier",
    "#",
    "//",
    "precise ",
    "invariant ",
    "SetMeshOutputs",
    "EmitMeshTasks",
    "beginInvocation",
    "endInvocation",
    "{",
    "void ",
];

/// A variation of printed GLSL; each seed gives another. `version` is that of the text.
pub(crate) fn vary(printed: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let es = printed.lines().next().is_some_and(|line| line.ends_with("es") || line.ends_with(" 100"));
    let version: u32 = printed
        .lines()
        .next()
        .and_then(|line| line.split_whitespace().nth(1))
        .and_then(|number| number.parse().ok())
        .unwrap_or(110);
    let lines: Vec<Line> = printed
        .lines()
        .map(|line| {
            let text = line.trim_start();
            Line::new((line.len() - text.len()) / 4, text)
        })
        .collect();
    let Some(first) = lines.iter().position(is_function) else { return printed.to_owned() };
    let mut edit = Edit {
        random: &mut random,
        switches: version >= 300 || version >= 130 && !es,
        select_anything: !es && version >= 430,
        names: 0,
        out: Vec::new(),
    };
    let mut out = lines[..first].to_vec();
    out.push(Line::new(0, format!("int {ONE} = 1;")));
    edit.functions(&lines[first..]);
    out.append(&mut edit.out);
    out.iter().map(|line| format!("{}{}\n", "    ".repeat(line.indent), line.text)).collect()
}

fn is_function(line: &Line) -> bool {
    line.indent == 0
        && line.text.ends_with(") {")
        && !line.text.starts_with("layout")
        && line.text.split_whitespace().next().is_some_and(|word| word != "struct")
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn classify(line: &Line) -> Class {
    let text = line.text.as_str();
    if line.indent == 0 || KEPT.iter().any(|start| text.starts_with(start)) || text.contains("barrier(") {
        return Class::Other;
    }
    if text.starts_with("if (") && text.ends_with(") {") {
        return Class::If;
    }
    if text.starts_with("while (") && text.ends_with(") {") {
        return Class::While;
    }
    if !text.ends_with(';') || text.matches(';').count() > 1 {
        return Class::Other;
    }
    // `T name = value;` or `T name;`: two words with a blank between them.
    let Some(head) = text.split([';', '=']).next() else { return Class::Other };
    let words: Vec<&str> = head.split_whitespace().collect();
    let named =
        |word: &str| word.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let plain = |word: &str| word.bytes().all(is_word);
    let declares =
        words.len() >= 2 && words.iter().all(|word| named(word)) && !head.contains(['(', '+', '-', '.']);
    if !declares {
        let effect = text.contains('(') || text.contains('=') || text.contains("++") || text.contains("--");
        return if effect { Class::Effect } else { Class::Other };
    }
    match (words.as_slice(), text.find(" = ")) {
        ([.., name], Some(at)) if plain(name) && words[..words.len() - 1].iter().all(|word| plain(word)) => {
            Class::Declaration { name: at - name.len(), value: at + 3 }
        }
        _ => Class::Other,
    }
}

struct Edit<'a> {
    random: &'a mut Random,
    switches: bool,
    select_anything: bool,
    names: usize,
    out: Vec<Line>,
}

impl Edit<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("vary_{}", self.names)
    }

    /// Everything from the first function on.
    fn functions(&mut self, lines: &[Line]) {
        let mut rest = lines;
        while let Some((line, following)) = rest.split_first() {
            if !is_function(line) {
                self.out.push(line.clone());
                rest = following;
                continue;
            }
            let end = following.iter().position(|line| line.indent == 0 && line.text == "}");
            let (body, behind) = following.split_at(end.unwrap_or(following.len()));
            let body = self.renamed(body);
            self.out.push(line.clone());
            self.body(&body);
            rest = behind;
        }
    }

    /// The body with other names for some of its locals.
    fn renamed(&mut self, body: &[Line]) -> Vec<Line> {
        let mut body = body.to_vec();
        let names: Vec<String> = body
            .iter()
            .filter_map(|line| match classify(line) {
                Class::Declaration { name, value } => Some(line.text.get(name..value - 3)?.to_owned()),
                _ => None,
            })
            .collect();
        for old in names {
            let once = body.iter().filter(|line| line.text.contains(&format!(" {old} = "))).count() == 1;
            if once && self.random.chance(20) {
                let new = self.name();
                body.iter_mut().for_each(|line| line.text = replace_word(&line.text, &old, &new));
            }
        }
        body
    }

    fn body(&mut self, lines: &[Line]) {
        let mut index = 0;
        while let Some(line) = lines.get(index) {
            index += 1;
            if !self.random.chance(30) {
                self.out.push(line.clone());
                continue;
            }
            match classify(line) {
                Class::Effect => self.effect(line),
                Class::Declaration { name, value } => self.declaration(line, name, value),
                Class::If => {
                    let block = &lines[index..];
                    if !self.swapped(line, block, &mut index) {
                        self.condition(line, "if (");
                    }
                }
                Class::While => self.condition(line, "while ("),
                Class::Other => self.out.push(line.clone()),
            }
        }
    }

    fn around(&mut self, line: &Line, before: &str, after: &str) {
        self.out.push(Line::new(line.indent, before));
        self.out.push(Line::new(line.indent + 1, line.text.clone()));
        self.out.push(Line::new(line.indent, after));
    }

    /// A statement that is run once.
    fn effect(&mut self, line: &Line) {
        match self.random.below(if self.switches { 8 } else { 7 }) {
            0 => self.around(line, &format!("if ({ONE} == 1) {{"), "}"),
            1 => {
                let name = self.name();
                self.around(line, &format!("for (int {name} = 0; {name} < {ONE}; {name}++) {{"), "}");
            }
            2 => self.around(line, "do {", &format!("}} while ({ONE} == 2);")),
            3 => {
                self.around(line, &format!("if ({ONE} == 2) {{"), "}");
                self.out.push(line.clone());
            }
            4 => self.around(line, "{", "}"),
            5 => {
                self.out.push(Line::new(line.indent, format!("if ({ONE} != 1) {{")));
                self.out.push(Line::new(line.indent, "} else {"));
                self.out.push(Line::new(line.indent + 1, line.text.clone()));
                self.out.push(Line::new(line.indent, "}"));
            }
            6 => {
                self.out.push(Line::new(line.indent, "while (true) {"));
                self.out.push(Line::new(line.indent + 1, line.text.clone()));
                self.out.push(Line::new(line.indent + 1, format!("if ({ONE} > 0) {{ break; }}")));
                self.out.push(Line::new(line.indent, "}"));
            }
            _ => {
                self.out.push(Line::new(line.indent, format!("switch ({ONE}) {{ case 2: break; default:")));
                self.out.push(Line::new(line.indent + 1, line.text.clone()));
                self.out.push(Line::new(line.indent, "}"));
            }
        }
    }

    /// A declaration whose value takes a detour.
    fn declaration(&mut self, line: &Line, name: usize, value: usize) {
        let text = line.text.as_str();
        let (Some(head), Some(name), Some(rest)) =
            (text.get(..value - 3), text.get(name..value - 3), text.get(value..text.len() - 1))
        else {
            return self.out.push(line.clone());
        };
        match self.random.below(3) {
            0 => {
                self.out.push(Line::new(line.indent, format!("{head};")));
                let stored = Line::new(line.indent, format!("{name} = {rest};"));
                self.effect(&stored);
            }
            1 if self.select_anything => {
                self.out.push(Line::new(line.indent, format!("{head} = {ONE} == 1 ? ({rest}) : ({rest});")));
            }
            _ => {
                self.out.push(Line::new(line.indent, format!("{head};")));
                self.out.push(Line::new(line.indent, format!("{name} = {rest};")));
            }
        }
    }

    /// A condition that is longer than it need be.
    fn condition(&mut self, line: &Line, start: &str) {
        let condition = line.text.get(start.len()..line.text.len() - 3).unwrap_or("true");
        let text = match self.random.below(3) {
            0 => format!("{start}!(!({condition}))) {{"),
            1 => format!("{start}{ONE} == 1 && ({condition})) {{"),
            _ => format!("{start}({condition}) || {ONE} == 2) {{"),
        };
        self.out.push(Line::new(line.indent, text));
    }

    /// `if (c) { a }` as `if (!c) {} else { a }`, and one with two arms with the arms swapped. `block` is what follows.
    fn swapped(&mut self, line: &Line, block: &[Line], index: &mut usize) -> bool {
        if self.random.chance(40) {
            return false;
        }
        let same = |from: usize| {
            block.iter().skip(from).position(|other| other.indent == line.indent).map(|at| from + at)
        };
        let Some(end) = same(0) else { return false };
        let condition = line.text.get(4..line.text.len() - 3).unwrap_or("true").to_owned();
        let head = Line::new(line.indent, format!("if (!({condition})) {{"));
        let (middle, last) = (Line::new(line.indent, "} else {"), Line::new(line.indent, "}"));
        let then = &block[..end];
        let closing = block[end].text.as_str();
        let (other, length) = match closing {
            "}" => (&block[..0], end + 1),
            "} else {" => match same(end + 1) {
                Some(behind) if block[behind].text == "}" => (&block[end + 1..behind], behind + 1),
                _ => return false,
            },
            _ => return false,
        };
        self.out.push(head);
        self.body(other);
        self.out.push(middle);
        self.body(then);
        self.out.push(last);
        *index += length;
        true
    }
}

/// The text with a word in the place of another one; names of members stay.
fn replace_word(text: &str, old: &str, new: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let before = if at == 0 { out.bytes().last() } else { rest.as_bytes().get(at - 1).copied() };
        let after = rest.as_bytes().get(at + old.len()).copied();
        let whole = before.is_none_or(|byte| !is_word(byte) && byte != b'.')
            && after.is_none_or(|byte| !is_word(byte));
        out.push_str(&rest[..at]);
        out.push_str(if whole { new } else { old });
        rest = &rest[at + old.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{replace_word, vary};

    #[test]
    fn words_are_replaced_as_a_whole() {
        assert_eq!(replace_word("a = ab + b.a + f(a);", "a", "c"), "c = ab + b.a + f(c);");
    }

    #[test]
    fn lines_are_put_into_branches() {
        let source = "#version 460\n\nout vec4 color;\n\nvoid main() {\n    float x = 1.0;\n    if (x > 0.0) {\n        \
                      color = vec4(x);\n    }\n}\n";
        let all: Vec<String> = (0..400).map(|seed| vary(source, seed)).collect();
        assert!(all.iter().all(|text| text.contains("int vary_one = 1;")));
        for expected in ["if (!(x > 0.0)) {", "} else {", "float x;", "while (true) {", "for (int vary_"] {
            assert!(all.iter().any(|text| text.contains(expected)), "{expected}");
        }
    }
}
