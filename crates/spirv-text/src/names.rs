//! The names of ids in assembly, by the rules of `spirv-dis`: `OpName`, the built-in variable, or what a type or constant is;
//! with a number behind it where another id has the name already.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, FPEncoding, Op};

use crate::literals;
use crate::print::Facts;

/// A longer name is not used.
const LONGEST: usize = 256;

/// Built-in variables that have another name in GLSL than in SPIR-V, `gl_` aside.
const BUILT_INS: &[(BuiltIn, &str)] = &[
    (BuiltIn::VertexId, "VertexID"),
    (BuiltIn::InstanceId, "InstanceID"),
    (BuiltIn::PrimitiveId, "PrimitiveID"),
    (BuiltIn::InvocationId, "InvocationID"),
    (BuiltIn::SampleId, "SampleID"),
    (BuiltIn::NumWorkgroups, "NumWorkGroups"),
    (BuiltIn::WorkgroupSize, "WorkGroupSize"),
    (BuiltIn::WorkgroupId, "WorkGroupID"),
    (BuiltIn::LocalInvocationId, "LocalInvocationID"),
    (BuiltIn::GlobalInvocationId, "GlobalInvocationID"),
];

/// Built-in variables that have the same name in GLSL behind `gl_`.
const SAME: &[BuiltIn] = &[
    BuiltIn::Position,
    BuiltIn::PointSize,
    BuiltIn::ClipDistance,
    BuiltIn::CullDistance,
    BuiltIn::Layer,
    BuiltIn::ViewportIndex,
    BuiltIn::TessLevelOuter,
    BuiltIn::TessLevelInner,
    BuiltIn::TessCoord,
    BuiltIn::PatchVertices,
    BuiltIn::FragCoord,
    BuiltIn::PointCoord,
    BuiltIn::FrontFacing,
    BuiltIn::SamplePosition,
    BuiltIn::SampleMask,
    BuiltIn::FragDepth,
    BuiltIn::HelperInvocation,
    BuiltIn::LocalInvocationIndex,
    BuiltIn::VertexIndex,
    BuiltIn::InstanceIndex,
    BuiltIn::BaseInstance,
];

/// Built-in variables that have the name of SPIR-V.
const PLAIN: &[BuiltIn] = &[
    BuiltIn::SubgroupSize,
    BuiltIn::SubgroupMaxSize,
    BuiltIn::NumSubgroups,
    BuiltIn::NumEnqueuedSubgroups,
    BuiltIn::SubgroupId,
    BuiltIn::SubgroupLocalInvocationId,
    BuiltIn::SubgroupEqMask,
    BuiltIn::SubgroupGeMask,
    BuiltIn::SubgroupGtMask,
    BuiltIn::SubgroupLeMask,
    BuiltIn::SubgroupLtMask,
];

/// Names of float types with an encoding of their own.
const ENCODINGS: &[(FPEncoding, &str)] = &[
    (FPEncoding::BFloat16KHR, "bfloat16"),
    (FPEncoding::Float8E4M3EXT, "fp8e4m3"),
    (FPEncoding::Float8E5M2EXT, "fp8e5m2"),
];

/// Names by id, each once.
#[derive(Default)]
pub(crate) struct Names {
    by_id: BTreeMap<u32, String>,
    used: BTreeSet<String>,
    /// By a name that several ids would have: the first number that is free.
    free: BTreeMap<String, u32>,
}

impl Names {
    /// The name of an id.
    pub(crate) fn name(&self, id: u32) -> String {
        self.by_id.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// Names what an instruction names: its result, or its target.
    pub(crate) fn add(&mut self, inst: &Instruction, facts: &Facts) {
        match (inst.class.opcode, inst.operands.as_slice()) {
            (Op::Name, [Operand::IdRef(id), Operand::LiteralString(name)]) => self.save(*id, name),
            (
                Op::Decorate,
                [Operand::IdRef(id), Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)],
            ) => {
                if let Some(name) = built_in_name(*built_in) {
                    self.save(*id, &name);
                }
            }
            _ => {
                if let Some(id) = inst.result_id {
                    let name = self.of_result(inst, facts).unwrap_or_else(|| id.to_string());
                    self.save(id, &name);
                }
            }
        }
    }

    /// The name of a type or a constant.
    fn of_result(&self, inst: &Instruction, facts: &Facts) -> Option<String> {
        use Operand::{IdRef, LiteralBit32};
        let id = inst.result_id?;
        Some(match (inst.class.opcode, inst.operands.as_slice()) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, &[LiteralBit32(width), LiteralBit32(sign)]) => integer(width, sign != 0),
            (Op::TypeFloat, [LiteralBit32(width), encoding @ ..]) => float(*width, encoding.first()),
            (Op::TypeVector, &[IdRef(of), LiteralBit32(count)]) => format!("v{count}{}", self.name(of)),
            (Op::TypeMatrix, &[IdRef(of), LiteralBit32(count)]) => format!("mat{count}{}", self.name(of)),
            (Op::TypeArray, &[IdRef(of), IdRef(length)]) => {
                format!("_arr_{}_{}", self.name(of), self.name(length))
            }
            (Op::TypeRuntimeArray, &[IdRef(of)]) => format!("_runtimearr_{}", self.name(of)),
            (Op::TypePointer, &[Operand::StorageClass(class), IdRef(of)]) => {
                format!("_ptr_{class:?}_{}", self.name(of))
            }
            (Op::TypeUntypedPointerKHR, [Operand::StorageClass(class)]) => format!("_ptr_{class:?}"),
            (Op::TypeStruct, _) => format!("_struct_{id}"),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, [value]) => {
                let bits = match *value {
                    LiteralBit32(bits) => bits.into(),
                    Operand::LiteralBit64(bits) => bits,
                    _ => return None,
                };
                let value = literals::literal(bits, facts.number(inst)).replace('-', "n");
                format!("{}_{value}", self.name(inst.result_type?))
            }
            _ => return None,
        })
    }

    fn save(&mut self, id: u32, name: &str) {
        if self.by_id.contains_key(&id) {
            return;
        }
        let base = if name.len() > LONGEST { id.to_string() } else { sanitized(name) };
        if self.used.insert(base.clone()) {
            self.by_id.insert(id, base);
            return;
        }
        let index = self.free.entry(base.clone()).or_default();
        let unique = loop {
            let unique = format!("{base}_{index}");
            *index += 1;
            if self.used.insert(unique.clone()) {
                break unique;
            }
        };
        self.by_id.insert(id, unique);
    }
}

/// A name of letters, digits and underscores.
fn sanitized(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    // Each byte of other letters is one underscore.
    name.bytes().map(|it| if it.is_ascii_alphanumeric() { char::from(it) } else { '_' }).collect()
}

fn integer(width: u32, is_signed: bool) -> String {
    let root = match width {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long",
        other => return format!("{}{other}", if is_signed { "i" } else { "u" }),
    };
    format!("{}{root}", if is_signed { "" } else { "u" })
}

fn float(width: u32, encoding: Option<&Operand>) -> String {
    if let Some(Operand::FPEncoding(encoding)) = encoding
        && let Some((_, name)) = ENCODINGS.iter().find(|row| row.0 == *encoding)
    {
        return (*name).to_owned();
    }
    match width {
        16 => "half".to_owned(),
        32 => "float".to_owned(),
        64 => "double".to_owned(),
        other => format!("fp{other}"),
    }
}

fn built_in_name(built_in: BuiltIn) -> Option<String> {
    if let Some((_, name)) = BUILT_INS.iter().find(|row| row.0 == built_in) {
        return Some(format!("gl_{name}"));
    }
    if SAME.contains(&built_in) {
        return Some(format!("gl_{built_in:?}"));
    }
    PLAIN.contains(&built_in).then(|| format!("{built_in:?}"))
}
