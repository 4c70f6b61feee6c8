//! Control: runs, selections, loops and switches.

use spirv::Op;
use vitrum_ir::{
    Block, Case, ControlHints, ControlKind, Inst as IrInst, Intrinsic, LoopHints, Op as IrOp, Operand,
    Precision, Type, types::common,
};

use super::{Body, Given};
use crate::error::Error;
use crate::structure::{End, Exit, If, Loop, Node, Seq, Switch, switch_targets};
use crate::words::Inst;

/// A construct that is open.
#[derive(Clone, Debug)]
pub(super) enum Open {
    If {
        construct: u32,
        condition: Operand,
        /// The value of the condition in the open arm.
        arm: bool,
    },
    Loop {
        construct: u32,
        header: u32,
        merge: u32,
        target: u32,
        is_continued: bool,
    },
    Continuing {
        construct: u32,
        header: u32,
        merge: u32,
    },
    Switch {
        construct: u32,
        merge: u32,
        /// The merge block and construct of the loop that is broken out of.
        outer: Option<(u32, u32)>,
        /// Phis of all cases.
        phis: Vec<u32>,
    },
}

impl<'w> Body<'_, '_, 'w> {
    /// Makes a run, entered from a block; from none if its phis are given.
    pub(super) fn seq(&mut self, seq: &Seq, from: Option<usize>) -> Result<(), Error> {
        let outer = std::mem::replace(&mut self.region, seq.region);
        let mut previous = from;
        for node in &seq.nodes {
            match node {
                Node::Block(block) => {
                    self.block(*block, previous)?;
                    previous = Some(*block);
                }
                Node::If(node) => {
                    self.selection(node)?;
                    if node.join.is_some() {
                        previous = None;
                    }
                }
                Node::Loop(node) => {
                    self.looping(node, previous)?;
                    previous = None;
                }
                Node::Switch(node) => {
                    self.switch(node)?;
                    previous = None;
                }
            }
        }
        self.end(seq.end)?;
        self.region = outer;
        Ok(())
    }

    fn label(&self, block: usize) -> u32 {
        self.function.blocks.get(block).map_or(0, |block| block.label)
    }

    /// The instruction that ends a block.
    fn last(&self, block: usize) -> Result<Inst<'w>, Error> {
        let end = self.function.blocks.get(block).and_then(|block| block.insts.end.checked_sub(1));
        let last = end.and_then(|at| self.reader.index.insts.get(at)).copied();
        last.ok_or_else(|| self.function.inst.invalid("a block is empty"))
    }

    /// Makes the instructions of a block but for its end.
    fn block(&mut self, block: usize, from: Option<usize>) -> Result<(), Error> {
        let Some(data) = self.function.blocks.get(block) else { return Ok(()) };
        if from.is_some() && !self.flow.phis_at(Some(data.label)).is_empty() {
            let values = self.phi_values(data.label, from)?;
            let phis = self.flow.phis_at(Some(data.label)).to_vec();
            for (phi, value) in phis.into_iter().zip(values) {
                self.give(phi, Given::One(value));
            }
        }
        for position in data.insts.clone() {
            let Some(&inst) = self.reader.index.insts.get(position) else { break };
            if position + 1 < data.insts.end {
                self.instruction(&inst)?;
            } else {
                self.cursor.span = self.reader.lines.span(inst.at);
            }
        }
        Ok(())
    }

    /// The values of the phis of a label for the branch of a block; those that are given if there is none.
    fn phi_values(&mut self, label: u32, from: Option<usize>) -> Result<Vec<Operand>, Error> {
        let phis = self.flow.phis_at(Some(label)).to_vec();
        let mut values = Vec::with_capacity(phis.len());
        let pointers = self.reader.pointers;
        for id in phis {
            let Some(from) = from else {
                values.push(self.value_or_undefined(id, self.function.inst.at)?);
                continue;
            };
            let part = pointers.parts.get(&id);
            // All parts of a pointer follow the first.
            if part.is_some_and(|part| part.1 > 0) {
                continue;
            }
            let phi = part.map_or(id, |part| part.0);
            let inst = self.reader.index.def_for(phi, self.function.inst.at)?;
            let parent = self.label(from);
            let pair = inst.words.chunks(2).find(|pair| pair.get(1) == Some(&parent));
            let value = pair.and_then(|pair| pair.first()).copied();
            let value =
                value.ok_or_else(|| inst.invalid(format!("OpPhi has no value for the block %{parent}")))?;
            match pointers.shapes.get(&phi) {
                Some(shape) => {
                    let place = self.place(value, inst.at)?;
                    values.extend(self.parts_of(place, shape, inst.at)?);
                }
                None => values.push(self.value(value, inst.at)?),
            }
        }
        Ok(values)
    }

    /// The values for a place: phis of its label, then others.
    fn passed(&mut self, label: u32, from: Option<usize>, others: &[u32]) -> Result<Vec<Operand>, Error> {
        let mut values = if label == 0 { Vec::new() } else { self.phi_values(label, from)? };
        for &id in others {
            values.push(self.value_or_undefined(id, self.function.inst.at)?);
        }
        Ok(values)
    }

    fn results(&self, construct: u32) -> Vec<u32> {
        self.flow.results.get(construct as usize).cloned().unwrap_or_default()
    }

    fn end(&mut self, end: End) -> Result<(), Error> {
        let End { exit, label, from } = end;
        if let Some(from) = from {
            self.cursor.span = self.reader.lines.span(self.last(from)?.at);
        }
        let broken = "a branch leaves no construct";
        match exit {
            Exit::Nowhere => {
                if self.cursor.block.is_some() {
                    self.builder().terminate(IrOp::Unreachable, &[]);
                }
            }
            Exit::Leave => self.leave(from)?,
            Exit::Join => {
                let Some(&Open::If { construct, condition, arm }) = self.open.last() else {
                    return Err(self.function.inst.invalid(broken));
                };
                let mut values = self.passed(label, from, &self.results(construct))?;
                // `c ? a : c` is `c && a`.
                if condition.constant().is_none() {
                    let known = self.reader.module.constants.bool(arm).into();
                    values.iter_mut().filter(|value| **value == condition).for_each(|value| *value = known);
                }
                self.builder().terminate(IrOp::Merge, &values);
            }
            Exit::Break => {
                let target = self.open.iter().rev().find(|open| !matches!(open, Open::If { .. })).cloned();
                let mut values = match target {
                    Some(Open::Loop { construct, merge, .. } | Open::Switch { construct, merge, .. }) => {
                        self.passed(merge, from, &self.results(construct))?
                    }
                    _ => return Err(self.function.inst.invalid(broken)),
                };
                if let Some(Open::Switch { outer: Some(outer), .. }) = target {
                    values.push(self.reader.module.constants.bool(false).into());
                    values.extend(self.undefined_outer(outer)?);
                }
                self.builder().terminate(IrOp::Break, &values);
            }
            Exit::BreakOut => {
                let target = self.innermost_loop().ok_or_else(|| self.function.inst.invalid(broken))?;
                let Open::Loop { construct, merge, .. } = target else { return Ok(()) };
                let values = self.passed(merge, from, &self.results(construct))?;
                self.break_out(values)?;
            }
            Exit::Continue => {
                let target = self.innermost_loop();
                let Some(Open::Loop { construct, header, target, is_continued, .. }) = target else {
                    return Err(self.function.inst.invalid(broken));
                };
                let values = if is_continued {
                    let others = self.flow.continues.get(construct as usize).cloned().unwrap_or_default();
                    self.passed(target, from, &others)?
                } else {
                    self.phi_values(header, from)?
                };
                self.builder().terminate(IrOp::Continue, &values);
            }
            Exit::Fallthrough => {
                let Some(Open::Switch { phis, .. }) = self.open.last().cloned() else {
                    return Err(self.function.inst.invalid(broken));
                };
                let own = self.flow.phis_at(Some(label)).to_vec();
                let given = self.phi_values(label, from)?;
                let mut values = Vec::with_capacity(phis.len());
                for phi in phis {
                    values.push(match own.iter().position(|&own| own == phi).and_then(|at| given.get(at)) {
                        Some(&value) => value,
                        None => self.undefined(phi)?,
                    });
                }
                self.builder().terminate(IrOp::Fallthrough, &values);
            }
            Exit::Next => {
                let Some(&Open::Continuing { header, .. }) = self.open.last() else {
                    return Err(self.function.inst.invalid(broken));
                };
                let values = self.phi_values(header, from)?;
                self.builder().terminate(IrOp::Next, &values);
            }
            Exit::BreakIf { negated } => {
                let Some(&Open::Continuing { construct, header, merge }) = self.open.last() else {
                    return Err(self.function.inst.invalid(broken));
                };
                let last = self.last(from.unwrap_or(0))?;
                let mut condition = self.value(last.word(0)?, last.at)?;
                if negated {
                    condition = self.builder().op(IrOp::Not, &[condition], Precision::None);
                }
                let results = self.passed(merge, from, &self.results(construct))?;
                let next = self.phi_values(header, from)?;
                let operands = [&[condition], results.as_slice(), next.as_slice()].concat();
                self.builder().push(IrOp::BreakIf, &operands, results.len() as u32, &[]);
            }
        }
        Ok(())
    }

    fn undefined(&mut self, id: u32) -> Result<Operand, Error> {
        let ty = self.type_of(id, self.function.inst.at)?;
        Ok(self.reader.module.constants.undef(ty).into())
    }

    fn innermost_loop(&self) -> Option<Open> {
        self.open.iter().rev().find(|open| matches!(open, Open::Loop { .. })).cloned()
    }

    /// The ids that a break out of a loop gives.
    fn outer_ids(&self, (merge, construct): (u32, u32)) -> Vec<u32> {
        self.flow.results_at(construct, Some(merge))
    }

    fn undefined_outer(&mut self, outer: (u32, u32)) -> Result<Vec<Operand>, Error> {
        self.outer_ids(outer).into_iter().map(|id| self.undefined(id)).collect()
    }

    /// Leaves the innermost switch or loop on the way out of the loop, with the values that its break gives.
    fn break_out(&mut self, values: Vec<Operand>) -> Result<(), Error> {
        let target = self.open.iter().rev().find(|open| !matches!(open, Open::If { .. })).cloned();
        let values = match target {
            Some(Open::Switch { construct, merge, outer: Some(_), .. }) => {
                let mut all = Vec::new();
                for id in self.flow.results_at(construct, Some(merge)) {
                    all.push(self.undefined(id)?);
                }
                all.push(self.reader.module.constants.bool(true).into());
                all.extend(values);
                all
            }
            _ => values,
        };
        self.builder().terminate(IrOp::Break, &values);
        Ok(())
    }

    /// Ends the function, or the invocation.
    fn leave(&mut self, from: Option<usize>) -> Result<(), Error> {
        let last = self.last(from.unwrap_or(0))?;
        match last.known() {
            Some(Op::Return) => self.builder().terminate(IrOp::Return, &[]),
            Some(Op::ReturnValue) if self.reader.pointers.returned.contains_key(&self.function.inst.id) => {
                let pointers = self.reader.pointers;
                if let Some(shape) = pointers.returned.get(&self.function.inst.id) {
                    self.return_pointer(&last, shape)?;
                }
            }
            Some(Op::ReturnValue) => {
                let value = self.value(last.word(0)?, last.at)?;
                self.builder().terminate(IrOp::Return, &[value]);
            }
            Some(Op::Kill | Op::TerminateInvocation) => self.builder().terminate(IrOp::Terminate, &[]),
            Some(Op::Unreachable) => self.builder().terminate(IrOp::Unreachable, &[]),
            Some(Op::IgnoreIntersectionKHR | Op::IgnoreIntersectionNV) => {
                self.builder().terminate(IrOp::IgnoreIntersection, &[])
            }
            Some(Op::TerminateRayKHR | Op::TerminateRayNV) => {
                self.builder().terminate(IrOp::TerminateRay, &[])
            }
            Some(Op::EmitMeshTasksEXT) => {
                let mut operands = Vec::new();
                for &id in last.words {
                    operands.push(self.value(id, last.at)?);
                }
                self.builder().terminate(IrOp::EmitMeshTasks, &operands);
            }
            _ if last.op == Intrinsic::Abort.info().spirv => {
                return Err(last.unsupported("a message of OpAbortKHR"));
            }
            _ => return Err(last.unsupported(format!("{} at the end of a block", last.name()))),
        }
        Ok(())
    }

    /// Adds the results of a construct: those ids, and then others.
    fn add_results(
        &mut self,
        control: Option<IrInst>,
        ids: &[u32],
        others: &[Type],
    ) -> Result<Vec<Operand>, Error> {
        let at = self.function.inst.at;
        let mut types: Vec<(Type, Precision)> = Vec::with_capacity(ids.len() + others.len());
        for &id in ids {
            types.push(self.typed(id, at)?);
        }
        types.extend(others.iter().map(|&ty| (ty, Precision::None)));
        let Some(control) = control else {
            let constants = &mut self.reader.module.constants;
            let undefined: Vec<Operand> = types.iter().map(|row| constants.undef(row.0).into()).collect();
            for (&id, &value) in ids.iter().zip(&undefined) {
                self.give(id, Given::One(value));
            }
            return Ok(undefined);
        };
        let function = &mut self.reader.module.functions[self.cursor.function];
        if !types.is_empty() {
            function.add_results(control, &types);
        }
        let values: Vec<Operand> = function.results(control).map(Operand::from).collect();
        for (&id, &value) in ids.iter().zip(&values) {
            let name = crate::reader::word(self.reader.index.name(id));
            if !name.is_empty() {
                self.builder().name(value, &name);
            }
            self.give(id, Given::One(value));
        }
        Ok(values)
    }

    /// A block whose parameters are these ids.
    fn block_of(&mut self, ids: &[u32]) -> Result<(Block, Vec<Operand>), Error> {
        let at = self.function.inst.at;
        let mut types = Vec::with_capacity(ids.len());
        for &id in ids {
            types.push(self.typed(id, at)?);
        }
        let (block, params) = self.builder().block(&types);
        Ok((block, params.into_iter().map(Operand::from).collect()))
    }

    /// Enters a block and a region, whose parameters are given to these ids.
    fn enter(&mut self, block: Block, region: u32, ids: &[u32], params: &[Operand]) {
        self.cursor.block = Some(block);
        let outer = std::mem::replace(&mut self.region, region);
        for (&id, &param) in ids.iter().zip(params) {
            self.give(id, Given::One(param));
        }
        self.region = outer;
    }

    fn selection(&mut self, node: &If) -> Result<(), Error> {
        let last = self.last(node.block)?;
        let condition = match node.always {
            true => self.reader.module.constants.bool(true).into(),
            false => self.value(last.word(0)?, last.at)?,
        };
        let (then, _) = self.block_of(&[])?;
        let (other, _) = self.block_of(&[])?;
        let merge = node.merge.and_then(|at| self.reader.index.insts.get(at)).copied();
        let hints = match merge.and_then(|inst| inst.words.get(1).copied()) {
            Some(1) => ControlHints::FLATTEN,
            Some(2) => ControlHints::DONT_FLATTEN,
            _ => ControlHints::NONE,
        };
        let kind = ControlKind::If { then, other };
        let control = self.builder().control(IrOp::If, &[condition], kind, hints);
        let behind = self.cursor.block;
        for (block, seq, arm) in [(then, &node.then, true), (other, &node.other, false)] {
            self.open.push(Open::If { construct: node.construct, condition, arm });
            self.cursor.block = Some(block);
            self.seq(seq, Some(node.block))?;
            self.open.pop();
        }
        self.cursor.block = behind;
        if node.joined {
            let ids = self.flow.results_at(node.construct, node.join);
            self.add_results(control, &ids, &[])?;
        }
        Ok(())
    }

    fn looping(&mut self, node: &Loop, from: Option<usize>) -> Result<(), Error> {
        let header = self.label(node.header);
        let initial = self.phi_values(header, from)?;
        let phis = self.flow.phis_at(Some(header)).to_vec();
        let (body, params) = self.block_of(&phis)?;
        let continues = self.flow.continues_at(node.construct, node.target);
        let continuing = match &node.continuing {
            Some(seq) => {
                let (block, params) = self.block_of(&continues)?;
                Some((seq, block, params))
            }
            None => None,
        };
        let kind = ControlKind::Loop { body, continuing: continuing.as_ref().map(|row| row.1) };
        let control = self.builder().control(IrOp::Loop, &initial, kind, ControlHints::NONE);
        self.loop_hints(control, node.merge_inst);
        let behind = self.cursor.block;
        // The continuing block sees the parameters, too.
        self.enter(body, self.region, &phis, &params);
        self.open.push(Open::Loop {
            construct: node.construct,
            header,
            merge: node.merge,
            target: node.target,
            is_continued: continuing.is_some(),
        });
        self.seq(&node.body, None)?;
        self.open.pop();
        if let Some((seq, block, params)) = continuing {
            self.enter(block, seq.region, &continues, &params);
            self.open.push(Open::Continuing { construct: node.construct, header, merge: node.merge });
            self.seq(seq, None)?;
            self.open.pop();
        }
        self.cursor.block = behind;
        if node.joined {
            let ids = self.flow.results_at(node.construct, Some(node.merge));
            self.add_results(control, &ids, &[])?;
        }
        Ok(())
    }

    /// The hints of a loop's merge instruction.
    fn loop_hints(&mut self, control: Option<IrInst>, merge_inst: usize) {
        let Some(merge) = self.reader.index.insts.get(merge_inst).copied() else { return };
        let mask = merge.words.get(2).copied().unwrap_or(0);
        let function = &mut self.reader.module.functions[self.cursor.function];
        let Some(data) = control.and_then(|control| function.control_mut(control)) else { return };
        let flags = [
            (1, ControlHints::UNROLL),
            (2, ControlHints::DONT_UNROLL),
            (4, ControlHints::DEPENDENCY_INFINITE),
        ];
        for (bit, hint) in flags {
            if mask & bit != 0 {
                data.hints.insert(hint);
            }
        }
        let mut numbers = merge.from(3).iter().copied();
        let mut hints = LoopHints::default();
        for bit in 3..9u32 {
            if mask & 1 << bit == 0 {
                continue;
            }
            let slot = match bit {
                3 => &mut hints.dependency_length,
                4 => &mut hints.min_iterations,
                5 => &mut hints.max_iterations,
                6 => &mut hints.iteration_multiple,
                7 => &mut hints.peel_count,
                _ => &mut hints.partial_count,
            };
            *slot = numbers.next();
        }
        if hints != LoopHints::default() {
            data.loop_hints = Some(Box::new(hints));
        }
    }

    fn switch(&mut self, node: &Switch) -> Result<(), Error> {
        let last = self.last(node.block)?;
        let selector = self.value(last.word(0)?, last.at)?;
        let selector_type = self.operand_type(selector);
        let scalar = self.reader.as_scalar(selector_type);
        let scalar = scalar.ok_or_else(|| last.invalid("the selector of OpSwitch is no integer"))?;
        let targets = switch_targets(self.reader.index, last)?;
        // Phis of all cases: the dispatch gives all of them.
        let mut phis = Vec::new();
        for case in &node.cases {
            phis.extend_from_slice(self.flow.phis_at(case.target));
        }
        let mut operands = vec![selector];
        for case in &node.cases {
            if let Some(target) = case.target {
                operands.extend(self.phi_values(target, Some(node.block))?);
            }
        }
        let mut cases = Vec::with_capacity(node.cases.len());
        let mut blocks = Vec::with_capacity(node.cases.len());
        let mask = if scalar.width() == 64 { u64::MAX } else { (1 << scalar.width()) - 1 };
        for case in &node.cases {
            let ids = if case.target.is_some() { phis.as_slice() } else { &[] };
            let (block, params) = self.block_of(ids)?;
            let constants = &mut self.reader.module.constants;
            let literals = case.literals.iter().filter_map(|&at| targets.get(at));
            let values = literals.map(|row| constants.scalar(scalar, row.0 & mask)).collect();
            cases.push(Case { values, default: case.is_default, block });
            blocks.push((block, params));
        }
        let kind = ControlKind::Switch { cases };
        let control = self.builder().control(IrOp::Switch, &operands, kind, ControlHints::NONE);
        let behind = self.cursor.block;
        self.open.push(Open::Switch {
            construct: node.construct,
            merge: node.merge,
            outer: node.outer,
            phis: phis.clone(),
        });
        for (case, (block, params)) in node.cases.iter().zip(blocks) {
            self.enter(block, case.seq.region, &phis, &params);
            // Its own phis are parameters.
            let has_phis = !self.flow.phis_at(case.target).is_empty();
            self.seq(&case.seq, Some(node.block).filter(|_| !has_phis))?;
        }
        self.open.pop();
        self.cursor.block = behind;
        let ids = if node.joined || node.outer.is_some() {
            self.flow.results_at(node.construct, Some(node.merge))
        } else {
            Vec::new()
        };
        let Some(outer) = node.outer else {
            self.add_results(control, &ids, &[])?;
            return Ok(());
        };
        let mut types = vec![common::BOOL];
        for id in self.outer_ids(outer) {
            types.push(self.type_of(id, last.at)?);
        }
        let values = self.add_results(control, &ids, &types)?;
        let (_, rest) = values.split_at(ids.len().min(values.len()));
        let Some((&flag, values)) = rest.split_first() else { return Ok(()) };
        let values = values.to_vec();
        if !node.joined {
            return self.break_out(values);
        }
        let (then, _) = self.block_of(&[])?;
        let (other, _) = self.block_of(&[])?;
        let kind = ControlKind::If { then, other };
        self.builder().control(IrOp::If, &[flag], kind, ControlHints::NONE);
        let behind = self.cursor.block;
        self.cursor.block = Some(then);
        self.break_out(values)?;
        self.cursor.block = Some(other);
        self.builder().terminate(IrOp::Merge, &[]);
        self.cursor.block = behind;
        Ok(())
    }
}
