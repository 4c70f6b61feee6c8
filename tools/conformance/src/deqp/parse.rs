//! Groups and cases of a shader library file.

use anyhow::{Result, bail};
use vitrum::{Stage, Version};

use super::lex::{Token, TokenKind, lex};

/// The expected result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Compiles, links, and gives the values.
    Pass,
    /// Compiles and links.
    Builds,
    /// At least one shader does not compile.
    CompileFail,
    /// Every shader compiles, but they do not fit together.
    LinkFail,
    /// Does not compile or does not link.
    CompileOrLinkFail,
    /// Programs that do not fit together.
    ValidationFail,
}

/// The role of a value of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    Input,
    Output,
    Uniform,
}

/// A value of a case: given, or expected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) storage: Storage,
    /// Name of its type.
    pub(crate) ty: String,
    /// Name, perhaps with members and indices.
    pub(crate) name: String,
    /// Components, one list a run of the program. Bools are 0 and 1.
    pub(crate) runs: Vec<Vec<f64>>,
}

/// A shader of a case, with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// None for one that is run in the vertex stage and in the fragment stage.
    pub(crate) stage: Option<Stage>,
    pub(crate) text: String,
}

/// Shaders that are linked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) sources: Vec<Source>,
}

/// A case.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Names of its groups and its own, with dots between.
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) expected: Expected,
    pub(crate) values: Vec<Value>,
    /// Extensions, each with alternatives, and the stages that name them; all stages for none.
    pub(crate) extensions: Vec<(Vec<String>, Vec<Stage>)>,
    /// Other requirements.
    pub(crate) requires: Vec<String>,
    /// More than one only for separate programs.
    pub(crate) programs: Vec<Program>,
}

/// Every case of a file.
pub(crate) fn parse(text: &str) -> Result<Vec<Case>> {
    let tokens = lex(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0 };
    let mut cases = Vec::new();
    let mut groups: Vec<&str> = Vec::new();
    while let Some(token) = parser.take() {
        match token.kind {
            TokenKind::Word("group") => {
                groups.push(parser.word()?);
                parser.text()?;
            }
            TokenKind::Word("end") => {
                if groups.pop().is_none() {
                    bail!("line {}: `end` of nothing", token.line);
                }
            }
            // Files that are imported are read on their own.
            TokenKind::Word("import") => {
                parser.text()?;
            }
            TokenKind::Word("case") => cases.push(parser.case(&groups)?),
            _ => bail!("line {}: a group or a case is expected", token.line),
        }
    }
    Ok(cases)
}

const STAGES: &[(&str, Option<Stage>)] = &[
    ("both", None),
    ("vertex", Some(Stage::Vertex)),
    ("tessellation_control", Some(Stage::TessControl)),
    ("tessellation_evaluation", Some(Stage::TessEvaluation)),
    ("geometry", Some(Stage::Geometry)),
    ("fragment", Some(Stage::Fragment)),
];

const EXPECTED: &[(&str, Expected)] = &[
    ("pass", Expected::Pass),
    ("build_successful", Expected::Builds),
    ("compile_fail", Expected::CompileFail),
    ("link_fail", Expected::LinkFail),
    ("compile_or_link_fail", Expected::CompileOrLinkFail),
    ("validation_fail", Expected::ValidationFail),
];

fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|row| row.0 == name).map(|row| row.1)
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
}

impl<'a> Parser<'a> {
    fn take(&mut self) -> Option<&'a Token<'a>> {
        let token = self.tokens.get(self.next)?;
        self.next += 1;
        Some(token)
    }

    fn peek(&self) -> Option<&'a TokenKind<'a>> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn fail<T>(&self, expected: &str) -> Result<T> {
        let line = self.tokens.get(self.next.saturating_sub(1)).map_or(0, |token| token.line);
        bail!("line {line}: {expected} is expected")
    }

    fn word(&mut self) -> Result<&'a str> {
        match self.take().map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => Ok(word),
            _ => self.fail("a word"),
        }
    }

    fn text(&mut self) -> Result<&'a str> {
        match self.take().map(|token| &token.kind) {
            Some(TokenKind::Text(text)) => Ok(text),
            _ => self.fail("a text"),
        }
    }

    fn accepts(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Sign(sign));
        self.next += usize::from(found);
        found
    }

    fn sign(&mut self, sign: char) -> Result<()> {
        if self.accepts(sign) { Ok(()) } else { self.fail(&format!("`{sign}`")) }
    }

    fn case(&mut self, groups: &[&str]) -> Result<Case> {
        let own = self.word()?;
        let name = groups.iter().chain(&[own]).copied().collect::<Vec<_>>().join(".");
        let mut case = Case {
            name,
            version: Version::es(100),
            expected: Expected::Pass,
            values: Vec::new(),
            extensions: Vec::new(),
            requires: Vec::new(),
            programs: vec![Program::default()],
        };
        loop {
            match self.word()? {
                "end" => {
                    case.programs.retain(|program| !program.sources.is_empty());
                    return Ok(case);
                }
                "version" => case.version = self.version()?,
                "desc" => {
                    self.text()?;
                }
                "expect" => {
                    let word = self.word()?;
                    case.expected = match find(EXPECTED, word) {
                        Some(expected) => expected,
                        None => return self.fail("what becomes of the case"),
                    };
                }
                "require" => self.requirement(&mut case)?,
                "values" => self.values(&mut case.values)?,
                "output_color" | "output_colors" => {
                    self.word()?;
                }
                "pipeline_program" => {
                    let mut program = Program::default();
                    loop {
                        match self.word()? {
                            "end" => break,
                            "active_stages" => {
                                self.list()?;
                            }
                            "require" => self.requirement(&mut case)?,
                            stage => self.source(stage, &mut program)?,
                        }
                    }
                    case.programs.push(program);
                }
                stage => match case.programs.first_mut() {
                    Some(program) => self.source(stage, program)?,
                    None => return self.fail("a program"),
                },
            }
        }
    }

    fn version(&mut self) -> Result<Version> {
        let Some(&TokenKind::Number(number)) = self.take().map(|token| &token.kind) else {
            return self.fail("a version");
        };
        let number = number as u16;
        let es = self.peek() == Some(&TokenKind::Word("es"));
        self.next += usize::from(es);
        Ok(if es || number == 100 { Version::es(number) } else { Version::desktop(number) })
    }

    fn source(&mut self, stage: &str, program: &mut Program) -> Result<()> {
        let Some(stage) = find(STAGES, stage) else { return self.fail("a part of a case") };
        match self.take().map(|token| &token.kind) {
            Some(TokenKind::Shader(text)) => {
                program.sources.push(Source { stage, text: text.clone() });
                Ok(())
            }
            _ => self.fail("a shader"),
        }
    }

    /// Words and texts in braces, with `,` and `|` between.
    fn list(&mut self) -> Result<Vec<String>> {
        self.sign('{')?;
        let mut items = Vec::new();
        while !self.accepts('}') {
            match self.take().map(|token| &token.kind) {
                Some(TokenKind::Word(word)) => items.push((*word).to_owned()),
                Some(TokenKind::Text(text)) => items.push((*text).to_owned()),
                Some(TokenKind::Sign(',' | '|')) => {}
                _ => return self.fail("a list"),
            }
        }
        Ok(items)
    }

    fn requirement(&mut self, case: &mut Case) -> Result<()> {
        match self.word()? {
            "extension" => {
                let names = self.list()?;
                let mut stages = Vec::new();
                if self.peek() == Some(&TokenKind::Word("in")) {
                    self.next += 1;
                    stages = self.list()?.iter().filter_map(|name| find(STAGES, name).flatten()).collect();
                }
                case.extensions.push((names, stages));
                Ok(())
            }
            "limit" => {
                let name = self.text()?;
                self.sign('>')?;
                let equal = self.accepts('=');
                let number = self.take().map(|token| &token.kind);
                let Some(TokenKind::Number(number)) = number else { return self.fail("a number") };
                case.requires.push(format!("{name} {} {number}", if equal { ">=" } else { ">" }));
                Ok(())
            }
            other => {
                case.requires.push(other.to_owned());
                Ok(())
            }
        }
    }

    fn values(&mut self, values: &mut Vec<Value>) -> Result<()> {
        self.sign('{')?;
        while !self.accepts('}') {
            let storage = match self.word()? {
                "input" => Storage::Input,
                "output" => Storage::Output,
                "uniform" => Storage::Uniform,
                _ => return self.fail("`input`, `output` or `uniform`"),
            };
            let mut ty = self.word()?.to_owned();
            if matches!(ty.as_str(), "highp" | "mediump" | "lowp") {
                ty = self.word()?.to_owned();
            }
            let mut name = self.word()?.to_owned();
            while !matches!(self.peek(), Some(TokenKind::Sign('=' | ';')) | None) {
                match self.take().map(|token| &token.kind) {
                    Some(TokenKind::Sign(sign)) => name.push(*sign),
                    Some(TokenKind::Word(word)) => name += word,
                    // `.5` of `a.5` cannot be; an index is a whole number.
                    Some(TokenKind::Number(number)) => name += &number.to_string(),
                    _ => return self.fail("a name"),
                }
            }
            let mut runs = Vec::new();
            if self.accepts('=') {
                if self.accepts('[') {
                    loop {
                        runs.push(self.expression()?);
                        if !self.accepts('|') {
                            break;
                        }
                    }
                    self.sign(']')?;
                } else {
                    runs.push(self.expression()?);
                }
            }
            self.sign(';')?;
            values.push(Value { storage, ty, name, runs });
        }
        Ok(())
    }

    /// A number, a bool, or a constructor of such.
    fn expression(&mut self) -> Result<Vec<f64>> {
        match self.take().map(|token| &token.kind) {
            Some(TokenKind::Number(number)) => Ok(vec![*number]),
            Some(TokenKind::Word("true")) => Ok(vec![1.0]),
            Some(TokenKind::Word("false")) => Ok(vec![0.0]),
            Some(TokenKind::Sign('-')) => Ok(self.expression()?.iter().map(|value| -value).collect()),
            Some(TokenKind::Word(_)) => {
                self.sign('(')?;
                let mut all = Vec::new();
                while !self.accepts(')') {
                    all.extend(self.expression()?);
                    self.accepts(',');
                }
                Ok(all)
            }
            _ => self.fail("a value"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, Storage, parse};
    use vitrum::{Stage, Version};

    #[test]
    fn a_case_has_values_and_shaders() {
        let text = "group g \"G\"\ncase c-1\nversion 300 es\nexpect compile_fail\n\
            require extension { \"GL_A\" | \"GL_B\" } in { vertex }\n\
            values { input vec2 a = [ vec2(1.0, -2) | vec2(3, 4) ]; output bool o = [ true | false ]; }\n\
            both \"\"x\"\"\nend\nend\n";
        let cases = parse(text).unwrap();
        let [case] = &cases[..] else { panic!("{cases:?}") };
        assert_eq!(case.name, "g.c-1");
        assert_eq!(case.version, Version::es(300));
        assert_eq!(case.expected, Expected::CompileFail);
        assert_eq!(case.extensions, [(vec!["GL_A".to_owned(), "GL_B".to_owned()], vec![Stage::Vertex])]);
        assert_eq!(case.values[0].runs, [[1.0, -2.0], [3.0, 4.0]]);
        assert_eq!(case.values[1].storage, Storage::Output);
        assert_eq!(case.values[1].runs, [[1.0], [0.0]]);
        assert_eq!(case.programs[0].sources[0].stage, None);
    }
}
