//! What became of the names by which an application finds what a shader shares with it and with other stages.

use crate::context::{Context, is_builtin_name};
use crate::types::block_of;
use rustc_hash::FxHashMap;
use vitrum_ir::{BuiltIn, Module, Storage};
use vitrum_passes::Renamed;

/// What something is that a shader shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A uniform, or a texture, sampler or image.
    Uniform,
    /// A block of uniforms, or of push constants.
    UniformBlock,
    /// A block of storage.
    StorageBlock,
    /// An input, or a block of inputs.
    Input,
    /// An output, or a block of outputs.
    Output,
}

impl NameKind {
    /// Its word in lists.
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

/// A name, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Became {
    /// What it names.
    pub kind: NameKind,
    /// As the author says it: of a block the name of the block; of a member that goes by a name of its own now, with a
    /// point behind the block's or variable's.
    pub name: String,
    /// As the printed text says it; several names where a texture goes with several samplers, none where it is gone.
    pub became: Vec<String>,
}

/// The names of a module before its lowerings, with what the printed text calls them.
pub(crate) fn names(module: &Module, cx: &Context<'_>, renamed: &[Renamed]) -> Vec<Became> {
    let mut after: FxHashMap<&str, Vec<(usize, &Renamed)>> = FxHashMap::default();
    for (index, row) in renamed.iter().enumerate() {
        let key = row.from.split_once('.').map_or(row.from.as_str(), |(outer, _)| outer);
        after.entry(key).or_default().push((index, row));
    }
    let finals = finals(cx);
    let mut rows = Rows::default();
    for (_, global) in module.globals.iter() {
        let Some(kind) = kind(global.storage, global.block.is_some()) else { continue };
        // Only outputs that have no declaration everywhere become something else.
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
        // What is to be named, and how it is called by now; each change comes after those that led to it.
        let mut open = vec![(name.to_owned(), name, 0)];
        while let Some((path, key, from)) = open.pop() {
            let changes = after.get(key).map_or(&[][..], |changes| changes);
            let later = changes.iter().filter(|(index, _)| *index >= from);
            if later.clone().next().is_none() {
                let known = finals.get(key).map(String::as_str);
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

/// Rows that are found again by kind and name.
#[derive(Default)]
struct Rows {
    list: Vec<Became>,
    places: FxHashMap<(NameKind, String), usize>,
}

impl Rows {
    fn add(&mut self, kind: NameKind, name: String, became: Option<&str>) {
        let place = *self.places.entry((kind, name)).or_insert_with_key(|(_, name)| {
            self.list.push(Became { kind, name: name.clone(), became: Vec::new() });
            self.list.len() - 1
        });
        if let (Some(row), Some(became)) = (self.list.get_mut(place), became)
            && row.became.last().is_none_or(|last| last != became)
        {
            row.became.push(became.to_owned());
        }
    }
}

/// What the text calls each global and block, by the name that it has in the module.
fn finals<'a>(cx: &'a Context<'_>) -> FxHashMap<&'a str, String> {
    let mut finals = FxHashMap::default();
    for (id, global) in cx.module.globals.iter() {
        match block_of(cx.module, global) {
            Some(block) => {
                let name = cx.module.names.get(cx.module.structs[block].name);
                finals.entry(name).or_insert_with(|| cx.structure(block).to_owned());
            }
            None => {
                let name = cx.module.names.get(global.name);
                finals.entry(name).or_insert_with(|| cx.global(id).into());
            }
        }
    }
    finals
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
