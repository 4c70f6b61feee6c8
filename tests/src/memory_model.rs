//! Accesses under Vulkan's memory model: each to coherent, volatile or shared memory carries the operands that say so.
//!
//! Every shader of the suite is emitted twice from the same IR: for the GLSL memory model, where decorations of variables
//! and members tell what is coherent and volatile, and for Vulkan's, where each access must say it itself. The code of
//! both is the same, so that accesses correspond by position.

use std::collections::HashMap;

use vitrum::ir::Modes;
use vitrum::{Compilation, Target};

use crate::words::{Decorations, Inst, code, constants, instructions};

const COHERENT: u32 = 23;
const VOLATILE: u32 = 21;
const WORKGROUP: u32 = 4;
const INPUT: u32 = 1;

/// The declaration of the memory behind a pointer, or of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Declared {
    coherent: bool,
    volatile: bool,
    /// An input, which nobody else writes: built-in ones may be volatile.
    input: bool,
}

impl Declared {
    fn or(self, other: Self) -> Self {
        Self {
            coherent: self.coherent || other.coherent,
            volatile: self.volatile || other.volatile,
            input: self.input || other.input,
        }
    }

    fn is_shared(self) -> bool {
        self.coherent || self.volatile && !self.input
    }
}

/// Compares both forms of a module; gives how many accesses needed operands.
pub(crate) fn check(compilation: &Compilation) -> Result<usize, String> {
    let mut plain = compilation.clone();
    plain.set_target(Target::Vulkan1_2);
    plain.module.execution.modes.remove(Modes::VULKAN_MEMORY_MODEL);
    let mut vulkan = plain.clone();
    vulkan.module.execution.modes.insert(Modes::VULKAN_MEMORY_MODEL);
    // A target that refuses a shader is another check.
    let (Ok(plain), Ok(vulkan)) = (plain.spirv(), vulkan.spirv()) else { return Ok(0) };
    compare(&plain, &vulkan)
}

fn compare(plain: &[u32], vulkan: &[u32]) -> Result<usize, String> {
    let (plain, vulkan) = (instructions(plain), instructions(vulkan));
    let is_vulkan = |all: &[Inst<'_>]| all.iter().any(|inst| inst.opcode == 14 && inst.word(1) == 3);
    // Cooperative matrices leave no choice.
    if is_vulkan(&plain) || !is_vulkan(&vulkan) {
        return Ok(0);
    }
    let mut found = Found::new(&plain);
    let numbers = constants(&vulkan);
    let (left, right) = (code(&plain), code(&vulkan));
    if left.len() != right.len() {
        return Err("the memory model changes more than memory operands".to_owned());
    }
    let mut count = 0;
    for (old, new) in left.iter().zip(&right) {
        if old.opcode != new.opcode {
            return Err(format!("opcode {} in one memory model, {} in the other", old.opcode, new.opcode));
        }
        let Some(declared) = found.visit(old) else { continue };
        let wanted = expected(old.opcode, declared);
        let said = said(new, &numbers);
        if said & wanted != wanted {
            return Err(format!(
                "opcode {} on memory that is {declared:?} has the operands {said:#x}, not {wanted:#x}",
                new.opcode
            ));
        }
        let made = if is_image(new.opcode) { 0x300 } else { 0x18 };
        // Variables of reference types have qualifiers, too, which no decoration can say.
        let unknown = is_atomic(new.opcode) || found.is_physical(old);
        if !declared.is_shared() && !unknown && said & made != 0 {
            return Err(format!("opcode {} on private memory has the operands {said:#x}", new.opcode));
        }
        count += usize::from(wanted != 0);
    }
    Ok(count)
}

fn is_image(opcode: u32) -> bool {
    matches!(opcode, 98 | 99 | 320)
}

fn is_atomic(opcode: u32) -> bool {
    matches!(opcode, 227..=242 | 5614 | 5615 | 6035)
}

/// The bits that an access must have.
fn expected(opcode: u32, declared: Declared) -> u32 {
    let (shared, volatile) = (declared.is_shared(), declared.volatile);
    let bits = |on: bool, bits: u32| if on { bits } else { 0 };
    match opcode {
        // Load: MakePointerVisible, NonPrivatePointer, Volatile.
        61 => bits(shared, 0x30) | bits(volatile, 1),
        // Store: MakePointerAvailable, NonPrivatePointer, Volatile.
        62 => bits(shared, 0x28) | bits(volatile, 1),
        // ImageWrite: MakeTexelAvailable, NonPrivateTexel, VolatileTexel.
        99 => bits(shared, 0x500) | bits(volatile, 0x800),
        // Reads: MakeTexelVisible and the same.
        98 | 320 => bits(shared, 0x600) | bits(volatile, 0x800),
        // Atomics are coherent anyway.
        _ => bits(volatile, 0x8000),
    }
}

/// The memory operands, image operands or semantics that an access has.
fn said(inst: &Inst<'_>, numbers: &HashMap<u32, u32>) -> u32 {
    match inst.opcode {
        61 => inst.word(3),
        62 => inst.word(2),
        99 => inst.word(3),
        98 | 320 => inst.word(4),
        // AtomicStore has no result.
        228 => numbers.get(&inst.word(2)).copied().unwrap_or(0),
        _ => numbers.get(&inst.word(4)).copied().unwrap_or(0),
    }
}

/// Facts about the ids of a module.
struct Found<'a> {
    decorations: Decorations,
    /// Instructions that declare types, by result.
    types: HashMap<u32, Inst<'a>>,
    numbers: HashMap<u32, u32>,
    /// Pointers and images, with what they point to or are.
    places: HashMap<u32, (u32, Declared)>,
}

impl<'a> Found<'a> {
    fn new(all: &[Inst<'a>]) -> Self {
        let types = all.iter().filter(|inst| matches!(inst.opcode, 19..=33));
        let mut found = Self {
            decorations: Decorations::of(all),
            types: types.map(|inst| (inst.word(0), *inst)).collect(),
            numbers: constants(all),
            places: HashMap::new(),
        };
        for inst in all.iter().take_while(|inst| inst.opcode != 54) {
            found.visit(inst);
        }
        found
    }

    /// Notes what an instruction gives; the declaration of the memory that it accesses, if it does.
    fn visit(&mut self, inst: &Inst<'a>) -> Option<Declared> {
        match inst.opcode {
            // Variable, FunctionParameter
            59 | 55 => {
                let (id, ty) = (inst.word(1), inst.word(0));
                if let Some((class, pointee)) = self.pointer(ty) {
                    let own =
                        Declared { coherent: class == WORKGROUP, volatile: false, input: class == INPUT };
                    let declared = self.decorated(id).or(own);
                    self.places.insert(id, (pointee, declared));
                }
                None
            }
            // AccessChain
            65 => {
                let (mut ty, mut declared) = self.place(inst.word(2));
                for &index in inst.words.get(3..).unwrap_or(&[]) {
                    let index = self.numbers.get(&index).copied().unwrap_or(0);
                    let Some(data) = self.types.get(&ty) else { break };
                    if data.opcode == 30 {
                        let has = |decoration| self.decorations.member_has(ty, index, decoration);
                        declared = declared.or(Declared {
                            coherent: has(COHERENT),
                            volatile: has(VOLATILE),
                            input: false,
                        });
                        ty = data.word(1 + index as usize);
                    } else {
                        ty = data.word(1);
                    }
                }
                self.places.insert(inst.word(1), (ty, declared));
                None
            }
            // ImageTexelPointer
            60 => {
                let (_, declared) = self.place(inst.word(2));
                self.places.insert(inst.word(1), (0, declared));
                None
            }
            61 => {
                let (_, declared) = self.place(inst.word(2));
                // An address, or an image, whose qualifiers are those of its variable.
                let ty = inst.word(0);
                let is_image = self.types.get(&ty).is_some_and(|data| data.opcode == 25);
                if let Some((_, pointee)) = self.pointer(ty) {
                    self.places.insert(inst.word(1), (pointee, Declared::default()));
                } else if is_image {
                    self.places.insert(inst.word(1), (ty, declared));
                }
                (!is_image).then_some(declared)
            }
            62 => Some(self.place(inst.word(0)).1),
            98 | 320 => Some(self.place(inst.word(2)).1),
            99 => Some(self.place(inst.word(0)).1),
            228 => Some(self.place(inst.word(0)).1),
            opcode if is_atomic(opcode) => Some(self.place(inst.word(2)).1),
            _ => None,
        }
    }

    /// True if a load or store is of what a buffer reference leads to.
    fn is_physical(&self, access: &Inst<'_>) -> bool {
        let aligned = match access.opcode {
            61 => access.word(3),
            62 => access.word(2),
            _ => 0,
        };
        aligned & 2 != 0
    }

    fn decorated(&self, id: u32) -> Declared {
        let has = |decoration| self.decorations.has(id, decoration);
        Declared { coherent: has(COHERENT), volatile: has(VOLATILE), input: false }
    }

    fn place(&self, id: u32) -> (u32, Declared) {
        self.places.get(&id).copied().unwrap_or_default()
    }

    /// Storage class and pointee of a pointer type.
    fn pointer(&self, ty: u32) -> Option<(u32, u32)> {
        let data = self.types.get(&ty).filter(|data| data.opcode == 32)?;
        Some((data.word(1), data.word(2)))
    }
}
