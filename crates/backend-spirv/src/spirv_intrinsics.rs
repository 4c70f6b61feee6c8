//! SPIR-V that the author names by number: instructions, decorations and execution modes.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::writer::Writer;
use spirv::{Op, StorageClass};
use vitrum_ir::types::common;
use vitrum_ir::{Inst, Module, SpirvItem, SpirvKind, SpirvOperand};

/// The items of a list, from its first one on.
fn items_from(module: &Module, first: Option<u32>) -> impl Iterator<Item = &SpirvItem> {
    let mut next = first;
    std::iter::from_fn(move || {
        let index = next?;
        let item = module.spirv.get(index as usize)?;
        next = item.next.filter(|&following| following > index);
        Some(item)
    })
}

impl Writer<'_> {
    fn needs(&mut self, item: &SpirvItem) {
        let module = self.module;
        for &capability in &item.capabilities {
            self.requirements.capability_number(capability);
        }
        for &extension in &item.extensions {
            self.requirements.extension(module.names.get(extension));
        }
    }

    /// The words of an item's operands, and whether one is an id, and one a string.
    fn item_operands(&mut self, item: &SpirvItem) -> Result<(Vec<u32>, bool, bool)> {
        let (mut words, mut ids, mut strings) = (Vec::new(), false, false);
        for operand in &item.operands {
            match *operand {
                SpirvOperand::Literal(word) => words.push(word),
                SpirvOperand::Constant(constant) => {
                    ids = true;
                    words.push(self.known_constant(constant)?);
                }
                SpirvOperand::Text(text) => {
                    strings = true;
                    crate::words::string(&mut words, self.module.names.get(text));
                }
                SpirvOperand::Type(ty) => {
                    ids = true;
                    words.push(self.ty(ty)?);
                }
                SpirvOperand::Global(global) => {
                    ids = true;
                    words.push(self.variable(global)?.id);
                }
            }
        }
        Ok((words, ids, strings))
    }

    /// A type in SPIR-V's own terms.
    pub(crate) fn named_type(&mut self, index: u32) -> Result<u32> {
        let module = self.module;
        let item = module.spirv.get(index as usize).filter(|item| item.kind == SpirvKind::Type);
        let item = item.ok_or_else(|| Error::malformed("an unknown SPIR-V type"))?;
        self.needs(item);
        let (operands, ..) = self.item_operands(item)?;
        let op = Op::from_u32(item.number).ok_or_else(|| Error::unsupported("this opcode"))?;
        Ok(self.intern_type(op, &operands))
    }

    /// The storage class in the decorations of a global.
    pub(crate) fn named_class(&mut self, first: Option<u32>) -> Result<StorageClass> {
        let mut items = items_from(self.module, first);
        let item = items.find(|item| item.kind == SpirvKind::Storage);
        let item = item.ok_or_else(|| Error::malformed("a missing SPIR-V storage class"))?;
        self.needs(item);
        StorageClass::from_u32(item.number).ok_or_else(|| Error::unsupported("this storage class"))
    }

    /// Writes the constants that decorations refer to: they must precede what is decorated.
    pub(crate) fn constants_of_decorations(&mut self, first: Option<u32>) -> Result<()> {
        for item in items_from(self.module, first).filter(|item| item.kind == SpirvKind::Decoration) {
            for operand in &item.operands {
                if let SpirvOperand::Constant(constant) = *operand {
                    self.known_constant(constant)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the decorations that wait until all variables have ids.
    pub(crate) fn write_named_decorations(&mut self) -> Result<()> {
        for (id, member, first) in std::mem::take(&mut self.named) {
            self.decorate_by_number(id, member, first)?;
        }
        Ok(())
    }

    /// Decorates an id, or one of its members, with a list of items.
    pub(crate) fn named_decorations(
        &mut self,
        id: u32,
        member: Option<u32>,
        first: Option<u32>,
    ) -> Result<()> {
        self.named.extend(first.map(|first| (id, member, first)));
        Ok(())
    }

    fn decorate_by_number(&mut self, id: u32, member: Option<u32>, first: u32) -> Result<()> {
        let items = items_from(self.module, Some(first));
        for item in items.filter(|item| item.kind == SpirvKind::Decoration) {
            self.needs(item);
            let (operands, ids, strings) = self.item_operands(item)?;
            let mut words: Vec<u32> = [Some(id), member, Some(item.number)].into_iter().flatten().collect();
            words.extend(operands);
            let op = match (member.is_some(), ids, strings) {
                (false, true, _) => Op::DecorateId,
                (false, false, true) => Op::DecorateString,
                (false, false, false) => Op::Decorate,
                (true, false, true) => Op::MemberDecorateString,
                (true, _, _) => Op::MemberDecorate,
            };
            self.annotate(op, &words);
        }
        Ok(())
    }

    /// Writes the execution modes that the author gave by number.
    pub(crate) fn named_modes(&mut self, entry: u32) -> Result<()> {
        let module = self.module;
        for &index in &self.entry.modes {
            let Some(item) = module.spirv.get(index as usize) else { continue };
            self.needs(item);
            let (operands, ids, _) = self.item_operands(item)?;
            let op = if ids { Op::ExecutionModeId } else { Op::ExecutionMode };
            self.modes.push_parts(op, &[entry, item.number], &operands);
        }
        Ok(())
    }
}

impl FunctionWriter<'_, '_> {
    /// An instruction that the author names.
    pub(crate) fn named_instruction(&mut self, inst: Inst) -> Result<()> {
        let (function, module) = (self.data, self.w.module);
        let malformed = || Error::malformed("a SPIR-V instruction that does not exist");
        let (&first, rest) = function.operands(inst).split_first().ok_or_else(malformed)?;
        let index = first.constant().and_then(|constant| module.constants.as_int(constant));
        let item = index.and_then(|index| module.spirv.get(usize::try_from(index).ok()?));
        let item = item.ok_or_else(malformed)?;
        self.w.needs(item);
        let mut operands = Vec::new();
        let set = if item.set.is_empty() { None } else { Some(self.w.import(module.names.get(item.set))) };
        if let Some(set) = set {
            operands.extend([set, item.number]);
        }
        for (position, &operand) in rest.iter().enumerate() {
            let is_literal = item.literals.checked_shr(position as u32).unwrap_or(0) & 1 != 0;
            operands.push(if is_literal { self.literal(operand)? } else { self.operand(operand)? });
        }
        let opcode = match set {
            Some(_) => Op::ExtInst as u16,
            None => u16::try_from(item.number).map_err(|_| malformed())?,
        };
        let result = function.result(inst);
        let ty = match result {
            Some(result) => Some(self.w.ty(function.values[result].ty)?),
            // Instructions of extended sets always have a result.
            None if set.is_some() => Some(self.w.ty(common::VOID)?),
            None => None,
        };
        let mut words = Vec::new();
        if let Some(ty) = ty {
            let id = self.w.id();
            words.extend([ty, id]);
            if let Some(result) = result {
                self.define(result, id, true);
            }
        }
        words.extend(operands);
        self.body.push_number(opcode, &words);
        Ok(())
    }
}
