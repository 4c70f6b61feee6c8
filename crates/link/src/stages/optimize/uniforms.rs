//! Uniforms of a stage in the next one: those that it declares, and those that can be imported.

use crate::stages::declared::{Declared, StageDeclarations};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::link::{Importer, same_type};
use vitrum_ir::{Global, Module, Qualifiers, Storage};

/// The uniforms of a stage that the next one can read.
pub(super) struct Reachable(FxHashMap<Global, Option<Global>>);

const STORAGES: &[Storage] = &[Storage::Uniform, Storage::PushConstant];

impl Reachable {
    /// Compares the uniforms of two stages. Those that the second lacks are imported if that is allowed.
    pub(super) fn new(before: &StageDeclarations<'_>, after: &StageDeclarations<'_>, imports: bool) -> Self {
        let declared: Vec<Declared<'_>> = after.user(STORAGES).collect();
        let taken = Taken::new(after);
        let there = |uniform: &Declared<'_>| {
            if let Some(same) = declared.iter().find(|other| is_same(uniform, other)) {
                return Some(Some(same.global));
            }
            let goes = imports && uniform.data().storage == Storage::Uniform && taken.allows(uniform);
            goes.then_some(None)
        };
        Self(before.user(STORAGES).filter_map(|it| Some((it.global, there(&it)?))).collect())
    }

    /// True if the next stage can read a uniform.
    pub(super) fn contains(&self, uniform: Global) -> bool {
        self.0.contains_key(&uniform)
    }

    /// The uniforms in the next stage, imported where it lacks them.
    pub(super) fn bring(
        &self,
        wanted: &FxHashSet<Global>,
        before: &Module,
        after: &mut Module,
    ) -> FxHashMap<Global, Global> {
        let mut brought = FxHashMap::default();
        let mut sorted: Vec<Global> = wanted.iter().copied().collect();
        sorted.sort_unstable();
        let mut importer = Importer::new(before, after);
        for global in sorted {
            if let Some(&there) = self.0.get(&global) {
                brought.insert(global, there.unwrap_or_else(|| importer.global(global)));
            }
        }
        importer.finish();
        brought
    }
}

/// True if two declarations are of one uniform.
fn is_same(a: &Declared<'_>, b: &Declared<'_>) -> bool {
    let (one, other) = (&a.decorations, &b.decorations);
    let differ = |one: Option<u32>, other: Option<u32>| one.is_some() && other.is_some() && one != other;
    let is_one_place = match (one.binding, other.binding) {
        (Some(_), Some(_)) => one.binding == other.binding && one.set.unwrap_or(0) == other.set.unwrap_or(0),
        _ => a.name == b.name && !a.name.is_empty(),
    };
    let order = Qualifiers::ROW_MAJOR.union(Qualifiers::COLUMN_MAJOR);
    is_one_place
        && a.data().storage == b.data().storage
        && a.block == b.block
        && (a.block.is_some() || a.name == b.name)
        && !differ(one.location, other.location)
        && one.qualifiers.intersection(order) == other.qualifiers.intersection(order)
        && a.precision == b.precision
        && same_type((a.module(), a.ty), (b.module(), b.ty))
        && same_layout(a, b)
}

/// True if the members of two blocks have the same places.
fn same_layout(a: &Declared<'_>, b: &Declared<'_>) -> bool {
    a.members().len() == b.members().len()
        && a.members().iter().zip(b.members()).all(|(one, other)| one.decorations == other.decorations)
}

/// The names and bindings that a stage uses for something.
struct Taken<'a> {
    names: FxHashSet<&'a str>,
    bindings: FxHashSet<(u32, u32)>,
}

impl<'a> Taken<'a> {
    fn new(stage: &'a StageDeclarations<'_>) -> Self {
        let module = stage.module;
        let mut taken = Self { names: FxHashSet::default(), bindings: FxHashSet::default() };
        for (id, data) in module.globals.iter() {
            let declared = stage.declared(id);
            taken.names.insert(module.names.get(data.name));
            taken.names.insert(declared.name);
            taken.names.extend(declared.members().iter().map(|member| module.names.get(member.name)));
            taken.bindings.extend(binding(&declared));
        }
        taken.names.extend(module.functions.values().map(|function| module.names.get(function.name)));
        taken.names.extend(module.structs.values().map(|data| module.names.get(data.name)));
        taken
    }

    /// True if a uniform of another stage takes nothing that is taken.
    fn allows(&self, uniform: &Declared<'_>) -> bool {
        let module = uniform.module();
        let mut names = vec![uniform.name, module.names.get(uniform.data().name)];
        if uniform.data().name.is_empty() {
            names.extend(uniform.members().iter().map(|member| module.names.get(member.name)));
        }
        let is_free = |name: &&str| name.is_empty() || !self.names.contains(*name);
        names.iter().all(is_free) && binding(uniform).is_none_or(|at| !self.bindings.contains(&at))
    }
}

fn binding(of: &Declared<'_>) -> Option<(u32, u32)> {
    of.decorations.binding.map(|binding| (of.decorations.set.unwrap_or(0), binding))
}
