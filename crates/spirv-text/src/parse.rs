//! The words of a module's text, by the grammar that `spirv-as` reads.
//!
//! ```text
//! %int   = OpTypeInt 32 1          the result goes first
//! %int_3 = OpConstant %int 3       a literal is read by the type
//!          OpStore %a %b Aligned|Volatile 4
//!          OpDecorate %a !44 0     a word as it is
//! ```

use std::collections::BTreeMap;
use std::fmt;

use rspirv::grammar::{
    ExtInstOp, INSTRUCTION_TABLE, Instruction as Grammar, InstructionTable, LogicalOperand, OperandKind,
    OperandQuantifier, ext_inst_table,
};
use rspirv::spirv::{FPEncoding, Op};

use crate::literals::{self, Number};
use crate::newer;
use crate::operands::named;

/// The first word of a module.
const MAGIC: u32 = 0x0723_0203;
/// The version of a text that says none: 1.6.
const NEWEST: u32 = 0x0001_0600;

/// Other names of instructions.
const ALIASES: &[(&str, &str)] = &[
    ("TypeCooperativeVectorNV", "TypeVectorIdEXT"),
    ("DecorateStringGOOGLE", "DecorateString"),
    ("MemberDecorateStringGOOGLE", "MemberDecorateString"),
    ("TypeAccelerationStructureNV", "TypeAccelerationStructureKHR"),
    ("ReportIntersectionNV", "ReportIntersectionKHR"),
    ("SDotKHR", "SDot"),
    ("UDotKHR", "UDot"),
    ("SUDotKHR", "SUDot"),
    ("SDotAccSatKHR", "SDotAccSat"),
    ("UDotAccSatKHR", "UDotAccSat"),
    ("SUDotAccSatKHR", "SUDotAccSat"),
];

/// A fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The fault: found and expected.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// The words of a text, of the version in its comment `; Version: 1.3`, else of SPIR-V 1.6. Ids are numbered anew, in order.
///
/// # Errors
/// At the first piece of the text that is not what the grammar demands there.
pub fn parse(text: &str) -> Result<Vec<u32>, SyntaxError> {
    let comments = text.lines().map_while(|line| line.trim_start().strip_prefix(';'));
    let version =
        comments.filter_map(|comment| comment.trim().strip_prefix("Version: ")).find_map(|number| {
            let (major, minor) = number.trim().split_once('.')?;
            Some(major.parse::<u32>().ok()?.min(255) << 16 | minor.parse::<u32>().ok()?.min(255) << 8)
        });
    parse_as(text, version.unwrap_or(NEWEST))
}

/// The words of a text, with this word as the version in the header: `0x0001_0300` for SPIR-V 1.3.
///
/// # Errors
/// At the first piece of the text that is not what the grammar demands there.
pub fn parse_as(text: &str, version: u32) -> Result<Vec<u32>, SyntaxError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        words: vec![MAGIC, version, 0, 0, 0],
        ids: BTreeMap::new(),
        facts: Facts::default(),
        grammars: INSTRUCTION_TABLE.iter().chain(newer::grammars()).map(|row| (row.opname, row)).collect(),
    };
    while parser.at < tokens.len() {
        parser.instruction()?;
    }
    parser.words[3] = parser.ids.len() as u32 + 1;
    Ok(parser.words)
}

/// A piece of the text.
struct Token<'a> {
    text: &'a str,
    line: u32,
    column: u32,
}

impl Token<'_> {
    fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { line: self.line, column: self.column, message: message.into() }
    }

    /// True for the name of an instruction.
    fn is_opcode(&self) -> bool {
        let rest = self.text.strip_prefix("Op");
        rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
    }
}

/// The pieces between blanks and comments; `=` is one of its own, and a string one with its quotes.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut letters = text.char_indices().peekable();
    let (mut line, mut line_start) = (1, 0);
    while let Some((start, first)) = letters.next() {
        let column = |at: usize, line_start: usize| text[line_start..at].chars().count() as u32 + 1;
        match first {
            '\n' => (line, line_start) = (line + 1, start + 1),
            ';' => while letters.next_if(|next| next.1 != '\n').is_some() {},
            letter if letter.is_whitespace() => {}
            _ => {
                let mut token = Token { text: "", line, column: column(start, line_start) };
                let mut end = start + first.len_utf8();
                if first == '"' {
                    let mut is_closed = false;
                    while let Some((at, letter)) = letters.next() {
                        end = at + letter.len_utf8();
                        match letter {
                            '"' => {
                                is_closed = true;
                                break;
                            }
                            '\\' => drop(letters.next()),
                            '\n' => (line, line_start) = (line + 1, end),
                            _ => {}
                        }
                    }
                    if !is_closed {
                        return Err(token.error("a string without its closing quote"));
                    }
                } else if first != '=' {
                    let is_inside =
                        |letter: char| !letter.is_whitespace() && !matches!(letter, ';' | '=' | '"');
                    while let Some((at, letter)) = letters.next_if(|next| is_inside(next.1)) {
                        end = at + letter.len_utf8();
                    }
                }
                token.text = &text[start..end];
                tokens.push(token);
            }
        }
    }
    Ok(tokens)
}

/// Types and sets that literals and extended instructions depend on.
#[derive(Default)]
struct Facts {
    numbers: BTreeMap<u32, Number>,
    /// The types of results.
    types: BTreeMap<u32, u32>,
    sets: BTreeMap<u32, &'static InstructionTable<ExtInstOp>>,
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    words: Vec<u32>,
    ids: BTreeMap<&'a str, u32>,
    facts: Facts,
    grammars: BTreeMap<&'static str, &'static Grammar<'static>>,
}

/// An instruction while its operands are read.
struct Instruction {
    opcode: Op,
    /// The index of its first word.
    start: usize,
    result: Option<u32>,
    /// The type of its literals.
    number: Option<Number>,
}

impl<'a> Parser<'a> {
    /// True if the next token begins another instruction, or there is none.
    fn is_at_end(&self) -> bool {
        let Some(token) = self.tokens.get(self.at) else { return true };
        let is_assigned = self.tokens.get(self.at + 1).is_some_and(|next| next.text == "=");
        token.is_opcode() || token.text.starts_with('%') && is_assigned
    }

    /// The next token; `expected` is named if there is none.
    fn next(&mut self, expected: &str) -> Result<&'a Token<'a>, SyntaxError> {
        match self.tokens.get(self.at) {
            Some(token) => {
                self.at += 1;
                Ok(token)
            }
            None => {
                let error =
                    |token: &Token<'_>| token.error(format!("expected {expected} behind it, found the end"));
                Err(self.tokens.last().map_or_else(
                    || SyntaxError { line: 1, column: 1, message: format!("expected {expected}") },
                    error,
                ))
            }
        }
    }

    /// The grammar of an instruction by its name without `Op`.
    fn grammar(&self, name: &str) -> Option<&'static Grammar<'static>> {
        let alias = ALIASES.iter().find(|row| row.0 == name);
        self.grammars.get(alias.map_or(name, |row| row.1)).copied()
    }

    fn id(&mut self, token: &Token<'a>) -> Result<u32, SyntaxError> {
        let name = token.text.strip_prefix('%').filter(|name| !name.is_empty());
        let name =
            name.ok_or_else(|| token.error(format!("expected an id such as `%1`, found `{}`", token.text)))?;
        let next = self.ids.len() as u32 + 1;
        Ok(*self.ids.entry(name).or_insert(next))
    }

    fn instruction(&mut self) -> Result<(), SyntaxError> {
        let mut token = self.next("an instruction")?;
        let mut result = None;
        if token.text.starts_with('%') {
            let equals = self.next("`=`")?;
            if equals.text != "=" {
                return Err(
                    equals.error(format!("expected `=` behind `{}`, found `{}`", token.text, equals.text))
                );
            }
            result = Some((self.id(token)?, token));
            token = self.next("an instruction")?;
        }
        let grammar = token.text.strip_prefix("Op").and_then(|name| self.grammar(name));
        let grammar =
            grammar.ok_or_else(|| token.error(format!("there is no instruction `{}`", token.text)))?;
        let has_result = grammar.operands.iter().any(|operand| operand.kind == OperandKind::IdResult);
        match result {
            Some((_, id)) if !has_result => {
                return Err(id.error(format!("`{}` has no result", token.text)));
            }
            None if has_result => {
                return Err(token.error(format!("the result of `{}` needs an id: `%1 = {0}`", token.text)));
            }
            _ => {}
        }
        let result = result.map(|row| row.0);
        let mut inst = Instruction { opcode: grammar.opcode, start: self.words.len(), result, number: None };
        self.words.push(0);
        self.operands(&mut inst, grammar.operands)?;
        if !self.is_at_end() {
            let extra = self.next("an instruction")?;
            return Err(extra.error(format!("`{}` takes no further operand", token.text)));
        }
        let length = self.words.len() - inst.start;
        let length = u32::try_from(length).ok().filter(|&length| length <= u32::from(u16::MAX));
        let length = length.ok_or_else(|| token.error("an instruction has at most 65,535 words"))?;
        let opcode = newer::opcode(grammar.opname).unwrap_or(grammar.opcode as u32);
        self.words[inst.start] = length << 16 | opcode;
        self.note(&inst);
        Ok(())
    }

    fn operands(&mut self, inst: &mut Instruction, operands: &[LogicalOperand]) -> Result<(), SyntaxError> {
        for operand in operands {
            match operand.quantifier {
                OperandQuantifier::One => self.operand(inst, operand.kind)?,
                OperandQuantifier::ZeroOrOne if !self.is_at_end() => self.operand(inst, operand.kind)?,
                OperandQuantifier::ZeroOrOne => {}
                OperandQuantifier::ZeroOrMore => {
                    while !self.is_at_end() {
                        self.operand(inst, operand.kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, inst: &mut Instruction, kind: OperandKind) -> Result<(), SyntaxError> {
        if kind == OperandKind::IdResult {
            self.words.extend(inst.result);
            return Ok(());
        }
        let pair = match kind {
            OperandKind::PairLiteralIntegerIdRef => {
                Some([OperandKind::LiteralContextDependentNumber, OperandKind::IdRef])
            }
            OperandKind::PairIdRefLiteralInteger => Some([OperandKind::IdRef, OperandKind::LiteralInteger]),
            OperandKind::PairIdRefIdRef => Some([OperandKind::IdRef; 2]),
            _ => None,
        };
        if let Some(pair) = pair {
            return pair.into_iter().try_for_each(|kind| self.operand(inst, kind));
        }
        if self.is_at_end() {
            let last = &self.tokens[self.at - 1];
            let name = format!("{kind:?}");
            return Err(
                last.error(format!("an operand of `Op{:?}` is missing behind it: {name}", inst.opcode))
            );
        }
        let token = self.next("an operand")?;
        if let Some(word) = token.text.strip_prefix('!') {
            let word = literals::word(word).ok_or_else(|| token.error("expected a number behind `!`"))?;
            self.words.push(word);
            return Ok(());
        }
        match kind {
            OperandKind::IdRef
            | OperandKind::IdScope
            | OperandKind::IdMemorySemantics
            | OperandKind::IdResultType => {
                let id = self.id(token)?;
                self.words.push(id);
                if kind == OperandKind::IdResultType {
                    self.facts.types.extend(inst.result.map(|result| (result, id)));
                    inst.number = self.facts.numbers.get(&id).copied();
                } else if inst.opcode == Op::Switch && inst.number.is_none() {
                    // The first operand is the selector.
                    inst.number =
                        self.facts.types.get(&id).and_then(|ty| self.facts.numbers.get(ty)).copied();
                }
                Ok(())
            }
            OperandKind::LiteralString => {
                let text = token.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                let text =
                    text.ok_or_else(|| token.error(format!("expected a string, found `{}`", token.text)))?;
                self.string(&unquoted(text));
                Ok(())
            }
            OperandKind::LiteralInteger
            | OperandKind::LiteralFloat
            | OperandKind::LiteralContextDependentNumber => {
                let number = match kind {
                    OperandKind::LiteralContextDependentNumber => inst.number,
                    OperandKind::LiteralFloat => Some(Number::Float { width: 32, encoding: None }),
                    _ => None,
                };
                let bits = literals::bits(token.text, number).map_err(|message| token.error(message))?;
                self.words.push(bits as u32);
                if number.is_some_and(|number| number.width() > 32) {
                    self.words.push((bits >> 32) as u32);
                }
                Ok(())
            }
            OperandKind::LiteralExtInstInteger => self.extended(inst, token),
            OperandKind::LiteralSpecConstantOpInteger => {
                let grammar = self.grammar(token.text);
                let grammar =
                    grammar.ok_or_else(|| token.error(format!("there is no operation `{}`", token.text)))?;
                self.words.push(grammar.opcode as u32);
                let is_own = |operand: &&LogicalOperand| {
                    !matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType)
                };
                let operands: Vec<_> = grammar.operands.iter().filter(is_own).cloned().collect();
                self.operands(inst, &operands)
            }
            kind => self.enumerant(inst, kind, token),
        }
    }

    /// An operand with a name, and those that it demands.
    fn enumerant(
        &mut self,
        inst: &mut Instruction,
        kind: OperandKind,
        token: &Token<'_>,
    ) -> Result<(), SyntaxError> {
        match named(kind, token.text) {
            Some(Some(value)) => {
                self.words.push(value.word);
                self.operands(inst, &value.more)
            }
            // Kinds of extended instruction sets are numbers.
            None if literals::word(token.text).is_some() => {
                self.words.extend(literals::word(token.text));
                Ok(())
            }
            _ => Err(token.error(format!("`{}` is no {kind:?}", token.text))),
        }
    }

    /// The operation of an extended instruction set.
    fn extended(&mut self, inst: &mut Instruction, token: &Token<'_>) -> Result<(), SyntaxError> {
        // Length, type, result, set.
        let set = self.words.get(inst.start + 3).and_then(|set| self.facts.sets.get(set)).copied();
        let row = set.and_then(|set| set.iter().find(|row| row.opname == token.text));
        let number = row.map(|row| row.opcode.into()).or_else(|| literals::word(token.text));
        let number =
            number.ok_or_else(|| token.error(format!("the set has no operation `{}`", token.text)))?;
        self.words.push(number);
        Ok(())
    }

    /// A string, with a zero at its end, in words.
    fn string(&mut self, text: &str) {
        for chunk in text.as_bytes().chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.words.push(u32::from_le_bytes(word));
        }
        if text.len().is_multiple_of(4) {
            self.words.push(0);
        }
    }

    /// Keeps what later instructions depend on.
    fn note(&mut self, inst: &Instruction) {
        let Some(result) = inst.result else { return };
        // Length, result.
        let operands = self.words.get(inst.start + 2..).unwrap_or_default();
        match (inst.opcode, operands) {
            (Op::TypeInt, &[width, sign]) => {
                self.facts.numbers.insert(result, Number::Integer { width, is_signed: sign != 0 });
            }
            (Op::TypeFloat, &[width, ref encoding @ ..]) => {
                let encoding = encoding.first().and_then(|&word| FPEncoding::from_u32(word));
                self.facts.numbers.insert(result, Number::Float { width, encoding });
            }
            (Op::ExtInstImport, name) => {
                let bytes: Vec<u8> = name.iter().flat_map(|word| word.to_le_bytes()).collect();
                let name = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                if let Some(set) = std::str::from_utf8(name).ok().and_then(ext_inst_table) {
                    self.facts.sets.insert(result, set);
                }
            }
            _ => {}
        }
    }
}

/// The text of a string between its quotes: a backslash stands before a letter that is meant as it is.
fn unquoted(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn instruction(text: &str) -> Vec<u32> {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).split_off(5)
    }

    #[test]
    fn literals_are_read_by_their_types() {
        let words = instruction(
            "%h = OpTypeFloat 16 %l = OpTypeInt 64 1 %a = OpConstant %h 1.5 %b = OpConstant %l -2",
        );
        assert_eq!(&words[7..], [4 << 16 | 43, 1, 3, 0x3e00, 5 << 16 | 43, 2, 4, 0xffff_fffe, 0xffff_ffff]);
    }

    #[test]
    fn names_demand_operands() {
        assert_eq!(instruction("OpDecorate %x BuiltIn Position"), [4 << 16 | 71, 1, 11, 0]);
        assert_eq!(instruction("OpStore %p %v Volatile|Aligned 16"), [5 << 16 | 62, 1, 2, 3, 16]);
        assert_eq!(instruction("%i = OpTypeImage %f 2D 0 0 0 1 Unknown")[3], 1);
        let load = instruction("%v = OpLoad %t %p NonPrivatePointer|MakePointerVisible|Aligned 4 %scope");
        assert_eq!(load[4..], [2 | 16 | 32, 4, 4]);
        assert_eq!(instruction("OpFunctionEnd"), [1 << 16 | 56]);
        assert_eq!(instruction("OpName %x \"a\\\"b\""), [3 << 16 | 5, 1, 0x0062_2261]);
    }

    #[test]
    fn values_that_rspirv_lacks_are_read_and_printed() {
        let text = "OpCapability RayTracingOpacityMicromapExecutionModeKHR OpExecutionModeId %1 OpacityMicromapIdKHR %2";
        assert_eq!(instruction(text), [2 << 16 | 17, 6032, 4 << 16 | 331, 1, 6031, 2]);
        let printed = crate::print(&parse(text).unwrap()).unwrap();
        assert!(printed.contains("OpCapability RayTracingOpacityMicromapExecutionModeKHR\n"), "{printed}");
        assert!(printed.contains("OpExecutionModeId %1 OpacityMicromapIdKHR %2\n"), "{printed}");
        let text = "OpLoopMerge %1 %2 MultipleWaitQueuesQCOM 0 OpLoopMerge %1 %2 PeelCount|MultipleWaitQueuesQCOM 4 2";
        let words = instruction(text);
        assert_eq!(words, [5 << 16 | 246, 1, 2, 1 << 28, 0, 6 << 16 | 246, 1, 2, 1 << 28 | 0x80, 4, 2]);
        let printed = crate::print(&parse(text).unwrap()).unwrap();
        assert!(printed.contains("%2 MultipleWaitQueuesQCOM 0\n"), "{printed}");
        assert!(printed.contains("%2 PeelCount|MultipleWaitQueuesQCOM 4 2\n"), "{printed}");
    }

    #[test]
    fn headers_have_the_version_of_the_comment() {
        assert_eq!(parse("; SPIR-V\n; Version: 1.3\n; Bound: 9\n").map(|words| words[1]), Ok(0x0001_0300));
        assert_eq!(parse("%a = OpTypeVoid\n; Version: 1.3\n").map(|words| words[1]), Ok(0x0001_0600));
        assert_eq!(parse("%a = OpTypeVoid %b = OpTypeVoid").map(|words| words[3]), Ok(3));
    }

    #[test]
    fn faults_have_their_places() {
        for (text, place, message) in [
            ("OpNothing", (1, 1), "there is no instruction `OpNothing`"),
            ("\n  %a OpTypeVoid", (2, 6), "expected `=`"),
            ("OpTypeVoid", (1, 1), "needs an id"),
            ("%a = OpNop", (1, 1), "`OpNop` has no result"),
            ("%a = OpTypeInt 32", (1, 16), "is missing"),
            ("%a = OpTypeVoid 1", (1, 17), "no further operand"),
            ("OpCapability Sun", (1, 14), "`Sun` is no Capability"),
            ("OpName %a \"b", (1, 11), "closing quote"),
            ("%a = OpTypeInt x 1", (1, 16), "expected a number"),
            ("OpName a \"b\"", (1, 8), "expected an id"),
            ("%a =", (1, 4), "found the end"),
            ("OpDecorate %a !x", (1, 15), "behind `!`"),
        ] {
            let Err(error) = parse(text) else { panic!("{text} is read") };
            assert!(error.message.contains(message), "{text}: {error}");
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
    }
}
