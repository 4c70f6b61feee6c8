//! Printed names of the shader's interface, for applications that look them up.

use crate::context::{Context, is_builtin_name};
use crate::types::block_of;
use rustc_hash::FxHashMap;
use vitrum_ir::{BuiltIn, Module, Storage};
use vitrum_passes::Renamed;

/// The kind of an interface variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A uniform, texture, sampler or image.
    Uniform,
    /// A uniform block or push constants.
    UniformBlock,
    /// A storage block.
    StorageBlock,
    /// An input variable or block.
    Input,
    /// An output variable or block.
    Output,
}

impl NameKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::UniformBlock => "uniform block",
            Self::StorageBlock => "storage block",
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

/// A name in the source and in the printed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedName {
    /// The kind of the variable.
    pub kind: NameKind,
    /// The name in the source: the name of a block, or `block.member` for a member that is printed separately.
    pub name: String,
    /// The names in the printed text: several for a texture that is combined with several samplers, none if it was
    /// removed.
    pub printed: Vec<String>,
}

/// The names of a module before lowering, with the printed names.
pub(crate) fn names(module: &Module, cx: &Context<'_>, renamed: &[Renamed]) -> Vec<PrintedName> {
    let mut after: FxHashMap<&str, Vec<(usize, &Renamed)>> = FxHashMap::default();
    for (index, row) in renamed.iter().enumerate() {
        let key = row.from.split_once('.').map_or(row.from.as_str(), |(outer, _)| outer);
        after.entry(key).or_default().push((index, row));
    }
    let printed_names = printed_names(cx);
    let mut rows = Rows::default();
    for (_, global) in module.globals.iter() {
        let Some(kind) = kind(global.storage, global.block.is_some()) else { continue };
        // Only colour outputs can be renamed among built-in variables.
        let color = matches!(
            global.decorations.builtin,
            Some(
                BuiltIn::FragColor
                    | BuiltIn::FragData
                    | BuiltIn::SecondaryFragColor
                    | BuiltIn::SecondaryFragData
            )
        );
        if global.decorations.builtin.is_some() && !color {
            continue;
        }
        let block = block_of(module, global);
        let name = block.map_or(global.name, |block| module.structs[block].name);
        let name = module.names.get(name);
        if is_builtin_name(name) && !color {
            continue;
        }
        // Paths to resolve: source name, current name, and the first rename to consider.
        let mut open = vec![(name.to_owned(), name, 0)];
        while let Some((path, key, from)) = open.pop() {
            let changes = after.get(key).map_or(&[][..], |changes| changes);
            let later = changes.iter().filter(|(index, _)| *index >= from);
            if later.clone().next().is_none() {
                let known = printed_names.get(key).map(String::as_str);
                rows.add(kind, path, known.or((is_builtin_name(key) || key.contains('.')).then_some(key)));
                continue;
            }
            for &(index, change) in later.rev() {
                let path = match change.from.strip_prefix(key).and_then(|rest| rest.strip_prefix('.')) {
                    Some(member) => format!("{path}.{member}"),
                    None => path.clone(),
                };
                open.push((path, &change.to, index + 1));
            }
        }
    }
    rows.list
}

/// Rows, with an index by kind and name.
#[derive(Default)]
struct Rows {
    list: Vec<PrintedName>,
    positions: FxHashMap<(NameKind, String), usize>,
}

impl Rows {
    fn add(&mut self, kind: NameKind, name: String, printed: Option<&str>) {
        let place = *self.positions.entry((kind, name)).or_insert_with_key(|(_, name)| {
            self.list.push(PrintedName { kind, name: name.clone(), printed: Vec::new() });
            self.list.len() - 1
        });
        if let (Some(row), Some(printed)) = (self.list.get_mut(place), printed)
            && row.printed.last().is_none_or(|last| last != printed)
        {
            row.printed.push(printed.to_owned());
        }
    }
}

/// The printed name of each global and block, by its name in the module.
fn printed_names<'a>(cx: &'a Context<'_>) -> FxHashMap<&'a str, String> {
    let mut printed_names = FxHashMap::default();
    for (id, global) in cx.module.globals.iter() {
        match block_of(cx.module, global) {
            Some(block) => {
                let name = cx.module.names.get(cx.module.structs[block].name);
                printed_names.entry(name).or_insert_with(|| cx.structure(block).to_owned());
            }
            None => {
                let name = cx.module.names.get(global.name);
                printed_names.entry(name).or_insert_with(|| cx.global(id).into());
            }
        }
    }
    printed_names
}

fn kind(storage: Storage, is_block: bool) -> Option<NameKind> {
    Some(match storage {
        Storage::Uniform | Storage::PushConstant if is_block => NameKind::UniformBlock,
        Storage::Uniform | Storage::PushConstant | Storage::Opaque | Storage::AtomicCounter => {
            NameKind::Uniform
        }
        Storage::Buffer => NameKind::StorageBlock,
        Storage::Input => NameKind::Input,
        Storage::Output => NameKind::Output,
        _ => return None,
    })
}
