//! The registers that a type takes.

use super::File;
use vitrum_ir::{Length, Module, Scalar, Type, TypeData, typing};

/// The way in which values are held in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// True if Booleans have a file of their own.
    pub(crate) booleans_apart: bool,
}

/// Values of more words are held as a whole, and so are those that nest deeper.
const MOST_WORDS: usize = 64;
const DEPTH: u32 = 8;

impl Words {
    /// The file and the number of registers of a type; `None` for addresses of variables and resources, which are in none.
    pub(crate) fn of(self, module: &Module, ty: Type) -> Option<(File, u32)> {
        match module.types.get(ty) {
            TypeData::Scalar(Scalar::Bool) if self.booleans_apart => return Some((File::Booleans, 1)),
            TypeData::Vector { scalar: Scalar::Bool, size } if self.booleans_apart => {
                return Some((File::Booleans, u32::from(size)));
            }
            TypeData::CooperativeMatrix { .. }
            | TypeData::TensorLayout { .. }
            | TypeData::TensorView { .. }
            | TypeData::LongVector { .. } => {
                return Some((File::Whole, 1));
            }
            TypeData::Array { .. } | TypeData::Struct(_) if !is_plain(module, ty) => return None,
            _ => {}
        }
        let mut scalars = Vec::new();
        match scalars_of(module, ty, DEPTH, &mut scalars) {
            Some(()) => {
                let count: u32 = scalars.iter().map(|&scalar| word_count(module, scalar)).sum();
                Some((File::Words, count))
            }
            None => matches!(module.types.get(ty), TypeData::Array { .. } | TypeData::Struct(_))
                .then_some((File::Whole, 1)),
        }
    }
}

/// The number of words of a scalar.
pub(crate) fn word_count(module: &Module, ty: Type) -> u32 {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) if scalar.width() <= 32 => 1,
        _ => 2,
    }
}

/// The types of the scalars of a type in order; `None` if there are too many, others, or parts without any.
pub(crate) fn scalars_of(module: &Module, ty: Type, depth: u32, scalars: &mut Vec<Type>) -> Option<()> {
    let count = match module.types.get(ty) {
        TypeData::Scalar(_) | TypeData::BufferReference { .. } => {
            scalars.push(ty);
            return (scalars.len() <= MOST_WORDS).then_some(());
        }
        TypeData::Vector { size, .. } => u32::from(size),
        TypeData::Matrix { columns, .. } => u32::from(columns),
        TypeData::Array { length: Length::Constant(length), .. } => length,
        TypeData::Struct(id) => module.structs[id].members.len() as u32,
        _ => return None,
    };
    // Parts that have none could be any number.
    let depth = depth.checked_sub(1).filter(|_| count > 0)?;
    for index in 0..count {
        scalars_of(module, typing::part_type(module, ty, index)?, depth, scalars)?;
    }
    Some(())
}

/// True if a variable can hold a value of a type: nothing in it is a resource. Without recursion, since types nest deeply.
fn is_plain(module: &Module, ty: Type) -> bool {
    let mut stack = vec![ty];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match module.types.get(ty) {
            TypeData::Array { element, .. } => stack.push(element),
            TypeData::Struct(id) => stack.extend(module.structs[id].members.iter().map(|member| member.ty)),
            TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::LongVector { .. }
            | TypeData::CooperativeMatrix { .. }
            | TypeData::BufferReference { .. } => {}
            _ => return false,
        }
    }
    true
}
