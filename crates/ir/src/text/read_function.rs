//! Reading a function body. An explicit stack of open blocks bounds the use of the call stack.

use super::lex::{Kind, Token};
use super::print::{hint_rows, qualifier_rows, value_flag_rows};
use super::read::{Read, Reader};
use crate::function::{
    Block, BlockData, Case, ControlData, ControlHints, ControlKind, Inst, LoopHints, Operand, ParamData,
    Passing, Value, ValueFlags,
};
use crate::module::{Function, Precision, Qualifiers};
use crate::ops::Op;
use crate::span::Span;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// A block that is being read, and what it belongs to.
struct Frame {
    block: Block,
    owner: Owner,
}

enum Owner {
    Function,
    Then(Inst),
    Other,
    Loop(Inst),
    Continuing,
    /// Between cases: `block` is the one around the switch.
    Switch(Inst),
    Case,
}

struct Body<'a> {
    function: Function,
    values: FxHashMap<&'a str, Value>,
}

/// A result or parameter as written.
struct Definition<'a> {
    label: Token<'a>,
    ty: Type,
    precision: Precision,
    flags: ValueFlags,
}

pub(super) fn read_function<'a>(reader: &mut Reader<'a>) -> Read<()> {
    let label = reader.label('&')?;
    let Some(&function) = reader.functions.get(label.text) else {
        return reader.error(label, "no such function");
    };
    let mut body = Body { function, values: FxHashMap::default() };
    let block = reader.module.functions[function].body;
    reader.expect("(")?;
    while !reader.take(")") {
        if !reader.module.functions[function].params.is_empty() {
            reader.expect(",")?;
        }
        let definition = read_definition(reader)?;
        define_param(reader, &mut body, block, &definition)?;
        let token = reader.next();
        let passing = match token.text {
            "in" => Passing::In,
            "const_in" => Passing::ConstIn,
            "out" => Passing::Out,
            "inout" => Passing::InOut,
            _ => return reader.expected(token, "`in`, `const_in`, `out` or `inout`"),
        };
        let qualifiers = Qualifiers::from_bits(reader.flags(qualifier_rows()));
        let spirv = if reader.take("spirv") { Some(reader.argument()?) } else { None };
        reader.module.functions[function].params.push(ParamData { passing, qualifiers, spirv });
    }
    reader.expect("->")?;
    reader.module.functions[function].result = reader.ty()?;
    reader.module.functions[function].precision = reader.precision();
    if reader.take("spirv") {
        reader.module.functions[function].spirv = Some(reader.argument()?);
    }
    reader.expect("{")?;
    let mut frames = vec![Frame { block, owner: Owner::Function }];
    while let Some(frame) = frames.pop() {
        if reader.take("}") {
            close(reader, &mut body, &mut frames, frame)?;
        } else if let Owner::Switch(inst) = frame.owner {
            frames.push(frame);
            read_case(reader, &mut body, &mut frames, inst)?;
        } else {
            let block = frame.block;
            frames.push(frame);
            read_inst(reader, &mut body, &mut frames, block)?;
        }
    }
    Ok(())
}

fn close<'a>(
    reader: &mut Reader<'a>,
    body: &mut Body<'a>,
    frames: &mut Vec<Frame>,
    frame: Frame,
) -> Read<()> {
    match frame.owner {
        Owner::Function | Owner::Other | Owner::Continuing | Owner::Switch(_) | Owner::Case => {}
        Owner::Then(inst) => {
            reader.expect("else")?;
            let other = open(reader, body)?;
            if let Some(ControlKind::If { other: slot, .. }) = control_kind(reader, body, inst) {
                *slot = other;
            }
            frames.push(Frame { block: other, owner: Owner::Other });
        }
        Owner::Loop(inst) => {
            if reader.take("continuing") {
                let block = open(reader, body)?;
                if let Some(ControlKind::Loop { continuing, .. }) = control_kind(reader, body, inst) {
                    *continuing = Some(block);
                }
                frames.push(Frame { block, owner: Owner::Continuing });
            }
        }
    }
    Ok(())
}

fn control_kind<'r>(reader: &'r mut Reader<'_>, body: &Body<'_>, inst: Inst) -> Option<&'r mut ControlKind> {
    reader.module.functions[body.function].control_mut(inst).map(|control| &mut control.kind)
}

/// `[(params)] {`
fn open<'a>(reader: &mut Reader<'a>, body: &mut Body<'a>) -> Read<Block> {
    let block = reader.module.functions[body.function].blocks.alloc(BlockData::default());
    if reader.take("(") {
        let mut first = true;
        while !reader.take(")") {
            if !first {
                reader.expect(",")?;
            }
            first = false;
            let definition = read_definition(reader)?;
            define_param(reader, body, block, &definition)?;
        }
    }
    reader.expect("{")?;
    Ok(block)
}

fn read_case<'a>(
    reader: &mut Reader<'a>,
    body: &mut Body<'a>,
    frames: &mut Vec<Frame>,
    inst: Inst,
) -> Read<()> {
    reader.expect("case")?;
    let mut values = Vec::new();
    let mut default = false;
    loop {
        if reader.take("default") {
            default = true;
        } else {
            values.push(reader.constant()?);
        }
        if !reader.take(",") {
            break;
        }
    }
    let block = open(reader, body)?;
    if let Some(ControlKind::Switch { cases }) = control_kind(reader, body, inst) {
        cases.push(Case { values, default, block });
    }
    frames.push(Frame { block, owner: Owner::Case });
    Ok(())
}

fn read_definition<'a>(reader: &mut Reader<'a>) -> Read<Definition<'a>> {
    let label = reader.label('%')?;
    reader.expect(":")?;
    let ty = reader.ty()?;
    let precision = reader.precision();
    let flags = ValueFlags::from_bits(reader.flags(value_flag_rows()) as u8);
    Ok(Definition { label, ty, precision, flags })
}

fn define<'a>(
    reader: &mut Reader<'a>,
    body: &mut Body<'a>,
    value: Value,
    definition: &Definition<'a>,
) -> Read<()> {
    let name = reader.label_name(definition.label.text);
    let function = &mut reader.module.functions[body.function];
    function.set_value_name(value, name);
    function.values[value].flags = definition.flags;
    if body.values.insert(definition.label.text, value).is_some() {
        return reader.error(definition.label, "this value is defined twice");
    }
    Ok(())
}

fn define_param<'a>(
    reader: &mut Reader<'a>,
    body: &mut Body<'a>,
    block: Block,
    definition: &Definition<'a>,
) -> Read<()> {
    let function = &mut reader.module.functions[body.function];
    let value = function.add_param(block, definition.ty, definition.precision);
    define(reader, body, value, definition)
}

fn read_inst<'a>(
    reader: &mut Reader<'a>,
    body: &mut Body<'a>,
    frames: &mut Vec<Frame>,
    block: Block,
) -> Read<()> {
    let mut definitions = Vec::new();
    if reader.take("(") {
        while !reader.take(")") {
            if !definitions.is_empty() {
                reader.expect(",")?;
            }
            definitions.push(read_definition(reader)?);
        }
        reader.expect("=")?;
    } else if reader.peek().kind == Kind::Label {
        definitions.push(read_definition(reader)?);
        reader.expect("=")?;
    }
    let token = reader.next();
    if token.kind != Kind::Word {
        return reader.expected(token, "an operation");
    }
    let (op, mut imm) = reader.op(token)?;
    let mut operands = Vec::new();
    read_operands(reader, body, &mut operands)?;
    if op == Op::BreakIf {
        reader.expect("(")?;
        let before = operands.len();
        if !reader.take(")") {
            read_operands(reader, body, &mut operands)?;
            reader.expect(")")?;
        }
        imm = (operands.len() - before) as u32;
        reader.expect("next")?;
        read_operands(reader, body, &mut operands)?;
    }
    let mut control = None;
    if op.is_control() {
        let (hints, loop_hints) = read_hints(reader)?;
        let kind = ControlKind::Switch { cases: Vec::new() };
        control = Some(ControlData { kind, hints, loop_hints });
    }
    let span = read_span(reader)?;
    let function = &mut reader.module.functions[body.function];
    let inst = match control {
        Some(control) => function.new_control(op, &operands, control, span),
        None => function.new_inst(op, &operands, imm, span),
    };
    function.blocks[block].insts.push(inst);
    let types: Vec<_> = definitions.iter().map(|definition| (definition.ty, definition.precision)).collect();
    function.add_results(inst, &types);
    let results = function.results(inst);
    for (value, definition) in results.zip(&definitions) {
        define(reader, body, value, definition)?;
    }
    match op {
        Op::If => {
            let then = open(reader, body)?;
            if let Some(kind) = control_kind(reader, body, inst) {
                *kind = ControlKind::If { then, other: then };
            }
            frames.push(Frame { block: then, owner: Owner::Then(inst) });
        }
        Op::Loop => {
            let start = open(reader, body)?;
            if let Some(kind) = control_kind(reader, body, inst) {
                *kind = ControlKind::Loop { body: start, continuing: None };
            }
            frames.push(Frame { block: start, owner: Owner::Loop(inst) });
        }
        Op::Switch => {
            reader.expect("{")?;
            frames.push(Frame { block, owner: Owner::Switch(inst) });
        }
        _ => {}
    }
    Ok(())
}

fn read_operands<'a>(reader: &mut Reader<'a>, body: &Body<'a>, operands: &mut Vec<Operand>) -> Read<()> {
    let token = reader.peek();
    let word = token.kind == Kind::Word
        && (hint_rows().any(|row| row.1 == token.text) || token.text == "next" || is_loop_hint(token.text));
    let mark = matches!(token.kind, Kind::Mark | Kind::Arrow | Kind::End | Kind::Quoted);
    if token.starts_line || word || mark {
        return Ok(());
    }
    loop {
        operands.push(read_operand(reader, body)?);
        if !reader.take(",") {
            return Ok(());
        }
    }
}

fn read_operand<'a>(reader: &mut Reader<'a>, body: &Body<'a>) -> Read<Operand> {
    let token = reader.peek();
    if token.kind == Kind::Label && token.text.starts_with('%') {
        reader.next();
        return match body.values.get(token.text) {
            Some(&value) => Ok(value.into()),
            None => reader.error(token, "no such value above"),
        };
    }
    if token.kind == Kind::Label && token.text.starts_with('@') {
        reader.next();
        return match reader.globals.get(token.text) {
            Some(&global) => Ok(global.into()),
            None => reader.error(token, "no such global"),
        };
    }
    Ok(reader.constant()?.into())
}

fn is_loop_hint(word: &str) -> bool {
    loop_hint(&mut LoopHints::default(), word).is_some()
}

fn loop_hint<'h>(hints: &'h mut LoopHints, word: &str) -> Option<&'h mut Option<u32>> {
    Some(match word {
        "dependency_length" => &mut hints.dependency_length,
        "min_iterations" => &mut hints.min_iterations,
        "max_iterations" => &mut hints.max_iterations,
        "iteration_multiple" => &mut hints.iteration_multiple,
        "peel_count" => &mut hints.peel_count,
        "partial_count" => &mut hints.partial_count,
        _ => return None,
    })
}

fn read_hints(reader: &mut Reader<'_>) -> Read<(ControlHints, Option<Box<LoopHints>>)> {
    let hints = ControlHints::from_bits(reader.flags(hint_rows()) as u16);
    let mut numbers = LoopHints::default();
    let mut any = false;
    while is_loop_hint(reader.peek().text) {
        let token = reader.next();
        let number = reader.argument()?;
        if let Some(slot) = loop_hint(&mut numbers, token.text) {
            reader.fill(slot, number, token)?;
            any = true;
        }
    }
    Ok((hints, any.then(|| Box::new(numbers))))
}

/// `!start..end`, if there is one.
fn read_span(reader: &mut Reader<'_>) -> Read<Span> {
    if !reader.take("!") {
        return Ok(Span::default());
    }
    let token = reader.next();
    let ends = token.text.split_once("..").map(|(start, end)| (start.parse(), end.parse()));
    match ends {
        Some((Ok(start), Ok(end))) => Ok(Span::new(start, end)),
        _ => reader.expected(token, "a span"),
    }
}
