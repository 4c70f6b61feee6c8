//! Facts of the module's declarations: capabilities, modes, variables with their types and decorations, constants.

use std::collections::BTreeSet;

use rspirv::binary::Disassemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};

use super::binary::{Binary, id, id_of};
use super::facts::Facts;

/// Depth to which blocks are followed: deeper than shaders nest them.
const MOST_DEPTH: usize = 16;

/// Decorations of a variable that apply to all members of its block.
const INHERITED: &[Decoration] = &[
    Decoration::Coherent,
    Decoration::Volatile,
    Decoration::NonReadable,
    Decoration::NonWritable,
    Decoration::Restrict,
    Decoration::Aliased,
    Decoration::Patch,
    Decoration::PerPrimitiveEXT,
    Decoration::Invariant,
];

/// Decorations of members that apply to their block.
const HOISTED: &[Decoration] = &[Decoration::XfbBuffer, Decoration::XfbStride, Decoration::Stream];

fn is_one_of(decoration: &[Operand], set: &[Decoration]) -> bool {
    set.iter().any(|one| decoration.first() == Some(&Operand::Decoration(*one)))
}

/// Adds the facts of a module.
pub(crate) fn add(binary: &Binary<'_>, facts: &mut Facts) {
    facts.add("version", format!("{}.{}", binary.version.0, binary.version.1));
    let (mut pointees, mut interface) = (Vec::new(), BTreeSet::new());
    let accessed = accessed_members(binary);
    for instruction in binary.instructions {
        let operands = instruction.operands.as_slice();
        match (instruction.class.opcode, operands) {
            (Op::Capability, _) => facts.exists(format!("capability {}", binary.operands(operands))),
            (Op::Extension, _) => {
                facts.exists(format!("extension {}", binary.operands(operands).trim_matches('"')));
            }
            (Op::MemoryModel, _) => facts.add("memory model", binary.operands(operands)),
            (Op::EntryPoint, [model, _, name, ..]) => {
                facts.add("entry point", format!("{} {}", model.disassemble(), name.disassemble()));
                interface.extend(operands.iter().skip(3).filter_map(id_of));
            }
            (Op::ExecutionMode | Op::ExecutionModeId, [_, mode, rest @ ..]) => {
                // By id or not, it is the same mode.
                let mode = mode.disassemble();
                facts.add(format!("mode {}", mode.trim_end_matches("Id")), binary.operands(rest));
            }
            (Op::Source, [language, version, ..]) => {
                facts.add("source", format!("{} {}", language.disassemble(), version.disassemble()));
            }
            (Op::Variable, _) => variable(binary, instruction, &interface, &accessed, facts),
            (Op::TypePointer, [Operand::StorageClass(StorageClass::PhysicalStorageBuffer), to]) => {
                pointees.extend(id_of(to));
            }
            _ => {}
        }
        if let Some(id) = instruction.result_id {
            constant(binary, id, instruction, facts);
        }
    }
    for ty in pointees {
        let is_block = binary.is_decorated(ty, Decoration::Block);
        if is_block {
            let root = format!("reference {}", binary.name(ty));
            members(binary, ty, &root, &[], &|_| true, 0, facts);
        }
    }
}

/// The members of structs that instructions access: of all variables of such a type.
fn accessed_members(binary: &Binary<'_>) -> BTreeSet<(Word, u32)> {
    let mut accessed = BTreeSet::new();
    let chains = [Op::AccessChain, Op::InBoundsAccessChain];
    for chain in binary.instructions.iter().filter(|it| chains.contains(&it.class.opcode)) {
        let base = id(chain, 0).and_then(|base| binary.type_of(base)).and_then(|ty| binary.pointee(ty));
        let Some(mut ty) = base else { continue };
        for index in chain.operands.iter().skip(1).filter_map(id_of) {
            let Some(data) = binary.definition(ty) else { break };
            let part = match data.class.opcode {
                Op::TypeStruct => {
                    let member = binary.definition(index).and_then(|it| it.operands.first());
                    let Some(Operand::LiteralBit32(member)) = member else { break };
                    accessed.insert((ty, *member));
                    usize::try_from(*member).unwrap_or(usize::MAX)
                }
                _ => 0,
            };
            let Some(next) = id(data, part) else { break };
            ty = next;
        }
    }
    accessed
}

/// The subject that a variable outside of functions is: its class, and the name of its block, its built-in, or its name.
pub(crate) fn root(binary: &Binary<'_>, variable: Word) -> Option<String> {
    let data = binary.definition(variable).filter(|it| it.class.opcode == Op::Variable)?;
    let pointer = data.result_type?;
    let class = binary.class(pointer);
    if let Some(built_in) = binary.built_in(variable) {
        return Some(format!("{class} {built_in}"));
    }
    let element = binary.element(binary.pointee(pointer)?);
    let is_block = binary.is_decorated(element, Decoration::Block)
        || binary.is_decorated(element, Decoration::BufferBlock);
    let name = match is_block {
        true if is_built_in_block(binary, element) => BUILT_INS,
        true => binary.name(element),
        false => binary.name(variable),
    };
    if !name.is_empty() {
        return Some(format!("{class} {name}"));
    }
    let places = binary.decorations(variable).iter().map(|it| binary.operands(it));
    let place: Vec<String> =
        places.filter(|it| it.starts_with("Location") || it.starts_with("Binding")).collect();
    Some(format!("{class} <{}>", place.join(" ")))
}

/// The name of every block of built-ins.
const BUILT_INS: &str = "built-ins";

fn is_built_in_block(binary: &Binary<'_>, ty: Word) -> bool {
    let first = binary.member_decorations(ty, 0);
    first.iter().any(|it| it.first() == Some(&Operand::Decoration(Decoration::BuiltIn)))
}

/// A path in which members of blocks of built-ins are variables of their own.
pub(crate) fn plain_path(path: String) -> String {
    path.replacen(&format!("{BUILT_INS}."), "", 1).replacen(&format!("{BUILT_INS}[]."), "", 1)
}

/// The fact about variables that the entry point lists.
const IN_INTERFACE: &str = "in the interface";

fn is_location(decoration: &[Operand]) -> bool {
    is_one_of(decoration, &[Decoration::Location])
}

fn variable(
    binary: &Binary<'_>,
    data: &Instruction,
    interface: &BTreeSet<Word>,
    accessed: &BTreeSet<(Word, u32)>,
    facts: &mut Facts,
) {
    let (Some(variable), Some(pointer)) = (data.result_id, data.result_type) else { return };
    let class = binary.class(pointer);
    let (Some(root), Some(ty)) = (root(binary, variable), binary.pointee(pointer)) else { return };
    if class == "Function" {
        return;
    }
    let subject = if class == "Private" {
        format!("private {}", binary.name(variable))
    } else {
        format!("variable {root}")
    };
    let element = binary.element(ty);
    if let Some((_, block)) = root.split_once(' ') {
        facts.name_block(binary.name(variable), block);
    }
    let mut inherited = Vec::new();
    if interface.contains(&variable) {
        inherited.push(IN_INTERFACE.to_owned());
    }
    if is_built_in_block(binary, element) {
        // Compilers may declare members that nothing accesses.
        let is_said = |index: u32| accessed.contains(&(element, index));
        let hoisted = binary.decorations(variable).iter().filter(|it| is_one_of(it, HOISTED));
        inherited.extend(hoisted.map(|it| binary.operands(it)));
        return members(binary, element, &root, &inherited, &is_said, 0, facts);
    }
    facts.add(subject.as_str(), binary.type_text(ty));
    if interface.contains(&variable) {
        facts.add(subject.as_str(), IN_INTERFACE);
    }
    inherited.clear();
    if let Some(initial) = id(data, 1).filter(|_| class != "Private") {
        let value = binary.constant(initial).unwrap_or_else(|| "?".to_owned());
        facts.add(subject.as_str(), format!("initialised {value}"));
    }
    for decoration in binary.decorations(element) {
        facts.add(subject.as_str(), binary.operands(decoration));
    }
    let is_struct = binary.definition(element).is_some_and(|it| it.class.opcode == Op::TypeStruct);
    let has_located_members = binary.member_decorations(element, 0).iter().any(|it| is_location(it));
    for decoration in binary.decorations(variable) {
        if is_struct && is_one_of(decoration, INHERITED) {
            inherited.push(binary.operands(decoration));
        } else if !(has_located_members && is_location(decoration)) {
            facts.add(subject.as_str(), binary.operands(decoration));
        }
    }
    strides(binary, ty, &subject, facts);
    members(binary, element, &root, &inherited, &|_| true, 0, facts);
}

/// The strides of arrays of a type.
fn strides(binary: &Binary<'_>, mut ty: Word, subject: &str, facts: &mut Facts) {
    for dimension in 0..MOST_DEPTH {
        let Some(array) = binary.definition(ty) else { return };
        if !matches!(array.class.opcode, Op::TypeArray | Op::TypeRuntimeArray) {
            return;
        }
        for decoration in binary.decorations(ty) {
            facts.add(subject, format!("{} of dimension {dimension}", binary.operands(decoration)));
        }
        let Some(element) = id(array, 0) else { return };
        ty = element;
    }
}

/// The members of a struct for which `is_said` holds, and those of structs in them.
fn members(
    binary: &Binary<'_>,
    ty: Word,
    root: &str,
    inherited: &[String],
    is_said: &dyn Fn(u32) -> bool,
    depth: usize,
    facts: &mut Facts,
) {
    let Some(data) = binary.definition(ty).filter(|it| it.class.opcode == Op::TypeStruct) else { return };
    if depth > MOST_DEPTH {
        return;
    }
    for (index, member) in (0..).zip(data.operands.iter().filter_map(id_of)) {
        if !is_said(index) {
            continue;
        }
        let path = format!("{root}.{}", binary.member_name(ty, index));
        let is_built_in = depth == 0 && binary.is_built_in_member(ty, index);
        let subject = if is_built_in {
            format!("variable {}", plain_path(path.clone()))
        } else {
            format!("member {path}")
        };
        facts.add(subject.as_str(), binary.type_text(member));
        for decoration in binary.member_decorations(ty, index) {
            let is_hoisted = !is_built_in && depth == 0 && is_one_of(decoration, HOISTED);
            let subject = if is_hoisted { format!("variable {root}") } else { subject.clone() };
            facts.add(subject, binary.operands(decoration));
        }
        let is_captured =
            binary.member_decorations(ty, index).iter().any(|it| is_one_of(it, &[Decoration::Offset]));
        for decoration in inherited.iter().filter(|it| is_captured || !it.starts_with("Xfb")) {
            facts.add(subject.as_str(), decoration.as_str());
        }
        strides(binary, member, &subject, facts);
        members(binary, binary.element(member), &path, &[], &|_| true, depth + 1, facts);
    }
}

/// Specialisation constants, and the size of workgroups.
fn constant(binary: &Binary<'_>, id: Word, data: &Instruction, facts: &mut Facts) {
    if let Some(built_in) = binary.built_in(id).filter(|_| data.class.opcode != Op::Variable) {
        facts.add(format!("constant {built_in}"), binary.constant(id).unwrap_or_default());
    }
    let Some(number) = binary.spec_id(id) else { return };
    let ty = data.result_type.map(|ty| binary.type_text(ty)).unwrap_or_default();
    let subject = format!("specialisation {number}");
    facts.add(subject.as_str(), format!("{ty} {}", binary.operands(&data.operands)));
    facts.add(subject, format!("called {}", binary.name(id)));
}
