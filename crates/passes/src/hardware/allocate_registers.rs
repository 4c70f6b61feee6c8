//! Registers in the IR: every value is held in the registers that [`allocate`] gives it, an array of words.
//!
//! ```text
//! %b: f32 = fadd %a, %c                    %1: u32 = load %r0    %2: f32 = bitcast %1     %3: u32 = load %r1 ...
//! if %d {                              =>  %5: f32 = fadd %2, %4
//!     merge %b                             %6: u32 = bitcast %5  store %r0, %6
//! ...                                      if ... { merge ... }
//! ```
//!
//! This form is to be executed and compared: it does what the registers and copies of [`allocate`] say, word by word. A back end
//! asks [`allocate`] itself. Values that can be in no register, addresses and resources, stay values. A function is left as it is if
//! jumps pass on such values.
//!
//! NIR: `nir_convert_from_ssa`.

use super::build::Build;
use super::registers::words::{scalars_of, word_count};
use super::registers::{
    Allocation, CopySource, File, Location, Place, RegisterCopy, RegisterFiles, allocate,
};
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use std::collections::BTreeMap;
use vitrum_ir::types::common;
use vitrum_ir::{
    Inst, List, Module, Name, Op, Operand, Precision, Scalar, Type, TypeData, Value, ValueFlags, typing,
};

/// The options as text; they are those of [`RegisterFiles`].
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "words",
        values: "N",
        summary: "the number of registers for words; as many as are needed without it",
        set: |options, value| {
            let count = value.parse().ok()?;
            options.change(|it: &mut RegisterFiles| it.words = Some(count));
            Some(())
        },
    },
    PassOption {
        name: "booleans",
        values: "N",
        summary: "the number of registers for Booleans, which are words without it",
        set: |options, value| {
            let count = value.parse().ok()?;
            options.change(|it: &mut RegisterFiles| it.booleans = Some(count));
            Some(())
        },
    },
    PassOption {
        name: "coalesce",
        values: "yes|no",
        summary: "whether values that flow into one another share registers",
        set: |options, value| {
            let coalesces = match value {
                "yes" => true,
                "no" => false,
                _ => return None,
            };
            options.change(|it: &mut RegisterFiles| it.coalesces = coalesces);
            Some(())
        },
    },
];

/// Scalars of a value nest no deeper.
const DEPTH: u32 = 8;

/// True if there are functions.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.functions.values().any(|function| function.has_code() && !function.values.is_empty())
}

/// Holds values in registers; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let files = session.settings().options.get::<RegisterFiles>();
    rewrite(module, session, |module, id, _| {
        let allocation = allocate(module, &module.functions[id], &files)?;
        allocation
            .used
            .keys()
            .any(|&file| file != File::Arrays)
            .then(|| Holder { allocation, pointers: BTreeMap::new() })
    })
}

struct Holder {
    allocation: Allocation,
    /// The address of each register.
    pointers: BTreeMap<Location, Operand>,
}

/// The type of a register of a file.
fn register_type(file: File) -> Type {
    if file == File::Booleans { common::BOOL } else { common::U32 }
}

impl Visitor for Holder {
    /// Declares the registers, and stores the parameters of the function.
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        for (file, count) in self.allocation.used.clone() {
            let name = match file {
                File::Words => "words",
                File::Booleans => "booleans",
                File::Slots => "slots",
                File::Whole => {
                    self.declare_wholes(rewriter);
                    continue;
                }
                // Operations of their own access these.
                File::Arrays => continue,
            };
            let ty = rewriter.module.types.array(register_type(file), count);
            let name = rewriter.module.names.intern(name);
            let array = rewriter.variable(ty, Precision::None, name, None);
            for index in 0..count {
                let number = rewriter.module.constants.u32(index);
                let pointer = rewriter.access(array, &[number.into()]);
                self.pointers.insert(Location::In(file, index), pointer);
            }
        }
        for file in [File::Words, File::Booleans] {
            let temporary = rewriter.variable(register_type(file), Precision::None, Name::EMPTY, None);
            self.pointers.insert(Location::Temporary(file), temporary.into());
        }
        for param in rewriter.function.blocks[rewriter.function.body].params.clone() {
            self.write(rewriter, param, param.into());
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        if op.is_control() || op.is_terminator() {
            self.jump(rewriter, inst, op);
            return Action::Keep;
        }
        for index in 0..rewriter.function.operands(inst).len() {
            let operand = self.read(rewriter, rewriter.function.operands(inst)[index]);
            rewriter.function.operands_mut(inst)[index] = operand;
        }
        let action = rewriter.keep(inst);
        for result in rewriter.function.results(inst) {
            self.write(rewriter, result, result.into());
        }
        action
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        if let Some(block) = part_block(&rewriter.function, control, part) {
            rewriter.function.set_params(block, List::new());
        }
    }
}

impl Holder {
    fn declare_wholes(&mut self, rewriter: &mut Rewriter<'_>) {
        for (number, value) in (0..).zip(self.allocation.wholes.clone()) {
            let data = rewriter.function.values[value];
            let variable = rewriter.variable(data.ty, data.precision, Name::EMPTY, None);
            let temporary = rewriter.variable(data.ty, data.precision, Name::EMPTY, None);
            self.pointers.insert(Location::In(File::Whole, number), variable.into());
            // Only wholes of one type are copied to one another.
            self.pointers.entry(Location::Temporary(File::Whole)).or_insert(temporary.into());
        }
    }

    fn pointer(&self, location: Location) -> Option<Operand> {
        self.pointers.get(&location).copied()
    }

    /// An operand with its value from the registers.
    fn read(&self, rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
        let Some((value, place)) = operand.value().and_then(|it| Some((it, self.allocation.place(it)?)))
        else {
            return operand;
        };
        let data = rewriter.function.values[value];
        let mut build = Build::plain(rewriter, data.precision);
        let whole = match place.file {
            File::Whole => {
                let Some(pointer) = self.pointer(Location::In(place.file, place.first)) else {
                    return operand;
                };
                build.to(Op::Load, &[pointer], data.ty)
            }
            _ => {
                let registers = self.registers(&mut build, place);
                from_words(&mut build, &mut registers.into_iter(), data.ty)
            }
        };
        // Indices into arrays of resources keep their mark.
        if let Some(new) = whole.value().filter(|_| data.flags != ValueFlags::NONE) {
            rewriter.function.values[new].flags = data.flags;
        }
        whole
    }

    /// The contents of the registers of a place.
    fn registers(&self, build: &mut Build<'_, '_>, place: Place) -> Vec<Operand> {
        let mut all = Vec::with_capacity(place.count as usize);
        for index in place.first..place.first + place.count {
            if let Some(pointer) = self.pointer(Location::In(place.file, index)) {
                all.push(build.to(Op::Load, &[pointer], register_type(place.file)));
            }
        }
        all
    }

    /// Stores a value in its registers.
    fn write(&self, rewriter: &mut Rewriter<'_>, value: Value, operand: Operand) {
        let Some(place) = self.allocation.place(value) else { return };
        if place.file == File::Whole {
            if let Some(pointer) = self.pointer(Location::In(place.file, place.first)) {
                rewriter.store(pointer, operand);
            }
            return;
        }
        let booleans = place.file == File::Booleans;
        let words = words_of(&mut Build::plain(rewriter, Precision::None), operand, booleans);
        for (index, word) in (place.first..).zip(words) {
            if let Some(pointer) = self.pointer(Location::In(place.file, index)) {
                rewriter.store(pointer, word);
            }
        }
    }

    fn jump(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let count = match op {
            Op::Return | Op::EmitMeshTasks => usize::MAX,
            Op::If | Op::Switch | Op::BreakIf => 1,
            _ => 0,
        };
        // Addresses and resources are passed on as they are by what needs them: returns and launches of mesh shaders.
        let rest: Vec<Operand> = rewriter.function.operands(inst).iter().take(count).copied().collect();
        let first: Vec<Operand> = match op {
            Op::If | Op::Return | Op::EmitMeshTasks => {
                rest.iter().map(|&it| self.read(rewriter, it)).collect()
            }
            _ => Vec::new(),
        };
        for copy in self.allocation.copies(inst).to_vec() {
            self.copy(rewriter, copy);
        }
        // A condition is read behind the copies, as a machine branches by it.
        let rest = match op {
            Op::If | Op::Return | Op::EmitMeshTasks => first,
            _ => rest.iter().map(|&it| self.read(rewriter, it)).collect(),
        };
        if op.is_control() {
            rewriter.replace_results(inst, &[]);
        }
        rewriter.function.set_operands(inst, &rest);
        if op == Op::BreakIf {
            rewriter.function.set_imm(inst, 0);
        }
    }

    fn copy(&self, rewriter: &mut Rewriter<'_>, copy: RegisterCopy) {
        let Some(to) = self.pointer(copy.to) else { return };
        let value = match copy.from {
            CopySource::Location(from) => self.pointer(from).map(|from| rewriter.load(from)),
            CopySource::Constant(operand, index) => match copy.to {
                Location::In(File::Whole, _) => Some(operand),
                Location::In(file, _) => {
                    let build = &mut Build::plain(rewriter, Precision::None);
                    words_of(build, operand, file == File::Booleans).get(index as usize).copied()
                }
                Location::Temporary(_) => None,
            },
        };
        if let Some(value) = value {
            rewriter.store(to, value);
        }
    }
}

/// The words of a value, or its Booleans.
fn words_of(build: &mut Build<'_, '_>, operand: Operand, booleans: bool) -> Vec<Operand> {
    let mut scalars = Vec::new();
    take_apart(build, operand, DEPTH, &mut scalars);
    if booleans {
        return scalars;
    }
    scalars.into_iter().flat_map(|scalar| scalar_words(build, scalar)).collect()
}

fn take_apart(build: &mut Build<'_, '_>, whole: Operand, depth: u32, scalars: &mut Vec<Operand>) {
    let ty = build.ty(whole);
    let module = &*build.rewriter.module;
    let count = match module.types.get(ty) {
        TypeData::Struct(id) => module.structs[id].members.len() as u32,
        _ => module.types.length(ty).unwrap_or(0),
    };
    if count == 0 || depth == 0 {
        scalars.push(whole);
        return;
    }
    for index in 0..count {
        let part = build.extract(whole, index);
        take_apart(build, part, depth - 1, scalars);
    }
}

/// The words of a scalar, with its bits in the low ones.
pub(super) fn scalar_words(build: &mut Build<'_, '_>, scalar: Operand) -> Vec<Operand> {
    let kind = match build.rewriter.module.types.get(build.ty(scalar)) {
        TypeData::Scalar(kind) => kind,
        _ => Scalar::U64,
    };
    if kind == Scalar::Bool {
        return vec![build.to(Op::BtoI, &[scalar], common::U32)];
    }
    match kind.width() {
        64 => {
            let pair = build.to(Op::Bitcast, &[scalar], common::UVEC2);
            vec![build.extract(pair, 0), build.extract(pair, 1)]
        }
        32 => vec![build.cast(scalar, common::U32)],
        width => {
            let bits = build.cast(scalar, common::scalar(if width == 8 { Scalar::U8 } else { Scalar::U16 }));
            vec![build.to(Op::Uconvert, &[bits], common::U32)]
        }
    }
}

/// A value of a type from its words.
fn from_words(build: &mut Build<'_, '_>, words: &mut impl Iterator<Item = Operand>, ty: Type) -> Operand {
    let mut scalars = Vec::new();
    let known = scalars_of(build.rewriter.module, ty, DEPTH, &mut scalars);
    let mut values = Vec::with_capacity(scalars.len());
    for scalar in scalars {
        let count = word_count(build.rewriter.module, scalar) as usize;
        let of: Vec<Operand> = words.by_ref().take(count).collect();
        values.push(from_scalar_words(build, &of, scalar));
    }
    match known {
        Some(()) => put_together(build, &mut values.into_iter(), ty, DEPTH),
        None => build.undef(ty),
    }
}

pub(super) fn from_scalar_words(build: &mut Build<'_, '_>, words: &[Operand], ty: Type) -> Operand {
    match (words, build.rewriter.module.types.get(ty)) {
        (&[word], TypeData::Scalar(Scalar::Bool)) if build.ty(word) == common::BOOL => word,
        (&[word], TypeData::Scalar(Scalar::Bool)) => build.to(Op::ItoB, &[word], common::BOOL),
        (&[word], TypeData::Scalar(kind)) if kind.width() < 32 => {
            let bits = common::scalar(if kind.width() == 8 { Scalar::U8 } else { Scalar::U16 });
            let narrow = build.to(Op::Uconvert, &[word], bits);
            build.cast(narrow, ty)
        }
        (&[word], _) => build.cast(word, ty),
        (&[low, high], _) => {
            let pair = build.to(Op::Construct, &[low, high], common::UVEC2);
            build.to(Op::Bitcast, &[pair], ty)
        }
        _ => build.undef(ty),
    }
}

fn put_together(
    build: &mut Build<'_, '_>,
    scalars: &mut impl Iterator<Item = Operand>,
    ty: Type,
    depth: u32,
) -> Operand {
    let module = &*build.rewriter.module;
    let count = match module.types.get(ty) {
        TypeData::Struct(id) => module.structs[id].members.len() as u32,
        _ => module.types.length(ty).unwrap_or(0),
    };
    if count == 0 || depth == 0 {
        return match scalars.next() {
            Some(scalar) => scalar,
            None => build.undef(ty),
        };
    }
    let mut parts = Vec::with_capacity(count as usize);
    for index in 0..count {
        let Some(part) = typing::part_type(build.rewriter.module, ty, index) else { break };
        parts.push(put_together(build, scalars, part, depth - 1));
    }
    build.to(Op::Construct, &parts, ty)
}
