//! Names in debug information: of functions, variables and values, and of the structs that these have as types.
//!
//! A type of debug information does not say which type of SPIR-V it is. The type of a variable in one and in the other are the same,
//! and so are their parts.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{NonsemanticShaderDebuginfo100Op as DebugOp, Op};

use crate::index::Index;
use crate::lines::debug_op;

/// The position of the members among the operands of a struct.
const FIRST_MEMBER: usize = 9;

/// Operands of types that are looked at for each word of the module, at most: what is beyond has no names.
const MOST_OPERANDS: usize = 4;

/// Names by what has them.
#[derive(Debug, Default)]
pub(crate) struct DebugNames {
    /// By id.
    pub(crate) ids: Vec<(u32, String)>,
    /// By the id of a struct and the number of a member.
    pub(crate) members: Vec<((u32, u32), String)>,
    /// Types: that of debug information, and that of SPIR-V.
    types: Vec<(u32, u32)>,
}

/// Reads the names of a module.
pub(crate) fn debug_names(index: &Index<'_>) -> DebugNames {
    let mut names = DebugNames::default();
    let mut functions: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut variables: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    for inst in &index.insts {
        match debug_op(index, inst) {
            Some((DebugOp::DebugFunction, &[name, ty, ..])) => {
                functions.insert(inst.id, (name, ty));
            }
            Some((DebugOp::DebugFunctionDefinition, &[function, definition, ..])) => {
                if let Some(&(name, ty)) = functions.get(&function) {
                    names.give(index, definition, name);
                    // The type of a function is its second operand.
                    let of_function = index.def(definition).and_then(|def| def.words.get(1).copied());
                    names.types.extend(of_function.map(|of_function| (ty, of_function)));
                }
            }
            Some((DebugOp::DebugLocalVariable, &[name, ty, ..])) => {
                variables.insert(inst.id, (name, ty));
            }
            Some((DebugOp::DebugDeclare | DebugOp::DebugValue, &[variable, value, ..])) => {
                if let Some(&(name, ty)) = variables.get(&variable) {
                    names.give_with_type(index, value, name, ty);
                }
            }
            Some((DebugOp::DebugGlobalVariable, &[name, ty, _, _, _, _, _, variable, ..])) => {
                names.give_with_type(index, variable, name, ty);
            }
            _ => {}
        }
    }
    names.name_types(index);
    names
}

impl DebugNames {
    fn give(&mut self, index: &Index<'_>, id: u32, name: u32) {
        if let Some(name) = index.strings.get(&name) {
            self.ids.push((id, name.to_string()));
        }
    }

    fn give_with_type(&mut self, index: &Index<'_>, id: u32, name: u32, ty: u32) {
        self.give(index, id, name);
        self.types.extend(index.def(id).map(|def| (ty, def.ty)));
    }

    /// Names the structs among the types, and their parts.
    fn name_types(&mut self, index: &Index<'_>) {
        let mut seen = FxHashSet::default();
        let mut left = index.insts.last().map_or(0, |last| last.at as usize).saturating_mul(MOST_OPERANDS);
        while let Some((debug, ty)) = self.types.pop() {
            let (Some(def), Some(of_debug)) = (index.def(ty), index.def(debug)) else { continue };
            let Some((op, operands)) = debug_op(index, &of_debug) else { continue };
            if !seen.insert((debug, ty)) {
                continue;
            }
            // Modules may pair each of many types with each of many others.
            let Some(rest) = left.checked_sub(of_debug.words.len()) else { break };
            left = rest;
            match (op, operands, def.known(), def.words) {
                // Debug information has no type for the pointer that an argument is passed by.
                (DebugOp::DebugTypePointer, &[base, ..], Some(Op::TypePointer), &[_, pointee]) => {
                    self.types.push((base, pointee));
                }
                (_, _, Some(Op::TypePointer), &[_, pointee]) => self.types.push((debug, pointee)),
                (DebugOp::DebugTypeQualifier | DebugOp::DebugTypeTemplate, &[base, ..], ..)
                | (DebugOp::DebugTypedef, &[_, base, ..], ..) => self.types.push((base, ty)),
                (DebugOp::DebugTypeArray, [base, counts @ ..], ..) => {
                    // One type in debug information has all dimensions.
                    let element = counts.iter().try_fold(ty, |ty, _| {
                        let is_array = |op| matches!(op, Some(Op::TypeArray | Op::TypeRuntimeArray));
                        index.def(ty).filter(|def| is_array(def.known()))?.words.first().copied()
                    });
                    self.types.extend(element.map(|element| (*base, element)));
                }
                (DebugOp::DebugTypeFunction, [_, debug @ ..], Some(Op::TypeFunction), types) => {
                    self.types.extend(debug.iter().copied().zip(types.iter().copied()));
                }
                (DebugOp::DebugTypeComposite, operands, Some(Op::TypeStruct), types) => {
                    self.give(index, ty, operands.first().copied().unwrap_or(0));
                    self.name_members(index, ty, operands.get(FIRST_MEMBER..).unwrap_or(&[]), types);
                }
                _ => {}
            }
        }
    }

    /// Names the members of a struct. Functions may stand between them.
    fn name_members(&mut self, index: &Index<'_>, ty: u32, members: &[u32], types: &[u32]) {
        let members = members.iter().filter_map(|&member| match debug_op(index, &index.def(member)?) {
            Some((DebugOp::DebugTypeMember, &[name, ty, ..])) => Some((name, ty)),
            _ => None,
        });
        let members: Vec<(u32, u32)> = members.collect();
        if members.len() != types.len() {
            return;
        }
        for (number, (&(name, debug), &part)) in (0..).zip(members.iter().zip(types)) {
            self.types.push((debug, part));
            if let Some(name) = index.strings.get(&name) {
                self.members.push(((ty, number), name.to_string()));
            }
        }
    }
}
