//! Drops the members of uniform blocks that nothing reads.
//!
//! ```text
//! struct #Push {                              struct #Push {
//!     a: vec4<f32>                                c: f32 offset(20)
//!     b: f32                                  }
//!     c: f32
//! }
//! %1: ptr<push_constant, f32> = access @push, 2i32        access @push, 0i32
//! ```
//!
//! The rest stays where it is in memory, with offsets that are said, and so does the size of the block if the settings ask for it.
//! A tool that asks the module what a block holds sees less of it, so this is for those who want small modules, and for Vulkan, where the
//! stages need not declare a block alike.

use crate::framework::session::Session;
use crate::framework::settings::{Settings, Trimming};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    Function, Global, Inst, Module, Op, Operand, Qualifiers, Storage, Struct, Type, TypeData, visit,
};

/// True if the caller asks for it.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.trimming != Trimming::None
}

/// Removes them; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let keeps_size = session.settings.trimming == Trimming::KeepSize;
    let mut blocks: FxHashMap<Global, Block> = candidates(module);
    if blocks.is_empty() {
        return 0;
    }
    let accesses = accesses(module, &mut blocks);
    let mut order: Vec<Global> = blocks.keys().copied().collect();
    order.sort_unstable();
    let mut count = 0;
    for global in order {
        if let Some(block) = blocks.get_mut(&global) {
            count += trim(module, global, block, keeps_size);
        }
    }
    for (function, inst, global) in accesses {
        let Some(block) = blocks.get(&global).filter(|block| !block.numbers.is_empty()) else { continue };
        let old = module.functions[function].operands(inst).get(1).copied();
        let Some(new) =
            old.and_then(|old| module.constant_index(old)).and_then(|old| block.numbers.get(&old))
        else {
            continue;
        };
        let new: Operand = module.constants.i32(*new as i32).into();
        if let Some(slot) = module.functions[function].operands_mut(inst).get_mut(1) {
            *slot = new;
        }
    }
    count
}

struct Block {
    data: Struct,
    ty: Type,
    used: FxHashSet<u32>,
    /// The new number of each member that stays; none if all do.
    numbers: FxHashMap<u32, u32>,
}

/// Uniform blocks whose type nothing else has.
fn candidates(module: &Module) -> FxHashMap<Global, Block> {
    let mut seen: FxHashMap<Struct, u32> = FxHashMap::default();
    let mut count = |ty: Type| {
        let mut ty = ty;
        loop {
            match module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => ty = element,
                TypeData::Pointer { pointee, .. } => ty = pointee,
                TypeData::Struct(id) => {
                    *seen.entry(id).or_default() += 1;
                    break;
                }
                _ => break,
            }
        }
    };
    module.globals.iter().for_each(|(_, data)| count(data.ty));
    module.structs.iter().flat_map(|(_, data)| &data.members).for_each(|member| count(member.ty));
    for (_, function) in module.functions.iter() {
        function.values.iter().for_each(|(_, value)| count(value.ty));
    }
    let mut found = FxHashMap::default();
    for (id, data) in module.globals.iter() {
        let uniform = matches!(data.storage, Storage::Uniform | Storage::PushConstant);
        if let (true, Some(_), TypeData::Struct(block)) = (uniform, data.block, module.types.get(data.ty))
            && seen.get(&block) == Some(&1)
        {
            let (used, numbers) = (FxHashSet::default(), FxHashMap::default());
            found.insert(id, Block { data: block, ty: data.ty, used, numbers });
        }
    }
    found
}

/// The accesses to blocks; blocks with uses of another kind are no candidates any more.
fn accesses(module: &Module, blocks: &mut FxHashMap<Global, Block>) -> Vec<(Function, Inst, Global)> {
    let mut accesses = Vec::new();
    for (id, function) in module.functions.iter() {
        for (_, inst) in visit::insts(function) {
            let operands = function.operands(inst);
            for (at, operand) in operands.iter().enumerate() {
                let Some(global) = operand.global().filter(|global| blocks.contains_key(global)) else {
                    continue;
                };
                let member = operands.get(1).and_then(|&member| module.constant_index(member));
                match (function.op(inst), at, member) {
                    (Op::Access, 0, Some(member)) => {
                        accesses.push((id, inst, global));
                        if let Some(block) = blocks.get_mut(&global) {
                            block.used.insert(member);
                        }
                    }
                    _ => {
                        blocks.remove(&global);
                    }
                }
            }
        }
    }
    accesses
}

/// Takes the members that are not used out of a block.
fn trim(module: &mut Module, global: Global, block: &mut Block, keeps_size: bool) -> usize {
    let count = module.structs[block.data].members.len();
    if block.used.is_empty() || block.used.len() == count {
        return 0;
    }
    let data = &module.globals[global];
    let Some(rule) = data.block else { return 0 };
    let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
    let offsets = Layouts::new(module, rule).members(block.ty, row_major).offsets;
    if keeps_size && let Some((last, _)) = (0..).zip(&offsets).max_by_key(|row| row.1) {
        block.used.insert(last);
    }
    let mut kept = Vec::new();
    for ((member, old), &offset) in
        std::mem::take(&mut module.structs[block.data].members).into_iter().zip(0..).zip(&offsets)
    {
        if block.used.contains(&old) {
            let mut member = member;
            member.decorations.offset = Some(offset);
            block.numbers.insert(old, kept.len() as u32);
            kept.push(member);
        }
    }
    module.structs[block.data].members = kept;
    count - block.numbers.len()
}
