//! Checks of the textures that image processing uses in a special way: weights and blocks have no other use
//! (`GL_QCOM_image_processing`, restrictions).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use vitrum_ir::{FunctionData, Global, Inst, Intrinsic, Op, Operand, SourceExtension, Span, TypeData};

/// The use of a texture by one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Weights,
    Block,
    Other,
}

impl Use {
    fn of(function: &FunctionData, inst: Inst, position: usize) -> Self {
        match function.intrinsic(inst) {
            Some(Intrinsic::ImageSampleWeighted) if position == 2 => Self::Weights,
            Some(
                Intrinsic::ImageBlockMatchSsd
                | Intrinsic::ImageBlockMatchSad
                | Intrinsic::ImageBlockMatchWindowSsd
                | Intrinsic::ImageBlockMatchWindowSad
                | Intrinsic::ImageBlockMatchGatherSsd
                | Intrinsic::ImageBlockMatchGatherSad,
            ) => Self::Block,
            _ => Self::Other,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Block => "a target or reference of block matching",
            Self::Other => "a texture",
        }
    }
}

impl Lowering<'_> {
    /// Checks that textures with weights or blocks have no other use.
    pub(crate) fn check_image_processing(&mut self) {
        let name = Extension::QcomImageProcessing.name();
        let is_asked = |row: &SourceExtension| self.module.names.get(row.name).starts_with(name);
        if !self.module.extensions.iter().any(is_asked) {
            return;
        }
        let mut uses: Vec<(Global, Use, Span)> = Vec::new();
        let mut faults = Vec::new();
        for function in self.module.functions.values() {
            for inst in function.inst_ids() {
                let op = function.op(inst);
                if matches!(op, Op::Load | Op::CombineSampler | Op::Access | Op::Call) {
                    continue;
                }
                for (position, &operand) in function.operands(inst).iter().enumerate() {
                    let Some(global) = self.texture_of(function, operand) else { continue };
                    let (found, span) = (Use::of(function, inst, position), function.insts[inst].span());
                    match uses.iter().find(|row| row.0 == global) {
                        None => uses.push((global, found, span)),
                        Some(&(_, other, first)) if other != found => {
                            faults.push((global, other, first, found, span));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        for (global, other, first, found, span) in faults {
            let name = self.module.names.get(self.module.globals[global].name);
            let message = format!("`{name}` is used as {} and as {}", found.name(), other.name());
            self.report.error(Code::OpaqueOperand, span, message);
            self.report.label(first, "other use");
        }
    }

    /// The variable that a texture comes from.
    fn texture_of(&self, function: &FunctionData, operand: Operand) -> Option<Global> {
        let mut operand = operand;
        let ty = function.values[operand.value()?].ty;
        if !matches!(self.module.types.get(ty), TypeData::SampledImage(_) | TypeData::Image(_)) {
            return None;
        }
        loop {
            if let Some(global) = operand.global() {
                return Some(global);
            }
            let inst = function.definition(operand)?;
            if !matches!(function.op(inst), Op::Load | Op::CombineSampler | Op::Access) {
                return None;
            }
            operand = *function.operands(inst).first()?;
        }
    }
}
