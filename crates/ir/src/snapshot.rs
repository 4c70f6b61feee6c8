//! Copies of functions to go back to.
//!
//! Most of them are never used, so the time to make and to drop one counts: the lists of all functions
//! lie one behind the other, and there are no more of them for a thousand functions than for one.

use crate::function::{
    BlockData, ControlData, FunctionData, Inst, InstData, Insts, Operand, ParamData, Value, ValueData,
};
use crate::module::Module;
use crate::names::Name;
use crate::side_table::SideTable;
use la_arena::Arena;

/// The functions of a module as they were.
#[derive(Debug, Default)]
pub struct Snapshot {
    functions: Vec<Shape>,
    params: Vec<ParamData>,
    insts: Vec<InstData>,
    values: Vec<ValueData>,
    operands: Vec<Operand>,
    /// Number of parameters and instructions of each block.
    blocks: Vec<(u32, u32)>,
    block_params: Vec<Value>,
    block_insts: Vec<Inst>,
    controls: Vec<ControlData>,
    names: Vec<Name>,
}

/// A function without its lists, and how long those are.
#[derive(Debug)]
struct Shape {
    empty: FunctionData,
    params: usize,
    insts: usize,
    values: usize,
    operands: usize,
    blocks: usize,
    controls: usize,
    names: usize,
}

impl Snapshot {
    /// Of no function yet, with capacity for all of a module.
    pub fn with_room(module: &Module) -> Self {
        let mut new = Self::default();
        new.reserve(module);
        new
    }

    fn reserve(&mut self, module: &Module) {
        let sum = |length: fn(&FunctionData) -> usize| module.functions.values().map(length).sum::<usize>();
        self.functions.reserve_exact(module.functions.len());
        self.insts.reserve_exact(sum(|it| it.insts.len()));
        self.values.reserve_exact(sum(|it| it.values.len()));
        self.operands.reserve_exact(sum(|it| it.operands.len()));
        self.blocks.reserve_exact(sum(|it| it.blocks.len()));
        self.block_insts.reserve_exact(sum(|it| it.insts.len()));
        self.controls.reserve_exact(sum(|it| it.controls.len()));
        self.names.reserve_exact(sum(|it| it.names.len()));
    }

    /// Adds the next function.
    pub fn add(&mut self, function: &FunctionData) {
        self.functions.push(Shape {
            empty: FunctionData {
                name: function.name,
                params: Vec::new(),
                result: function.result,
                precision: function.precision,
                spirv: function.spirv,
                inlining: function.inlining,
                linkage: function.linkage,
                origin: function.origin,
                generics: function.generics.clone(),
                instance: function.instance.clone(),
                body: function.body,
                blocks: Arena::new(),
                insts: Insts::default(),
                values: Arena::new(),
                controls: Vec::new(),
                operands: Vec::new(),
                names: SideTable::new(),
                past: function.past,
            },
            params: function.params.len(),
            insts: function.insts.len(),
            values: function.values.len(),
            operands: function.operands.len(),
            blocks: function.blocks.len(),
            controls: function.controls.len(),
            names: function.names.len(),
        });
        self.params.extend_from_slice(&function.params);
        self.insts.extend(function.insts.values());
        self.values.extend(function.values.values());
        self.operands.extend_from_slice(&function.operands);
        for block in function.blocks.values() {
            self.blocks.push((block.params.len() as u32, block.insts.len() as u32));
            self.block_params.extend_from_slice(&block.params);
            self.block_insts.extend_from_slice(&block.insts);
        }
        self.controls.extend_from_slice(&function.controls);
        self.names.extend(function.names.values().copied());
    }

    /// Puts the functions back, in the place of those that are there now.
    pub fn restore(self, module: &mut Module) {
        let mut params = self.params.into_iter();
        let mut insts = self.insts.into_iter();
        let mut values = self.values.into_iter();
        let mut operands = self.operands.into_iter();
        let mut blocks = self.blocks.into_iter();
        let mut block_params = self.block_params.into_iter();
        let mut block_insts = self.block_insts.into_iter();
        let mut controls = self.controls.into_iter();
        let mut names = self.names.into_iter();
        let functions = self.functions.into_iter().map(|shape| {
            let blocks = blocks.by_ref().take(shape.blocks).map(|(params, insts)| BlockData {
                params: block_params.by_ref().take(params as usize).collect(),
                insts: block_insts.by_ref().take(insts as usize).collect(),
            });
            FunctionData {
                params: params.by_ref().take(shape.params).collect(),
                blocks: blocks.collect(),
                insts: Insts(insts.by_ref().take(shape.insts).collect()),
                values: values.by_ref().take(shape.values).collect(),
                controls: controls.by_ref().take(shape.controls).collect(),
                operands: operands.by_ref().take(shape.operands).collect(),
                names: names.by_ref().take(shape.names).collect(),
                ..shape.empty
            }
        });
        module.functions = functions.collect();
    }
}
