//! Functions that intrinsics call ([`Linkage::Callback`]): operands name them by a string of the module.
//!
//! ```text
//! string "add(float,float)"
//! fn &add(%a: f32 const_in, %b: f32 const_in) -> f32 callback "add(float,float)" { ... }
//!     %r: ... = intrinsic.cooperative_matrix_reduce %m, 1u32, 0u32
//! ```
//!
//! Nobody sees the arguments, so that passes take such a function for one that other modules may call. It stays only
//! if an intrinsic that calls it is reached.

use crate::function::{FunctionData, Inst, Linkage, Operand};
use crate::intrinsic::OperandClass;
use crate::module::{Function, Module};
use crate::names::Name;
use crate::visit;
use smallvec::SmallVec;

impl Module {
    /// The index of a string in the list, to which it is added if it is new.
    pub fn string_index(&mut self, text: Name) -> u32 {
        let known = self.strings.iter().position(|&known| known == text);
        known.unwrap_or_else(|| {
            self.strings.push(text);
            self.strings.len() - 1
        }) as u32
    }

    /// True if intrinsics may call functions: there are strings, which name them.
    pub fn has_callbacks(&self) -> bool {
        !self.strings.is_empty()
    }

    /// Takes exports and initialisers for functions of this module alone.
    pub fn end_linkage(&mut self) {
        let called: Vec<Function> = self
            .functions
            .values()
            .flat_map(|data| visit::insts(data).into_iter().map(move |row| (data, row.1)))
            .flat_map(|(data, inst)| self.callbacks(data, inst))
            .collect();
        for (id, data) in self.functions.iter_mut() {
            data.linkage = match data.linkage {
                Linkage::Export(name) if called.contains(&id) => Linkage::Callback(name),
                Linkage::Callback(name) => Linkage::Callback(name),
                _ => Linkage::Internal,
            };
        }
    }

    /// The function that an intrinsic calls by an operand of the class [`OperandClass::Callee`].
    pub fn callback(&self, operand: Operand) -> Option<Function> {
        let &name = self.strings.get(self.constant_index(operand)? as usize)?;
        let is_it = |linkage: Linkage| match linkage {
            Linkage::Export(it) | Linkage::Import(it) | Linkage::Callback(it) => it == name,
            Linkage::Internal | Linkage::Initializer => false,
        };
        self.functions.iter().find(|row| is_it(row.1.linkage)).map(|row| row.0)
    }

    /// The functions that an intrinsic calls.
    pub fn callbacks(&self, function: &FunctionData, inst: Inst) -> impl Iterator<Item = Function> + '_ {
        let operands = function.operands(inst);
        let intrinsic = function.intrinsic(inst).filter(|intrinsic| intrinsic.calls());
        let names = operands.iter().enumerate().filter(move |row| {
            intrinsic.and_then(|it| it.operand_class(row.0)) == Some(OperandClass::Callee)
        });
        let names: SmallVec<[Operand; 2]> = names.map(|row| *row.1).collect();
        names.into_iter().filter_map(|name| self.callback(name))
    }
}
