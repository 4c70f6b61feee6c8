//! Gives the names of the author another form, with a map from old to new ones.
//!
//! ```text
//! global @color: vec4<f32> output        style=prefix   global @_ucolor: vec4<f32> output
//! fn &blend(%base: vec4<f32> in)     =>                 fn &_ublend(%_ubase: vec4<f32> in)
//!                                        style=hash     global @webgl_9f7a1a2...: vec4<f32> output
//! ```
//!
//! Names of globals, blocks, structs, members, functions, parameters, variables, constants and subroutines change; those of the
//! language (`gl_...`), of built-in variables, of the entry point, and those for linking units stay. What a name becomes follows from its
//! text and the options, so that stages agree. Equal names become equal and different ones different; where a new
//! name is that of something that stays, a number is added.
//!
//! | option | meaning |
//! |---|---|
//! | `style` | `prefix`: the prefix and the name; `hash`: the prefix and a hash (FNV-1a of 64 bits); `table`: what the table says |
//! | `prefix` | the prefix; `_u` without it, `webgl_` for hashes |
//! | `keep` | names that stay, divided by commas |
//! | `table` | `old:new` divided by commas; these names become what is said in every style |
//! | `interface` | `off`: names of uniforms, blocks, inputs, outputs and their members stay |
//!
//! The report has a row for each name, with its role, and so has `vitrum --emit names`.
//!
//! Called the user symbol prefix and the hash function of `HashNames` by ANGLE, `Renamer` by Tint, `Namer` of the writers by naga.

use crate::framework::notes::{Renamed, Role};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use vitrum_ir::{Constant, GlobalData, Module, Name, Storage, Struct, Type, TypeData};

/// The options of `rename_symbols`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenameSymbols {
    /// The form of new names.
    pub style: NameStyle,
    /// The text in front of new names; that of the style without it.
    pub prefix: Option<String>,
    /// Names that stay.
    pub keep: BTreeSet<String>,
    /// Names with what they become.
    pub table: BTreeMap<String, String>,
    /// True if names of the interface stay.
    pub keeps_interface: bool,
}

/// The form of new names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameStyle {
    /// A prefix and the name.
    #[default]
    Prefix,
    /// A prefix and a hash of the name.
    Hash,
    /// Only the names of the table change.
    Table,
}

/// The options by name.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "style",
        values: "prefix|hash|table",
        summary: "the form of new names",
        set: |options, text| {
            let style = match text {
                "prefix" => NameStyle::Prefix,
                "hash" => NameStyle::Hash,
                "table" => NameStyle::Table,
                _ => return None,
            };
            options.change(|it: &mut RenameSymbols| it.style = style);
            Some(())
        },
    },
    PassOption {
        name: "prefix",
        values: "TEXT",
        summary: "the text in front of names [default: `_u`, `webgl_` for hashes]",
        set: |options, text| {
            let starts = !text.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with("gl_");
            if !starts || !is_word(text) {
                return None;
            }
            options.change(|it: &mut RenameSymbols| it.prefix = Some(text.to_owned()));
            Some(())
        },
    },
    PassOption {
        name: "keep",
        values: "NAME,NAME",
        summary: "names that stay",
        set: |options, text| {
            options.change(|it: &mut RenameSymbols| it.keep.extend(text.split(',').map(str::to_owned)));
            Some(())
        },
    },
    PassOption {
        name: "table",
        values: "OLD:NEW,OLD:NEW",
        summary: "names with what they become",
        set: set_table,
    },
    PassOption {
        name: "interface",
        values: "on|off",
        summary: "rename what applications and other stages see, too",
        set: |options, text| {
            let keeps = match text {
                "on" => false,
                "off" => true,
                _ => return None,
            };
            options.change(|it: &mut RenameSymbols| it.keeps_interface = keeps);
            Some(())
        },
    },
];

fn set_table(options: &mut PassOptions, text: &str) -> Option<()> {
    let mut rows = Vec::new();
    for row in text.split(',') {
        let (old, new) = row.split_once(':')?;
        let starts = !new.starts_with(|c: char| c.is_ascii_digit()) && !new.starts_with("gl_");
        if new.is_empty() || !is_word(new) || !starts {
            return None;
        }
        rows.push((old.to_owned(), new.to_owned()));
    }
    options.change(|it: &mut RenameSymbols| it.table.extend(rows));
    Some(())
}

/// True if a text has only letters, digits and underscores.
fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Runs the pass; gives the number of names changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: RenameSymbols = session.settings.options.get();
    let found = Found::of(module, &options);
    let map = found.new_names(module, &options);
    if map.is_empty() || !session.may_change() {
        return 0;
    }
    let renamed = report(module, &found, &map);
    let new: FxHashMap<Name, Name> =
        map.iter().map(|(&old, text)| (old, module.names.intern(text))).collect();
    rename(module, &found, &new);
    session.add_renamed(renamed);
    map.len()
}

/// The names of a module that may change and those that stay.
struct Found {
    changing: FxHashSet<Name>,
    staying: FxHashSet<Name>,
    /// Structs of which the members stay.
    kept_structs: FxHashSet<Struct>,
    keeps_interface: bool,
}

impl Found {
    fn of(module: &Module, options: &RenameSymbols) -> Self {
        let mut found = Self {
            changing: FxHashSet::default(),
            staying: FxHashSet::default(),
            kept_structs: FxHashSet::default(),
            keeps_interface: options.keeps_interface,
        };
        if options.keeps_interface {
            found.keep_structs(module);
        }
        let mut add = |name: Name, stays: bool| {
            let text = module.names.get(name);
            let stays = stays || text.starts_with("gl_") || options.keep.contains(text);
            if stays {
                found.staying.insert(name);
            } else if name != Name::EMPTY {
                found.changing.insert(name);
            }
        };
        for data in module.globals.values() {
            add(data.name, stays(data, options.keeps_interface));
        }
        for (id, data) in module.structs.iter() {
            let kept = found.kept_structs.contains(&id);
            add(data.name, kept);
            for member in &data.members {
                add(member.name, kept || member.decorations.builtin.is_some());
            }
        }
        for (id, data) in module.functions.iter() {
            add(data.name, module.entry == Some(id));
            for (value, _) in data.values.iter() {
                add(data.value_name(value), false);
            }
        }
        for data in module.spec_constants.values() {
            add(data.name, options.keeps_interface);
        }
        for (constant, _) in module.constants.iter() {
            add(module.constants.name(constant), false);
        }
        for data in &module.subroutines {
            add(data.name, options.keeps_interface);
            for &(_, function) in &data.functions {
                add(function, options.keeps_interface);
            }
        }
        found.changing.retain(|name| !found.staying.contains(name));
        found
    }

    /// Finds the structs of the interface, with those within.
    fn keep_structs(&mut self, module: &Module) {
        let seen = module.globals.values().filter(|data| is_interface(data));
        let mut open: Vec<Type> = seen.map(|data| data.ty).collect();
        while let Some(ty) = open.pop() {
            if let TypeData::Struct(id) = module.types.get(module.types.innermost(ty))
                && self.kept_structs.insert(id)
            {
                open.extend(module.structs[id].members.iter().map(|member| member.ty));
            }
        }
    }

    /// The new texts of names that change.
    fn new_names(&self, module: &Module, options: &RenameSymbols) -> FxHashMap<Name, String> {
        let mut taken: FxHashSet<String> =
            self.staying.iter().map(|&name| module.names.get(name).to_owned()).collect();
        // The order is that of the texts, so that it depends on nothing else.
        let changing: BTreeMap<&str, Name> =
            self.changing.iter().map(|&name| (module.names.get(name), name)).collect();
        if options.style == NameStyle::Table {
            taken.extend(
                changing.keys().filter(|text| !options.table.contains_key(**text)).map(|&it| it.into()),
            );
        }
        let mut map = FxHashMap::default();
        let (named, others): (Vec<_>, Vec<_>) =
            changing.into_iter().partition(|(text, _)| options.table.contains_key(*text));
        for (text, name) in named.into_iter().chain(others) {
            let wanted = match (options.table.get(text), options.style) {
                (Some(new), _) => new.clone(),
                (None, NameStyle::Table) => continue,
                (None, NameStyle::Prefix) => joined(options.prefix.as_deref().unwrap_or("_u"), text),
                (None, NameStyle::Hash) => {
                    let hash = format!("{:x}", hash(text));
                    joined(options.prefix.as_deref().unwrap_or("webgl_"), &hash)
                }
            };
            let mut unique = wanted.clone();
            let mut number = 1u32;
            while !taken.insert(unique.clone()) {
                number += 1;
                unique = joined(&wanted, &format!("_{number}"));
            }
            if unique != text {
                map.insert(name, unique);
            }
        }
        map
    }
}

/// Two parts of a name as one that GLSL takes: without two underscores in a row, which are reserved.
fn joined(first: &str, second: &str) -> String {
    let mut name = String::with_capacity(first.len() + second.len());
    for c in first.chars().chain(second.chars()) {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        if c != '_' || !name.ends_with('_') {
            name.push(c);
        }
    }
    name
}

/// FNV-1a of 64 bits.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// True if applications or other stages find a global by its name.
fn is_interface(data: &GlobalData) -> bool {
    !matches!(data.storage, Storage::Private | Storage::Function | Storage::Shared)
}

fn stays(data: &GlobalData, keeps_interface: bool) -> bool {
    data.decorations.builtin.is_some() || keeps_interface && is_interface(data)
}

/// The rows of the report, in the order of the module.
fn report(module: &Module, found: &Found, map: &FxHashMap<Name, String>) -> Vec<Renamed> {
    let mut rows = Vec::new();
    let mut add = |role: Role, outer: Option<Name>, name: Name| {
        let old = module.names.get(name);
        let new = map.get(&name).map_or(old, String::as_str);
        let (from, to) = match outer {
            None => (old.to_owned(), new.to_owned()),
            Some(outer) => {
                let old_outer = module.names.get(outer);
                let new_outer = map.get(&outer).map_or(old_outer, String::as_str);
                (format!("{old_outer}.{old}"), format!("{new_outer}.{new}"))
            }
        };
        if from != to {
            rows.push(Renamed::new(role, from, to));
        }
    };
    let mut blocks: FxHashMap<Struct, Role> = FxHashMap::default();
    for data in module.globals.values() {
        if stays(data, found.keeps_interface) {
            continue;
        }
        let role = Role::of(module, data);
        match module.types.get(module.types.innermost(data.ty)) {
            TypeData::Struct(id) if data.block.is_some() => {
                blocks.entry(id).or_insert(role);
                add(Role::Instance, None, data.name);
            }
            _ => add(role, None, data.name),
        }
    }
    for (id, data) in module.structs.iter().filter(|row| !found.kept_structs.contains(&row.0)) {
        add(blocks.get(&id).copied().unwrap_or(Role::Struct), None, data.name);
        for member in data.members.iter().filter(|member| member.decorations.builtin.is_none()) {
            add(Role::Member, Some(data.name), member.name);
        }
    }
    for (_, data) in module.functions.iter().filter(|row| module.entry != Some(row.0)) {
        add(Role::Function, None, data.name);
    }
    if !found.keeps_interface {
        module.spec_constants.values().for_each(|data| add(Role::Constant, None, data.name));
    }
    let names: FxHashSet<Name> = module.constants.iter().map(|row| module.constants.name(row.0)).collect();
    let constants: BTreeMap<&str, Name> =
        names.into_iter().map(|name| (module.names.get(name), name)).collect();
    constants.into_values().for_each(|name| add(Role::Constant, None, name));
    let mut variables: BTreeMap<&str, Name> = BTreeMap::new();
    for data in module.functions.values() {
        for (value, _) in data.values.iter().filter(|row| data.has_name(row.0)) {
            let name = data.value_name(value);
            variables.insert(module.names.get(name), name);
        }
    }
    variables.into_values().for_each(|name| add(Role::Variable, None, name));
    rows
}

/// Puts the new names where the old ones are.
fn rename(module: &mut Module, found: &Found, new: &FxHashMap<Name, Name>) {
    let change = |name: &mut Name| {
        if let Some(&new) = new.get(name) {
            *name = new;
        }
    };
    let keeps = found.keeps_interface;
    for data in module.globals.values_mut().filter(|data| !stays(data, keeps)) {
        change(&mut data.name);
    }
    // No name that stays, such as those of kept structs, has a new one.
    for (_, data) in module.structs.iter_mut() {
        change(&mut data.name);
        let members = data.members.iter_mut().filter(|member| member.decorations.builtin.is_none());
        members.for_each(|member| change(&mut member.name));
    }
    let entry = module.entry;
    for (id, data) in module.functions.iter_mut() {
        if entry != Some(id) {
            change(&mut data.name);
        }
        let values: Vec<_> = data.values.iter().map(|row| row.0).collect();
        for value in values.into_iter().filter(|&value| data.has_name(value)).collect::<Vec<_>>() {
            let mut name = data.value_name(value);
            change(&mut name);
            data.set_value_name(value, name);
        }
    }
    let constants: Vec<Constant> = module.constants.iter().map(|row| row.0).collect();
    for constant in constants {
        let mut name = module.constants.name(constant);
        if name != Name::EMPTY {
            change(&mut name);
            module.constants.rename(constant, name);
        }
    }
    if !keeps {
        module.spec_constants.values_mut().for_each(|data| change(&mut data.name));
        for data in &mut module.subroutines {
            change(&mut data.name);
            data.functions.iter_mut().for_each(|row| change(&mut row.1));
        }
    }
}
