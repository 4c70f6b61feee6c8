//! Loose uniforms become members of one block, since Vulkan has no others.
//!
//! ```text
//! global @a: f32 uniform                        struct #gl_DefaultUniformBlock { a: f32  b: vec4<f32> }
//! global @b: vec4<f32> uniform              =>  global @0: #gl_DefaultUniformBlock uniform block(std140)
//!     %p: ptr<uniform, f32> = access @b, 1          %p: ptr<uniform, f32> = access @0, 1, 1
//!     %x: f32 = load @a                             %a: ptr<uniform, f32> = access @0, 0
//!                                                   %x: f32 = load %a
//! ```
//!
//! Initialisers are left out: the application sets the buffer. Uniforms with opaque parts stay as they are.

use super::parts::learn;
use crate::framework::notes::{Assigned, Renamed, Role, Slot};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    Block, Constant, Decorations, FunctionData, Global, GlobalData, Id, Inst, LayoutRule, List, Member,
    Module, Op, Operand, Precision, Qualifiers, Storage, StructData, Type, TypeData,
};

/// The name of the block that loose uniforms are gathered in for SPIR-V.
pub const DEFAULT_BLOCK: &str = "gl_DefaultUniformBlock";
/// The name in GLSL text, where names that begin with `gl_` are reserved.
const GLSL_BLOCK: &str = "Uniforms";

/// True if there are loose uniforms and the target is Vulkan.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.vulkan && settings.places_resources() && module.globals.values().any(is_loose)
}

fn is_loose(data: &GlobalData) -> bool {
    data.storage == Storage::Uniform && data.block.is_none()
}

/// Gathers loose uniforms in a block; gives the number of uniforms.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut loose = loose_uniforms(module);
    if !session.settings.uniform_order.is_empty() {
        let order: FxHashMap<&str, usize> =
            session.settings.uniform_order.iter().map(String::as_str).zip(0..).collect();
        let position = |&global: &Global| order.get(module.names.get(module.globals[global].name)).copied();
        loose.sort_by_key(|global| position(global).unwrap_or(usize::MAX));
    }
    let for_glsl = session.settings.glsl.is_some();
    let gathered = gather(module, session, &loose, if for_glsl { GLSL_BLOCK } else { DEFAULT_BLOCK });
    if for_glsl {
        let rename = |it: Assigned| {
            let to = format!("{GLSL_BLOCK}.{}", it.name);
            Renamed::new(Role::Uniform, it.name, to)
        };
        session.add_renamed(gathered.into_iter().map(rename).collect())
    } else {
        session.add_assigned(gathered)
    }
}

/// The loose uniforms that `gather_uniforms` makes members of a block.
pub fn loose_uniforms(module: &Module) -> Vec<Global> {
    let mut transparent = FxHashMap::default();
    let is_number = |ty: Type| {
        matches!(
            module.types.get(ty),
            TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. }
        )
    };
    for (_, data) in module.globals.iter() {
        if is_loose(data) && !is_number(data.ty) {
            learn(module, data.ty, &mut transparent, |known, ty| is_transparent(module, known, ty));
        }
    }
    module.globals_that(|data| {
        is_loose(data)
            && data.decorations.builtin.is_none()
            && (is_number(data.ty) || transparent.get(&data.ty) == Some(&true))
    })
}

/// Makes uniforms, which hold nothing opaque, members of one block of this name, in this order; gives where they lie.
pub(super) fn gather(
    module: &mut Module,
    session: &mut Session,
    loose: &[Global],
    name: &str,
) -> Vec<Assigned> {
    if loose.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> =
        loose.iter().map(|&global| module.names.get(module.globals[global].name).to_owned()).collect();
    let mut moved = FxHashMap::default();
    let mut members = Vec::with_capacity(loose.len());
    for (index, &global) in loose.iter().enumerate() {
        let data = &module.globals[global];
        let majority = data.decorations.qualifiers.bits()
            & (Qualifiers::ROW_MAJOR.bits() | Qualifiers::COLUMN_MAJOR.bits());
        members.push(Member {
            name: data.name,
            ty: data.ty,
            precision: data.precision,
            decorations: Decorations {
                qualifiers: Qualifiers::from_bits(majority),
                ..Decorations::default()
            },
            origin: data.origin,
        });
        let member = BlockMember {
            index: module.constants.i32(index as i32),
            pointer: module.globals[global].pointer,
            precision: module.globals[global].precision,
        };
        moved.insert(global, member);
    }
    let name = module.names.intern(name);
    let block = module.structs.alloc(StructData::new(name, members));
    let ty = module.types.intern(TypeData::Struct(block));
    let block = module.add_global("", ty, Storage::Uniform);
    module.globals[block].block = Some(LayoutRule::Std140);
    for function in module.functions.values_mut() {
        redirect(function, block, &moved);
    }
    session.summaries.clear();
    remove_globals(module, |global| moved.contains_key(&global));
    let offsets = Layouts::new(module, LayoutRule::Std140).members(ty, false).offsets;
    // It is the last global.
    let Some((global, _)) = module.globals.iter().next_back() else { return Vec::new() };
    let assigned = |(name, offset)| Assigned::new(module, global, name, Slot::Offset(offset));
    names.into_iter().zip(offsets).map(assigned).collect()
}

/// The member of the block that a uniform becomes.
struct BlockMember {
    index: Constant,
    pointer: Type,
    precision: Precision,
}

/// True if no part of a type is opaque, given that of its parts.
fn is_transparent(module: &Module, known: &FxHashMap<Type, bool>, ty: Type) -> bool {
    let part = |ty: Type| known.get(&ty).copied().unwrap_or(false);
    match module.types.get(ty) {
        TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } => true,
        TypeData::BufferReference { .. } => true,
        TypeData::Array { element, .. } => part(element),
        TypeData::Struct(id) => module.structs[id].members.iter().all(|member| part(member.ty)),
        _ => false,
    }
}

/// Makes every use of a moved uniform one of the block.
fn redirect(function: &mut FunctionData, block: Global, moved: &FxHashMap<Global, BlockMember>) {
    let member = |operand: Operand| moved.get(&operand.global()?);
    let uses = |function: &FunctionData, inst: Inst| {
        function.operands(inst).iter().any(|&operand| member(operand).is_some())
    };
    for id in (0..function.blocks.len()).map(Block::from_index) {
        let insts = &function.blocks[id].insts;
        let Some(first) = insts.iter().position(|&inst| uses(function, inst)) else { continue };
        let insts = std::mem::take(&mut function.blocks[id].insts);
        let (before, rest) = insts.split_at(first);
        let mut out = List::with_capacity(insts.len() + 4);
        out.extend_from_slice(before);
        for &inst in rest {
            if let (Op::Access, [base, indices @ ..]) = (function.op(inst), function.operands(inst))
                && let Some(member) = member(*base)
            {
                let start = [block.into(), member.index.into()];
                let operands: List<Operand> = start.into_iter().chain(indices.iter().copied()).collect();
                function.set_operands(inst, &operands);
            }
            let span = function.insts[inst].span();
            for position in 0..function.operands(inst).len() {
                let Some(member) = function.operands(inst).get(position).and_then(|&it| member(it)) else {
                    continue;
                };
                let (path, result) =
                    ([block.into(), member.index.into()], (member.pointer, member.precision));
                let (access, address) = function.new_value(Op::Access, &path, 0, span, result);
                out.push(access);
                if let Some(slot) = function.operands_mut(inst).get_mut(position) {
                    *slot = address.into();
                }
            }
            out.push(inst);
        }
        function.blocks[id].insts = out;
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_BLOCK, gather, loose_uniforms};
    use crate::framework::session::Session;

    #[test]
    fn uniforms_are_gathered() {
        let text = "vir 1\nstage vertex\nentry &main\n\
            global @a: f32 uniform = 1.0f32\nglobal @t: sampled<2d, f32> opaque\nglobal @b: vec4<f32> mediump uniform\n\
            fn &main() -> void {\n    %p: ptr<uniform, f32> = access @b, 1i32\n    %y: f32 = load %p\n    \
            %x: f32 = load @a\n    %t: sampled<2d, f32> = load @t\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let report: Vec<String> = {
            let loose = loose_uniforms(&module);
            gather(&mut module, &mut Session::default(), &loose, DEFAULT_BLOCK)
        }
        .iter()
        .map(ToString::to_string)
        .collect();
        let expected = [
            "offset 0 in the block of uniforms assigned to `a`",
            "offset 16 in the block of uniforms assigned to `b`",
        ];
        assert_eq!(report, expected);
        let expected = "vir 1\nstage vertex\ndeclare #gl_DefaultUniformBlock\nentry &main\n\
            struct #gl_DefaultUniformBlock {\n    a: f32\n    b: vec4<f32> mediump\n}\n\
            global @t: sampled<2d, f32> opaque\n\
            global @0: #gl_DefaultUniformBlock uniform block(std140)\n\n\
            fn &main() -> void {\n    %p: ptr<uniform, f32> = access @0, 1i32, 1i32\n    %y: f32 = load %p\n    \
            %0: ptr<uniform, f32> = access @0, 0i32\n    %x: f32 = load %0\n    %t: sampled<2d, f32> = load @t\n    \
            return\n}\n";
        assert_eq!(vitrum_ir::print(&module), expected);
        assert!(loose_uniforms(&module).is_empty());
    }
}
