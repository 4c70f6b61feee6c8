//! Puts variables of functions into registers with an index.
//!
//! ```text
//! %a: ptr<function, array<f32, 8>> = var
//! %0: ptr<function, f32> = access %a, %i      =>    %0: u32 = intrinsic.load_register %i, 0u32, 8u32
//! %1: f32 = load %0                                 %1: f32 = bitcast %0
//! ```
//!
//! A variable gets an array of registers: one of 32 bits for each scalar, two for one of 64 bits, in the order of its parts. The
//! operands of an access are the index, the first register and the number of registers of the array. Arrays of variables that are
//! not live at once share registers; those of a function lie behind those of all its callers. [`allocate`](super::registers::allocate)
//! counts these registers as the file [`Arrays`](super::registers::File::Arrays).
//!
//! A variable stays as it is if it or all together are larger than options say, if a call gets its address, or if its size is not
//! known; `lower_explicit_memory` gives these offsets. Run `promote_variables` first: what it leaves is indexed dynamically.
//!
//! Mesa calls this `nir_lower_locals_to_regs`.

mod plan;

use super::allocate_registers::{from_scalar_words, scalar_words};
use super::build::Build;
use super::emit::{effect, number, scaled, sum, value};
use super::registers::words::word_count;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use plan::{Array, Plan};
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Inst, Intrinsic, Module, Op, Operand, Precision, Storage, SwizzledStore, Type, TypeData, Value,
    types::common, typing,
};

/// Options of `locals_to_registers`.
#[derive(Clone, Debug)]
pub struct LocalsToRegisters {
    /// The most registers of a variable.
    pub most: u32,
    /// The most registers of all variables.
    pub registers: u32,
}

impl Default for LocalsToRegisters {
    fn default() -> Self {
        Self { most: 64, registers: 256 }
    }
}

/// The most registers that options may allow.
const LIMIT: u32 = 1 << 12;

/// The number of registers that a text says.
pub(crate) fn register_count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=LIMIT).contains(count))
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "most",
        values: "N",
        summary: "the most registers of a variable",
        set: |options, text| {
            let count = register_count(text)?;
            options.change(|it: &mut LocalsToRegisters| it.most = count);
            Some(())
        },
    },
    PassOption {
        name: "registers",
        values: "N",
        summary: "the most registers of all variables",
        set: |options, text| {
            let count = register_count(text)?;
            options.change(|it: &mut LocalsToRegisters| it.registers = count);
            Some(())
        },
    },
];

/// True if the module is a whole stage that has variables of functions.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.entry.is_some()
        && module
            .types
            .iter()
            .any(|(_, data)| matches!(data, TypeData::Pointer { storage: Storage::Function, .. }))
}

/// Lowers the variables of all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: LocalsToRegisters = session.settings().options.get();
    let mut plan = Plan::default();
    plan.place_all(module, &options);
    let mut changes = 0;
    for id in module.code_ids() {
        let Some(arrays) = plan.arrays.remove(&id) else { continue };
        let mut lowering = Lowering { plan: &mut plan, arrays, addresses: FxHashMap::default() };
        changes += rewrite_in(module, id, session, |rewriter, inst| lowering.visit(rewriter, inst));
    }
    changes
}

/// A part of a variable: its array, the number of the first register in it, of which a part is computed, and its type.
#[derive(Clone, Copy, Debug)]
struct Address {
    array: Array,
    computed: Option<Operand>,
    known: u32,
    ty: Type,
}

/// The lowering of a function.
struct Lowering<'p> {
    plan: &'p mut Plan,
    arrays: FxHashMap<Inst, Array>,
    addresses: FxHashMap<Value, Address>,
}

impl Lowering<'_> {
    fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function().op(inst);
        if op == Op::Var {
            return self.variable(rewriter, inst);
        }
        if !plan::accesses(op) {
            return Action::Keep;
        }
        let base = rewriter.function().operands(inst).first().and_then(|operand| operand.value());
        let Some(&address) = base.and_then(|value| self.addresses.get(&value)) else { return Action::Keep };
        match op {
            Op::Access => self.access(rewriter, inst, address),
            Op::Load => {
                let value = self.load(rewriter, inst, &address);
                rewriter.replace_named(inst, value)
            }
            Op::Store => {
                if let Some(&value) = rewriter.function().operands(inst).get(1) {
                    self.store(rewriter, &address, value);
                }
                Action::Remove
            }
            _ => self.store_swizzle(rewriter, inst, &address),
        }
    }

    fn variable(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(&array), Some(result)) = (self.arrays.get(&inst), rewriter.function().result(inst)) else {
            return Action::Keep;
        };
        let Some(ty) = rewriter.module().types.pointee(rewriter.function().values[result].ty) else {
            return Action::Keep;
        };
        let address = Address { array, computed: None, known: 0, ty };
        self.addresses.insert(result, address);
        if let Some(&initial) = rewriter.function().operands(inst).first() {
            self.store(rewriter, &address, initial);
        }
        rewriter.changes += 1;
        Action::Remove
    }

    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, mut address: Address) -> Action {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        for index in rewriter.function().operands(inst).get(1..).unwrap_or(&[]).to_vec() {
            let module = rewriter.module();
            let Some(part) = typing::indexed_type(module, address.ty, index) else { return Action::Keep };
            let known = module.as_int(index).map(|known| known as u32);
            match (module.types.get(address.ty), known) {
                (TypeData::Struct(_), Some(known)) => {
                    for before in 0..known {
                        let ty = typing::part_type(module, address.ty, before);
                        let distance = ty.map_or(0, |ty| self.plan.words(module, ty));
                        address.known = address.known.wrapping_add(distance);
                    }
                }
                (_, Some(known)) => {
                    let distance = known.wrapping_mul(self.plan.words(module, part));
                    address.known = address.known.wrapping_add(distance);
                }
                (_, None) => {
                    let stride = self.plan.words(module, part);
                    address.computed = Some(scaled(rewriter, index, stride, address.computed));
                }
            }
            address.ty = part;
        }
        self.addresses.insert(result, address);
        rewriter.changes += 1;
        Action::Remove
    }

    /// Builds the operands that say a register: `known` behind the start of an address.
    fn register(rewriter: &mut Rewriter<'_>, address: &Address, known: u32) -> [Operand; 3] {
        let index = sum(rewriter, address.computed, address.known.wrapping_add(known));
        [index, number(rewriter, address.array.first), number(rewriter, address.array.count)]
    }

    /// Builds what a load gives, from its scalars.
    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, address: &Address) -> Operand {
        enum Task {
            Load(Type, u32),
            Build(Type, usize),
        }
        let mut tasks = vec![Task::Load(address.ty, 0)];
        let mut values: Vec<Operand> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Load(ty, known) => match self.parts(rewriter.module(), ty) {
                    None => {
                        let count = word_count(rewriter.module(), ty);
                        let words: Vec<Operand> = (known..known + count)
                            .map(|at| {
                                let register = Self::register(rewriter, address, at);
                                let result = (common::U32, Precision::None);
                                value(rewriter, Intrinsic::LoadRegister, &register, result)
                            })
                            .collect();
                        values.push(from_scalar_words(&mut Build::of(rewriter, inst), &words, ty));
                    }
                    Some(parts) => {
                        tasks.push(Task::Build(ty, parts.len()));
                        let parts = parts.into_iter().rev();
                        tasks.extend(parts.map(|(part, distance)| Task::Load(part, known + distance)));
                    }
                },
                Task::Build(ty, count) => {
                    let parts = values.split_off(values.len().saturating_sub(count));
                    values.push(Build::of(rewriter, inst).to(Op::Construct, &parts, ty));
                }
            }
        }
        match values.pop() {
            Some(value) => value,
            None => rewriter.module_mut().constants.undef(address.ty).into(),
        }
    }

    /// Builds a store of a whole value, scalar by scalar.
    fn store(&mut self, rewriter: &mut Rewriter<'_>, address: &Address, whole: Operand) {
        let mut tasks = vec![(address.ty, 0, whole)];
        while let Some((ty, known, value)) = tasks.pop() {
            if rewriter.module().is_undefined(value) {
                continue;
            }
            match self.parts(rewriter.module(), ty) {
                None => {
                    let words = scalar_words(&mut Build::plain(rewriter, Precision::None), value);
                    for (at, word) in (known..).zip(words) {
                        let [index, first, count] = Self::register(rewriter, address, at);
                        effect(rewriter, Intrinsic::StoreRegister, &[word, index, first, count]);
                    }
                }
                Some(parts) => {
                    let precision = rewriter.precision(value);
                    let start = tasks.len();
                    for (number, (part, distance)) in (0..).zip(parts) {
                        let value = Build::plain(rewriter, precision).extract(value, number);
                        tasks.push((part, known + distance, value));
                    }
                    if let Some(new) = tasks.get_mut(start..) {
                        new.reverse();
                    }
                }
            }
        }
    }

    fn store_swizzle(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, address: &Address) -> Action {
        let Some(&value) = rewriter.function().operands(inst).get(1) else { return Action::Keep };
        let store = SwizzledStore::from_bits(rewriter.function().insts[inst].imm);
        let components = store.swizzle.components();
        let Some(ty) = typing::part_type(rewriter.module(), address.ty, 0) else { return Action::Keep };
        let step = self.plan.words(rewriter.module(), ty);
        let precision = rewriter.precision(value);
        for (from, &to) in (0..).zip(components) {
            let part = match components.len() {
                1 => value,
                _ => Build::plain(rewriter, precision).extract(value, from),
            };
            let known = address.known.wrapping_add(step * u32::from(to));
            self.store(rewriter, &Address { known, ty, ..*address }, part);
        }
        Action::Remove
    }

    /// The parts of a type with their registers, counted from its start; `None` for what has no parts.
    fn parts(&mut self, module: &Module, ty: Type) -> Option<Vec<(Type, u32)>> {
        let parts = plan::parts(module, ty)?;
        let mut distance = 0;
        let place = |part: Type| {
            let start = distance;
            distance += self.plan.words(module, part);
            (part, start)
        };
        Some(parts.into_iter().map(place).collect())
    }
}
