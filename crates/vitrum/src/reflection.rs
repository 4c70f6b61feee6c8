//! Facts of a reflection that are not in the module: assigned numbers, and declarations of SPIR-V.

use spirv::Op;
use vitrum_backend_spirv::capability_name;
use vitrum_ir::Module;
use vitrum_passes::{Assigned, Slot};
use vitrum_reflect::{Assignment, Reflection};

use crate::spirv::SpirvOptions;

/// Words of a module's header.
const HEADER: usize = 5;

/// The reflection of a module behind the lowerings for SPIR-V, and of its words.
pub(crate) fn of_lowered(
    module: &Module,
    assigned: &[Assigned],
    words: &[u32],
    spirv: &SpirvOptions,
) -> Reflection {
    let mut reflection = vitrum_reflect::reflect(module);
    add_assigned(&mut reflection, assigned);
    if spirv.target.is_vulkan() {
        add_sets(&mut reflection);
    }
    add_declared(&mut reflection, words);
    reflection
}

/// Adds the assigned locations and bindings.
fn add_assigned(reflection: &mut Reflection, assigned: &[Assigned]) {
    reflection.assigned.extend(assigned.iter().map(|assigned| {
        let mut assignment = Assignment { name: assigned.name.clone(), ..Assignment::default() };
        match assigned.slot {
            Slot::Location(location) => assignment.location = Some(location),
            Slot::Binding { set, binding } => {
                (assignment.set, assignment.binding) = (Some(set), Some(binding));
            }
            Slot::InputAttachment(index) => assignment.input_attachment = Some(index),
            Slot::Offset(offset) => assignment.offset = Some(offset),
        }
        assignment
    }));
}

/// Adds set 0 to resources with a binding only.
fn add_sets(reflection: &mut Reflection) {
    for resource in &mut reflection.resources {
        if resource.binding.is_some() {
            resource.set.get_or_insert(0);
        }
    }
}

/// Adds the capabilities and extensions that the words of a module begin with.
fn add_declared(reflection: &mut Reflection, words: &[u32]) {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    while let Some((&first, _)) = rest.split_first() {
        let Some((instruction, after)) = rest.split_at_checked((first >> 16).max(1) as usize) else { return };
        let operands = instruction.get(1..).unwrap_or_default();
        let op = first & 0xffff;
        if op == Op::Capability as u32 {
            let capability = operands.first().copied().unwrap_or_default();
            reflection.capabilities.push(capability_name(capability));
        } else if op == Op::Extension as u32 {
            reflection.spirv_extensions.push(string(operands));
        } else {
            return;
        }
        rest = after;
    }
}

/// A string in words, up to its zero.
fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
