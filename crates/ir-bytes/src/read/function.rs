//! Functions. Blocks wait on a list, so that nesting needs no stack.

use la_arena::Arena;
use vitrum_ir::{
    Block, BlockData, Capacity, Case, ControlData, ControlHints, ControlKind, FunctionData, Id, Inlining,
    Inst, LayoutRule, Linkage, List, LoopHints, Op, Operand, ParamData, ParamMode, Precision, Value,
};

use super::{Form, Reader};
use crate::format::{CONSTANT, LISTED, VALUE_BITS};
use crate::input::{Input, Step};
use crate::words::{Attribute, AttributeWord, Kind, LOOP_HINTS, NUMBERS};

/// The shape of an instruction: what it has in common with others.
#[derive(Clone, Copy)]
struct Shape {
    op: Op,
    imm: u32,
    operands: u32,
    results: Results,
}

#[derive(Clone, Copy)]
enum Results {
    None,
    One(Form),
    /// In each instruction.
    Listed,
}

/// The position of the attribute for decorations by number.
const SPIRV: usize = NUMBERS.len() - 1;

/// The fewest bytes that a function takes: name, type, two lists, five lengths and a block.
const FUNCTION: usize = 10;

/// A block that is being read, or that is to come.
struct Open {
    block: Block,
    /// Instructions that are left; [`Open::NEW`] for a block whose head was not read.
    left: u32,
}

impl Open {
    const NEW: u32 = u32::MAX;
}

/// A function whose blocks are being read.
struct Body {
    function: FunctionData,
    /// The lengths of its lists at the end.
    counts: Capacity,
    open: Vec<Open>,
    /// The results of an instruction that lists them.
    results: Vec<Form>,
    operand_count: usize,
}

impl Reader<'_> {
    pub(super) fn functions(&mut self, input: &mut Input<'_>) -> Step<()> {
        let count = input.count(3)?;
        let mut shapes = Vec::with_capacity(count);
        for _ in 0..count {
            shapes.push(self.shape(input)?);
        }
        input.fits(self.functions, FUNCTION)?;
        let mut functions = Arena::with_capacity(self.functions);
        for _ in 0..self.functions {
            functions.alloc(self.function(input, &shapes)?);
        }
        self.module.functions = functions;
        Ok(())
    }

    fn shape(&mut self, input: &mut Input<'_>) -> Step<Shape> {
        let row = self.word(input, Kind::Op)?;
        let Some(&op) = Op::ALL.get(row) else { return input.fail("unknown operation") };
        let imm = self.immediate(input, op)?;
        let number = input.number()?;
        let operands = number >> 2;
        if operands > u32::from(u16::MAX) {
            return input.fail(format!("{operands} operands of an instruction"));
        }
        let results = match number & 3 {
            0 => Results::None,
            1 => Results::One(self.form(input)?),
            LISTED => Results::Listed,
            other => return input.fail(format!("unknown kind {other} of results")),
        };
        Ok(Shape { op, imm, operands, results })
    }

    fn function(&mut self, input: &mut Input<'_>, shapes: &[Shape]) -> Step<FunctionData> {
        let name = self.string(input)?;
        let result = self.ty(input)?;
        let (precision, spirv, inlining, linkage) = self.function_attributes(input)?;
        let count = input.count(1)?;
        let mut params = Vec::with_capacity(count);
        for _ in 0..count {
            params.push(self.param(input)?);
        }
        let counts = counts(input)?;
        let mut function = FunctionData::with_capacity(name, result, counts);
        (function.params, function.precision) = (params, precision);
        (function.spirv, function.inlining, function.linkage) = (spirv, inlining, linkage);
        let open = vec![Open { block: function.body, left: Open::NEW }];
        let mut body = Body { function, counts, open, results: Vec::new(), operand_count: 0 };
        self.body(input, &mut body, shapes)?;
        if body.counts() != counts {
            return input.fail(format!("lists of a function have other lengths than declared: {counts:?}"));
        }
        Ok(body.function)
    }

    fn function_attributes(
        &mut self,
        input: &mut Input<'_>,
    ) -> Step<(Precision, Option<u32>, Option<Inlining>, Linkage)> {
        let (mut precision, mut spirv) = (Precision::None, None);
        let (mut inlining, mut linkage) = (None, Linkage::Internal);
        for _ in 0..input.count(1)? {
            match self.attribute(input)? {
                Attribute::Number(SPIRV) => spirv = Some(input.number()?),
                Attribute::Precision(found) => precision = found,
                Attribute::Other(AttributeWord::Inline) => inlining = Some(Inlining::Always),
                Attribute::Other(AttributeWord::Noinline) => inlining = Some(Inlining::Never),
                Attribute::Other(AttributeWord::Export) => linkage = Linkage::Export(self.string(input)?),
                Attribute::Other(AttributeWord::Import) => linkage = Linkage::Import(self.string(input)?),
                Attribute::Other(AttributeWord::Initializer) => linkage = Linkage::Initializer,
                Attribute::Other(AttributeWord::Callback) => linkage = Linkage::Callback(self.string(input)?),
                other => return input.fail(format!("{other:?} is no attribute of a function")),
            }
        }
        Ok((precision, spirv, inlining, linkage))
    }

    fn param(&mut self, input: &mut Input<'_>) -> Step<ParamData> {
        let mut param = ParamData::new(ParamMode::In);
        for _ in 0..input.count(1)? {
            match self.attribute(input)? {
                Attribute::Number(SPIRV) => param.spirv = Some(input.number()?),
                Attribute::Other(AttributeWord::Layout) => {
                    param.layout = Some(self.row(input, Kind::LayoutRule, LayoutRule::ALL)?);
                }
                Attribute::Passing(passing) => param.passing = passing,
                Attribute::Qualifier(qualifier) => param.qualifiers.insert(qualifier),
                other => return input.fail(format!("{other:?} is no attribute of a parameter")),
            }
        }
        Ok(param)
    }

    fn body(&mut self, input: &mut Input<'_>, body: &mut Body, shapes: &[Shape]) -> Step<()> {
        while let Some(open) = body.open.last_mut() {
            let block = open.block;
            if open.left == Open::NEW {
                let head = input.number()?;
                // Each instruction takes at least a byte.
                input.fits(head as usize >> 1, 1)?;
                open.left = head >> 1;
                body.function.blocks[block].insts = List::with_capacity(head as usize >> 1);
                if head & 1 != 0 {
                    self.block_params(input, body, block)?;
                }
                continue;
            }
            if open.left == 0 {
                body.open.pop();
                continue;
            }
            open.left -= 1;
            let inst = self.inst(input, body, shapes)?;
            body.function.blocks[block].insts.push(inst);
        }
        Ok(())
    }

    fn block_params(&mut self, input: &mut Input<'_>, body: &mut Body, block: Block) -> Step<()> {
        let count = input.count(1)?;
        body.room_for_values(input, count)?;
        if count > usize::from(u16::MAX) {
            return input.fail(format!("{count} parameters of a block"));
        }
        for _ in 0..count {
            let (ty, precision, flags) = self.form(input)?;
            let value = body.function.add_param(block, ty, precision);
            body.function.values[value].flags = flags;
        }
        Ok(())
    }

    #[inline]
    fn inst(&mut self, input: &mut Input<'_>, body: &mut Body, shapes: &[Shape]) -> Step<Inst> {
        let number = input.number()? as usize;
        let Some(&Shape { op, imm, operands, results }) = shapes.get(number) else {
            return input.fail(format!("unknown shape {number} of {}", shapes.len()));
        };
        let next = body.function.values.len();
        body.operand_count += operands as usize;
        if body.function.insts.len() == body.counts.insts || body.operand_count > body.counts.operands {
            return input.fail("more instructions or operands than declared");
        }
        for _ in 0..operands {
            let operand = self.operand(input, next, body.counts.values)?;
            body.function.push_operand(operand);
        }
        let one: [Form; 1];
        let results = match results {
            Results::None => &[],
            Results::One(form) => {
                one = [form];
                one.as_slice()
            }
            Results::Listed => {
                self.results(input, &mut body.results)?;
                &body.results
            }
        };
        if next + results.len() > body.counts.values {
            return input.fail("more values than declared");
        }
        // A shape with more operands is refused.
        let operands = operands as u16;
        if !op.is_control() {
            return Ok(body.function.new_inst_of_pushed(op, operands, imm, results));
        }
        let inst =
            body.function.new_inst_of_pushed(op, operands, body.function.controls.len() as u32, results);
        let control = self.control(input, body, op)?;
        body.function.controls.push(control);
        Ok(inst)
    }

    fn results(&mut self, input: &mut Input<'_>, results: &mut Vec<Form>) -> Step<()> {
        results.clear();
        let count = input.count(1)?;
        if count > usize::from(u16::MAX) {
            return input.fail(format!("{count} results of an instruction"));
        }
        for _ in 0..count {
            results.push(self.form(input)?);
        }
        Ok(())
    }

    #[inline]
    fn operand(&self, input: &mut Input<'_>, next: usize, values: usize) -> Step<Operand> {
        let number = input.number()? as usize;
        if number & 1 == 0 {
            let index = match number >> VALUE_BITS {
                0 => next.checked_add(input.number()? as usize),
                distance => next.checked_sub(distance),
            };
            return match index.filter(|&index| index < values) {
                Some(index) => Ok(Value::from_index(index).into()),
                None => input.fail(format!("operand {number} is no value")),
            };
        }
        let index = number >> 2;
        if number & 3 == CONSTANT as usize && index < self.constants {
            Ok(vitrum_ir::Constant::from_index(index).into())
        } else if number & 3 != CONSTANT as usize && index < self.globals {
            Ok(vitrum_ir::Global::from_index(index).into())
        } else {
            input.fail(format!("operand {number} is no constant or global"))
        }
    }

    /// Hints and blocks of a control instruction. The blocks are opened.
    fn control(&mut self, input: &mut Input<'_>, body: &mut Body, op: Op) -> Step<ControlData> {
        let head = input.number()? as usize;
        let mut hints = ControlHints::NONE;
        for _ in 0..input.fits(head >> 2, 1)? {
            hints.insert(self.row(input, Kind::Hint, ControlHints::ALL)?);
        }
        let loop_hints = if head & 2 != 0 { Some(Box::new(self.loop_hints(input)?)) } else { None };
        if body.function.controls.len() == body.counts.controls {
            return input.fail("more control instructions than declared");
        }
        let kind = match op {
            Op::If => {
                let (then, other) = (body.block(input)?, body.block(input)?);
                ControlKind::If { then, other }
            }
            Op::Loop => {
                let of_body = body.block(input)?;
                let continuing = if head & 1 != 0 { Some(body.block(input)?) } else { None };
                ControlKind::Loop { body: of_body, continuing }
            }
            _ => ControlKind::Switch { cases: self.cases(input, body)? },
        };
        let control = ControlData { kind, hints, loop_hints };
        // The first block is read first.
        let first = body.open.len();
        body.open.extend(control.blocks().map(|block| Open { block, left: Open::NEW }));
        if let Some(new) = body.open.get_mut(first..) {
            new.reverse();
        }
        Ok(control)
    }

    fn cases(&mut self, input: &mut Input<'_>, body: &mut Body) -> Step<Vec<Case>> {
        // A head, and a block.
        let count = input.count(2)?;
        let mut cases = Vec::with_capacity(count);
        for _ in 0..count {
            let head = input.number()? as usize;
            let count = input.fits(head >> 1, 1)?;
            let mut values = Vec::with_capacity(count);
            for _ in 0..count {
                values.push(self.constant(input)?);
            }
            cases.push(Case { values, default: head & 1 != 0, block: body.block(input)? });
        }
        Ok(cases)
    }

    fn loop_hints(&mut self, input: &mut Input<'_>) -> Step<LoopHints> {
        let mut hints = LoopHints::default();
        for _ in 0..input.count(2)? {
            let row = self.word(input, Kind::LoopHint)?;
            let slots: [&mut Option<u32>; LOOP_HINTS.len()] = [
                &mut hints.dependency_length,
                &mut hints.min_iterations,
                &mut hints.max_iterations,
                &mut hints.iteration_multiple,
                &mut hints.peel_count,
                &mut hints.partial_count,
                &mut hints.multiple_wait_queues,
            ];
            if let Some(slot) = slots.into_iter().nth(row) {
                *slot = Some(input.number()?);
            }
        }
        Ok(hints)
    }
}

/// The lengths of the lists of a function. Every entry has a byte that is its own; results that are not listed share that of
/// their instruction.
fn counts(input: &mut Input<'_>) -> Step<Capacity> {
    let mut next = || input.number().map(|number| number as usize);
    let (blocks, insts, values, controls, operands) = (next()?, next()?, next()?, next()?, next()?);
    let listed = values.saturating_sub(insts);
    input.fits(blocks.saturating_add(insts + listed + controls + operands), 1)?;
    if blocks == 0 {
        return input.fail("a function without a block");
    }
    Ok(Capacity { blocks, insts, values, controls, operands, names: 0 })
}

impl Body {
    fn counts(&self) -> Capacity {
        Capacity {
            blocks: self.function.blocks.len(),
            insts: self.function.insts.len(),
            values: self.function.values.len(),
            controls: self.function.controls.len(),
            operands: self.operand_count,
            names: 0,
        }
    }

    #[inline]
    fn room_for_values(&self, input: &Input<'_>, more: usize) -> Step<()> {
        if self.function.values.len() + more > self.counts.values {
            return input.fail("more values than declared");
        }
        Ok(())
    }

    fn block(&mut self, input: &Input<'_>) -> Step<Block> {
        if self.function.blocks.len() == self.counts.blocks {
            return input.fail("more blocks than declared");
        }
        Ok(self.function.blocks.alloc(BlockData::default()))
    }
}
