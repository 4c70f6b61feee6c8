//! SPIR-V items of `GL_EXT_spirv_intrinsics`, printed as in the source.

use crate::context::Context;
use std::collections::BTreeSet;
use std::fmt::Write;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    FunctionData, Inst, Intrinsic, Precision, SpirvItem, SpirvKind, SpirvOperand, TypeData, types::common,
    visit,
};

impl Context<'_> {
    /// The item of an instruction.
    pub(crate) fn spirv_item(&self, function: &FunctionData, inst: Inst) -> Option<&SpirvItem> {
        let named = matches!(function.intrinsic(inst), Some(Intrinsic::Spirv | Intrinsic::SpirvVoid));
        let first = function.operands(inst).first().filter(|_| named)?;
        let index = self.module.constants.as_int(first.constant()?)?;
        self.module.spirv.get(usize::try_from(index).ok()?)
    }

    /// `extensions = ["..."], capabilities = [1], `
    fn requirements(&self, item: &SpirvItem) -> String {
        let mut text = String::new();
        let quoted = |name| quoted(self.module.names.get(name));
        if !item.extensions.is_empty() {
            let list: Vec<String> = item.extensions.iter().map(|&name| quoted(name)).collect();
            let _ = write!(text, "extensions = [{}], ", list.join(", "));
        }
        if !item.capabilities.is_empty() {
            let list: Vec<String> = item.capabilities.iter().map(u32::to_string).collect();
            let _ = write!(text, "capabilities = [{}], ", list.join(", "));
        }
        text
    }

    /// An item with its operands; the operand kinds determine the suffix of the word.
    fn item_text(&self, word: &str, item: &SpirvItem) -> String {
        let mut end = "";
        let mut parts = vec![item.number.to_string()];
        for operand in &item.operands {
            parts.push(match *operand {
                SpirvOperand::Literal(word) => word.to_string(),
                SpirvOperand::Constant(constant) => {
                    end = "_id";
                    self.constant_text(constant)
                }
                SpirvOperand::Type(ty) => self.type_name(ty).to_owned(),
                SpirvOperand::Global(global) => {
                    end = "_id";
                    self.global(global).to_owned()
                }
                SpirvOperand::Text(text) => {
                    end = "_string";
                    quoted(self.module.names.get(text))
                }
            });
        }
        format!("{word}{end}({}{})", self.requirements(item), parts.join(", "))
    }

    /// `spirv_type(id = 1, ...)`
    pub(crate) fn spirv_type(&self, index: u32) -> String {
        let Some(item) = self.module.spirv.get(index as usize) else { return "void".to_owned() };
        let mut text = format!("spirv_type({}id = {}", self.requirements(item), item.number);
        for operand in &item.operands {
            let _ = match *operand {
                SpirvOperand::Literal(word) => write!(text, ", {word}"),
                SpirvOperand::Constant(constant) => write!(text, ", {}", self.constant_text(constant)),
                SpirvOperand::Type(ty) => write!(text, ", {}", self.type_name(ty)),
                SpirvOperand::Text(_) | SpirvOperand::Global(_) => Ok(()),
            };
        }
        text.push(')');
        text
    }

    /// Adds `spirv_decorate(...) ` for each decoration of a list.
    pub(crate) fn spirv_decorations(&self, first: Option<u32>, text: &mut String) {
        let mut next = first;
        while let Some(item) = next.and_then(|index| self.module.spirv.get(index as usize)) {
            let word = match item.kind {
                SpirvKind::Storage => "spirv_storage_class",
                _ => "spirv_decorate",
            };
            text.push_str(&self.item_text(word, item));
            text.push(' ');
            next = item.next.filter(|&following| Some(following) > next);
        }
    }

    /// Execution modes, and the prototypes of used instructions.
    pub(crate) fn spirv_declarations(&self) -> String {
        let mut text = String::new();
        if self.module.spirv.is_empty() {
            return text;
        }
        for item in self.module.spirv.iter().filter(|item| item.kind == SpirvKind::Mode) {
            let _ = writeln!(text, "{};", self.item_text("spirv_execution_mode", item));
        }
        let mut lines = BTreeSet::new();
        for (_, function) in self.module.functions.iter() {
            for (_, inst) in visit::insts(function) {
                if let Some(item) = self.spirv_item(function, inst) {
                    lines.insert(self.spirv_prototype(function, inst, item));
                }
            }
        }
        for line in lines {
            text.push_str(&line);
        }
        text
    }

    fn spirv_prototype(&self, function: &FunctionData, inst: Inst, item: &SpirvItem) -> String {
        let result = function.result(inst).map_or(common::VOID, |result| function.values[result].ty);
        let mut params = Vec::new();
        for (position, &operand) in function.operands(inst).iter().skip(1).enumerate() {
            let ty = operand_type(self.module, function, operand);
            let literal = item.literals.checked_shr(position as u32).unwrap_or(0) & 1 != 0;
            let (word, ty) = match self.module.types.get(ty) {
                TypeData::Pointer { pointee, .. } => ("spirv_by_reference ", pointee),
                _ if literal => ("spirv_literal ", ty),
                _ => ("", ty),
            };
            params.push(format!("{word}{}", self.declaration(ty, Precision::None, &format!("p{position}"))));
        }
        let set = match item.set.is_empty() {
            true => String::new(),
            false => format!("set = {}, ", quoted(self.module.names.get(item.set))),
        };
        format!(
            "spirv_instruction({}{set}id = {})\n{} {}({});\n",
            self.requirements(item),
            item.number,
            self.type_name(result),
            self.module.names.get(item.name),
            params.join(", ")
        )
    }
}

/// A string literal with escapes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            char if u32::from(char) < 0x20 || (0x7f..0x100).contains(&u32::from(char)) => {
                let _ = write!(out, "\\{:03o}", u32::from(char));
            }
            char => out.push(char),
        }
    }
    out.push('"');
    out
}
