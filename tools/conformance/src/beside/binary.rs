//! SPIR-V by id: definitions, names, decorations, and the texts of types and constants.

use std::collections::BTreeMap;

use rspirv::binary::Disassemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};

use crate::instructions::Instructions;

/// The most members or components of a constant that its text spells out.
const MOST_PARTS: usize = 16;

/// Depth to which types and constants are followed: deeper than shaders nest them.
const MOST_DEPTH: usize = 24;

/// A module whose instructions are found by id.
pub(crate) struct Binary<'a> {
    /// The version of SPIR-V.
    pub(crate) version: (u8, u8),
    /// All instructions, in order.
    pub(crate) instructions: &'a [Instruction],
    definitions: BTreeMap<Word, &'a Instruction>,
    names: BTreeMap<Word, &'a str>,
    member_names: BTreeMap<(Word, u32), &'a str>,
    decorations: BTreeMap<Word, Vec<&'a [Operand]>>,
    member_decorations: BTreeMap<(Word, u32), Vec<&'a [Operand]>>,
}

impl<'a> Binary<'a> {
    /// Of the instructions of a module.
    pub(crate) fn new(all: &'a Instructions) -> Self {
        let mut binary = Self {
            version: all.header.version(),
            instructions: &all.list,
            definitions: BTreeMap::new(),
            names: BTreeMap::new(),
            member_names: BTreeMap::new(),
            decorations: BTreeMap::new(),
            member_decorations: BTreeMap::new(),
        };
        for instruction in &all.list {
            if let Some(id) = instruction.result_id {
                binary.definitions.insert(id, instruction);
            }
            match (instruction.class.opcode, instruction.operands.as_slice()) {
                (Op::Name, [Operand::IdRef(id), Operand::LiteralString(name)]) => {
                    binary.names.insert(*id, name);
                }
                (
                    Op::MemberName,
                    [Operand::IdRef(id), Operand::LiteralBit32(index), Operand::LiteralString(name)],
                ) => {
                    binary.member_names.insert((*id, *index), name);
                }
                (Op::Decorate | Op::DecorateId | Op::DecorateString, [Operand::IdRef(id), rest @ ..]) => {
                    binary.decorations.entry(*id).or_default().push(rest);
                }
                (
                    Op::MemberDecorate | Op::MemberDecorateString,
                    [Operand::IdRef(id), Operand::LiteralBit32(index), rest @ ..],
                ) => {
                    binary.member_decorations.entry((*id, *index)).or_default().push(rest);
                }
                _ => {}
            }
        }
        binary
    }

    /// The instruction that defines an id.
    pub(crate) fn definition(&self, id: Word) -> Option<&'a Instruction> {
        self.definitions.get(&id).copied()
    }

    /// The type of an id.
    pub(crate) fn type_of(&self, id: Word) -> Option<Word> {
        self.definition(id)?.result_type
    }

    /// The type that a type of pointers points to.
    pub(crate) fn pointee(&self, pointer: Word) -> Option<Word> {
        let ty = self.definition(pointer)?;
        if ty.class.opcode == Op::TypePointer { id(ty, 1) } else { None }
    }

    /// The name of an id, empty if it has none. glslang puts the parameters behind the names of functions.
    pub(crate) fn name(&self, id: Word) -> &'a str {
        let name = self.names.get(&id).copied().unwrap_or_default();
        name.split('(').next().unwrap_or_default()
    }

    /// The name of a member: its built-in, or else its name in the module.
    pub(crate) fn member_name(&self, ty: Word, index: u32) -> String {
        if let Some(built_in) = built_in(self.member_decorations(ty, index)) {
            return built_in;
        }
        let name = self.member_names.get(&(ty, index)).copied().unwrap_or_default();
        if name.is_empty() { index.to_string() } else { name.to_owned() }
    }

    /// True if a member is a built-in.
    pub(crate) fn is_built_in_member(&self, ty: Word, index: u32) -> bool {
        built_in(self.member_decorations(ty, index)).is_some()
    }

    /// The decorations of an id.
    pub(crate) fn decorations(&self, id: Word) -> &[&'a [Operand]] {
        self.decorations.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The decorations of a member.
    pub(crate) fn member_decorations(&self, ty: Word, index: u32) -> &[&'a [Operand]] {
        self.member_decorations.get(&(ty, index)).map_or(&[], Vec::as_slice)
    }

    /// True if an id has a decoration.
    pub(crate) fn is_decorated(&self, id: Word, decoration: Decoration) -> bool {
        self.decorations(id).iter().any(|it| it.first() == Some(&Operand::Decoration(decoration)))
    }

    /// The built-in that a variable is.
    pub(crate) fn built_in(&self, id: Word) -> Option<String> {
        built_in(self.decorations(id))
    }

    /// Operands as a text, with the values of constants for their ids.
    pub(crate) fn operands(&self, operands: &[Operand]) -> String {
        let texts: Vec<String> = operands
            .iter()
            .map(|operand| match operand {
                Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id) => {
                    self.plain_constant(*id).unwrap_or_else(|| self.name(*id).to_owned())
                }
                other => other.disassemble(),
            })
            .collect();
        texts.join(" ")
    }

    /// The type behind arrays.
    pub(crate) fn element(&self, mut ty: Word) -> Word {
        for _ in 0..MOST_DEPTH {
            match self.definition(ty) {
                Some(array) if matches!(array.class.opcode, Op::TypeArray | Op::TypeRuntimeArray) => {
                    ty = id(array, 0).unwrap_or(ty);
                }
                _ => break,
            }
        }
        ty
    }

    /// A type as a text; structs are called `struct`, since their members are facts of their own.
    pub(crate) fn type_text(&self, ty: Word) -> String {
        self.type_at(ty, 0)
    }

    fn type_at(&self, ty: Word, depth: usize) -> String {
        let Some(data) = self.definition(ty).filter(|_| depth < MOST_DEPTH) else { return "?".to_owned() };
        let part = || id(data, 0).map_or_else(|| "?".to_owned(), |part| self.type_at(part, depth + 1));
        let literal = |index: usize| match data.operands.get(index) {
            Some(Operand::LiteralBit32(value)) => *value,
            _ => 0,
        };
        match data.class.opcode {
            Op::TypeInt if literal(1) == 0 => format!("u{}", literal(0)),
            Op::TypeInt => format!("i{}", literal(0)),
            Op::TypeFloat => format!("f{}", literal(0)),
            Op::TypeVector | Op::TypeMatrix => format!("{}x{}", part(), literal(1)),
            Op::TypeArray => {
                let length = id(data, 1).and_then(|length| self.plain_constant(length));
                format!("{}[{}]", part(), length.unwrap_or_default())
            }
            Op::TypeRuntimeArray => format!("{}[]", part()),
            Op::TypeStruct => "struct".to_owned(),
            Op::TypePointer => {
                let class = data.operands.first().map(Disassemble::disassemble).unwrap_or_default();
                let to = id(data, 1).map(|to| self.type_at(to, depth + 1)).unwrap_or_default();
                format!("pointer to {to} in {class}")
            }
            Op::TypeSampledImage => format!("sampled {}", part()),
            Op::TypeImage => {
                let rest: Vec<String> = data.operands.iter().skip(1).map(Disassemble::disassemble).collect();
                format!("image {} {}", part(), rest.join(" "))
            }
            _ => data.class.opname.trim_start_matches("Type").to_lowercase(),
        }
    }

    /// A constant as a text without signedness, where that does not matter.
    pub(crate) fn plain_constant(&self, id: Word) -> Option<String> {
        self.constant(id).map(|text| text.trim_end_matches('u').to_owned())
    }

    /// A constant as a text.
    pub(crate) fn constant(&self, id: Word) -> Option<String> {
        self.constant_at(id, 0)
    }

    fn constant_at(&self, value: Word, depth: usize) -> Option<String> {
        let data = self.definition(value).filter(|_| depth < MOST_DEPTH)?;
        if let Some(number) = self.spec_id(value) {
            return Some(format!("spec {number}"));
        }
        Some(match data.class.opcode {
            Op::ConstantTrue | Op::SpecConstantTrue => "true".to_owned(),
            Op::ConstantFalse | Op::SpecConstantFalse => "false".to_owned(),
            Op::Constant | Op::SpecConstant => self.number(data),
            Op::ConstantNull => "null".to_owned(),
            Op::Undef => "undef".to_owned(),
            Op::ConstantComposite | Op::SpecConstantComposite if data.operands.len() > MOST_PARTS => {
                "(...)".to_owned()
            }
            Op::ConstantComposite | Op::SpecConstantComposite => {
                let parts = data.operands.iter().filter_map(id_of);
                let parts: Vec<String> = parts.filter_map(|part| self.constant_at(part, depth + 1)).collect();
                format!("({})", parts.join(", "))
            }
            Op::SpecConstantOp => "(spec)".to_owned(),
            _ => return None,
        })
    }

    /// The number by which a specialisation constant is known.
    pub(crate) fn spec_id(&self, id: Word) -> Option<u32> {
        self.decorations(id).iter().find_map(|decoration| match decoration {
            [Operand::Decoration(Decoration::SpecId), Operand::LiteralBit32(number)] => Some(*number),
            _ => None,
        })
    }

    fn number(&self, data: &Instruction) -> String {
        let ty = data.result_type.map(|ty| self.type_text(ty)).unwrap_or_default();
        let bits = match data.operands.first() {
            Some(Operand::LiteralBit32(bits)) => u64::from(*bits),
            Some(Operand::LiteralBit64(bits)) => *bits,
            _ => return "?".to_owned(),
        };
        // Narrower types have the low half of the bits.
        #[expect(clippy::cast_possible_truncation, reason = "the type says how many of the bits count")]
        let low = bits as u32;
        match ty.as_str() {
            "f64" => format!("{:?}lf", f64::from_bits(bits)),
            "f32" => format!("{:?}", f32::from_bits(low)),
            "f16" => format!("{low:#06x}h"),
            "i64" => format!("{}l", bits.cast_signed()),
            "u64" => format!("{bits}ul"),
            _ if ty.starts_with('i') => low.cast_signed().to_string(),
            _ => format!("{low}u"),
        }
    }

    /// The storage of variables of a pointer type: storage blocks of SPIR-V 1.0 are uniform by their class.
    pub(crate) fn class(&self, pointer: Word) -> String {
        let Some(data) = self.definition(pointer) else { return "?".to_owned() };
        let Some(Operand::StorageClass(class)) = data.operands.first() else { return "?".to_owned() };
        let is_buffer_block =
            id(data, 1).is_some_and(|ty| self.is_decorated(self.element(ty), Decoration::BufferBlock));
        match class {
            StorageClass::StorageBuffer => "Buffer".to_owned(),
            StorageClass::Uniform if is_buffer_block => "Buffer".to_owned(),
            class => format!("{class:?}"),
        }
    }
}

/// The id that an operand is.
pub(crate) fn id_of(operand: &Operand) -> Option<Word> {
    match operand {
        Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id) => Some(*id),
        _ => None,
    }
}

/// The id that is an operand of an instruction.
pub(crate) fn id(instruction: &Instruction, index: usize) -> Option<Word> {
    instruction.operands.get(index).and_then(id_of)
}

fn built_in(decorations: &[&[Operand]]) -> Option<String> {
    decorations.iter().find_map(|decoration| match decoration {
        [Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)] => {
            Some(format!("{built_in:?}"))
        }
        _ => None,
    })
}
