//! Uniforms, blocks, samplers and images that stages share by name, or by their bindings (GLSL 4.60 sections 4.3.5 to 4.3.9 and 4.4).

use super::Place;
use super::declared::{Declared, Pair, StageDeclarations};
use super::differences::{Policy, type_difference};
use super::rules::{Holds, LATER, Rule, Scope, first_fault, holds};
use super::varyings::{array, members, precision};
use std::collections::BTreeMap;
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_ir::link::same_constant;
use vitrum_ir::{Qualifiers, Storage};
use vitrum_passes::location_count;

use Scope::{OpenGl, OpenGlEs, Vulkan};

const NAMED: Holds = &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER), (Vulkan, 0, LATER)];
const GL: Holds = &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER)];

/// Rules for uniforms of one name.
const UNIFORMS: &[Rule] = &[
    Rule { holds: NAMED, check: |pair| type_difference(pair, Policy { names: true, ..Policy::default() }) },
    // GLSL ES 3.00 section 4.5.3. Before, the precision of what a stage does not use is free.
    Rule { holds: &[(OpenGlEs, 300, LATER)], check: uniform_precision },
    Rule {
        holds: &[(OpenGlEs, 0, 300)],
        check: |pair| {
            (pair.before.is_used() && pair.after.is_used()).then(|| uniform_precision(pair)).flatten()
        },
    },
    Rule { holds: NAMED, check: places },
    Rule { holds: &[(OpenGl, 0, LATER)], check: initializer },
];

/// Rules for blocks of one name, but for their members.
const BLOCKS: &[Rule] = &[
    Rule { holds: NAMED, check: |pair| members(pair).or_else(|| array(pair)) },
    Rule { holds: NAMED, check: layout_rule },
    Rule { holds: NAMED, check: block_order },
    Rule { holds: GL, check: instance },
    Rule { holds: NAMED, check: places },
];

/// Rules for members of such blocks.
const MEMBERS: &[Rule] = &[
    Rule { holds: NAMED, check: |pair| type_difference(pair, Policy { names: true, ..Policy::default() }) },
    Rule { holds: NAMED, check: matrix_order },
    Rule { holds: NAMED, check: offsets },
];

/// Scopes in which no two uniforms of a program have the same location.
const LOCATIONS: Holds = GL;

/// Scopes in which members of blocks without an instance name, and uniforms, have one name space.
const NAMES: Holds = GL;

const UNIFORM_STORAGES: &[Storage] = &[Storage::Uniform, Storage::Opaque, Storage::AtomicCounter];
pub(super) const STORAGES: &[Storage] =
    &[Storage::Uniform, Storage::Opaque, Storage::AtomicCounter, Storage::Buffer];

/// Checks the resources of a program. Adds those of one name to the groups.
pub(super) fn check(
    stages: &[StageDeclarations<'_>],
    scope: Scope,
    groups: &mut Vec<Vec<Place>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let version = stages.iter().map(StageDeclarations::version).max().unwrap_or(0);
    let mut named: BTreeMap<(Storage, bool, &str), Vec<Declared<'_>>> = BTreeMap::new();
    for declared in stages.iter().flat_map(|stage| stage.user(STORAGES)) {
        // Each stage sees the resources of a descriptor heap as its own.
        if declared.name.is_empty() || declared.decorations.heap.is_some() {
            continue;
        }
        // A name is one thing in OpenGL, of whatever storage class.
        let storage = match (declared.block, declared.data().storage) {
            (None, _) => Storage::Uniform,
            (Some(_), storage) => storage,
        };
        named.entry((storage, declared.block.is_some(), declared.name)).or_default().push(declared);
    }
    for declarations in named.values() {
        check_named(declarations, scope, groups, diagnostics);
    }
    if holds(LOCATIONS, scope, version) {
        locations(stages, diagnostics);
    }
    if holds(NAMES, scope, version) {
        names(stages, diagnostics);
    }
}

/// Checks the declarations of a name, the first of a stage each.
fn check_named(
    declarations: &[Declared<'_>],
    scope: Scope,
    groups: &mut Vec<Vec<Place>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(first) = declarations.first() else { return };
    let mut group = vec![first.place()];
    for after in declarations.iter().skip(1).filter(|after| after.of.index != first.of.index) {
        // Names mean nothing in Vulkan where both have a binding.
        let bound = |it: &Declared<'_>| it.decorations.binding.is_some();
        if scope == Vulkan && bound(first) && bound(after) {
            continue;
        }
        let pair = Pair { before: first.clone(), after: after.clone() };
        let rules = if after.block.is_some() { BLOCKS } else { UNIFORMS };
        if let Some(fault) = first_fault(rules, scope, &pair) {
            diagnostics.push(pair.mismatch(after.name, &fault));
            continue;
        }
        group.push(after.place());
        if after.block.is_some() {
            for members in pair.members() {
                if let Some(fault) = first_fault(MEMBERS, scope, &members) {
                    let name = format!("{}.{}", after.name, members.after.name);
                    diagnostics.push(members.mismatch(&name, &fault));
                }
            }
        }
    }
    if group.len() > 1 {
        groups.push(group);
    }
}

fn uniform_precision(pair: &Pair<'_>) -> Option<String> {
    precision(pair)
        .or_else(|| type_difference(pair, Policy { names: true, precisions: true, ..Policy::default() }))
}

/// Numbers that both declarations give, and give differently.
fn places(pair: &Pair<'_>) -> Option<String> {
    let (a, b) = (&pair.before.decorations, &pair.after.decorations);
    let rows = [
        ("location", a.location, b.location),
        ("set", a.set, b.set),
        ("binding", a.binding, b.binding),
        ("offset", a.offset, b.offset),
    ];
    rows.into_iter().find_map(|(what, one, other)| {
        let (one, other) = (one?, other?);
        (one != other)
            .then(|| pair.differ("has", &format!("`{what} = {one}`"), &format!("`{what} = {other}`")))
    })
}

/// Offsets and alignments that the members have, or one of them.
fn offsets(pair: &Pair<'_>) -> Option<String> {
    let word = |what: &str, number: Option<u32>| match number {
        Some(number) => format!("`{what} = {number}`"),
        None => format!("no `{what}`"),
    };
    let (a, b) = (&pair.before.decorations, &pair.after.decorations);
    [("offset", a.offset, b.offset), ("align", a.align, b.align)].into_iter().find_map(
        |(what, one, other)| (one != other).then(|| pair.differ("has", &word(what, one), &word(what, other))),
    )
}

fn initializer(pair: &Pair<'_>) -> Option<String> {
    let (one, other) = (pair.before.data().initializer?, pair.after.data().initializer?);
    let same = same_constant((pair.before.module(), one), (pair.after.module(), other));
    let (first, second) = (&pair.before.of.name, &pair.after.of.name);
    (!same).then(|| format!("has different initialisers in the {first} and {second} stages"))
}

fn layout_rule(pair: &Pair<'_>) -> Option<String> {
    let name = |of: &Declared<'_>| of.block.map_or("", |rule| rule.name().trim_end_matches("_layout"));
    let (one, other) = (name(&pair.before), name(&pair.after));
    (one != other).then(|| pair.differ("has the layout", &format!("`{one}`"), &format!("`{other}`")))
}

fn matrix_order(pair: &Pair<'_>) -> Option<String> {
    let word = |of: &Declared<'_>| match of.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR) {
        true => "`row_major`",
        false => "`column_major`",
    };
    let (one, other) = (word(&pair.before), word(&pair.after));
    (one != other).then(|| pair.differ("is", one, other))
}

/// Orders of matrices that both blocks give, and give differently.
fn block_order(pair: &Pair<'_>) -> Option<String> {
    let both = Qualifiers::ROW_MAJOR.union(Qualifiers::COLUMN_MAJOR);
    let gives = |of: &Declared<'_>| of.decorations.qualifiers.intersects(both);
    (gives(&pair.before) && gives(&pair.after)).then(|| matrix_order(pair)).flatten()
}

/// OpenGL 4.6 section 7.4: a block has an instance name in all stages or in none.
fn instance(pair: &Pair<'_>) -> Option<String> {
    let word = |of: &Declared<'_>| match of.data().name.is_empty() {
        true => "no instance name",
        false => "an instance name",
    };
    let (one, other) = (word(&pair.before), word(&pair.after));
    (one != other).then(|| pair.differ("has", one, other))
}

/// Different uniforms at one location.
fn locations(stages: &[StageDeclarations<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let mut taken: Vec<(u32, u32, Declared<'_>)> = Vec::new();
    for declared in stages.iter().flat_map(|stage| stage.user(UNIFORM_STORAGES)) {
        let (Some(first), None) = (declared.decorations.location, declared.block) else { continue };
        let end = first.saturating_add(location_count(declared.module(), declared.ty, true));
        taken.push((first, end, declared));
    }
    taken.sort_by_key(|row| (row.0, row.2.of.index, row.2.global));
    let mut last: Option<&(u32, u32, Declared<'_>)> = None;
    for row in &taken {
        if let Some((_, end, before)) = last
            && row.0 < *end
            && before.name != row.2.name
        {
            let message =
                format!("uniforms `{}` and `{}` have overlapping locations", before.name, row.2.name);
            diagnostics.push(row.2.diagnostic_with(before, Code::LinkConflict, message));
        }
        if last.is_none_or(|known| known.1 <= row.1) {
            last = Some(row);
        }
    }
}

/// Names of members of blocks without an instance name, which are other things in another stage.
fn names(stages: &[StageDeclarations<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<&str, (&str, Declared<'_>)> = BTreeMap::new();
    for declared in stages.iter().flat_map(|stage| stage.user(STORAGES)) {
        let within: Vec<(&str, &str, Declared<'_>)> = match declared.block {
            None => vec![(declared.name, "", declared.clone())],
            Some(_) if declared.data().name.is_empty() => {
                let members = declared.members().iter().map(|member| declared.member(member));
                members.map(|member| (member.name, declared.name, member)).collect()
            }
            Some(_) => Vec::new(),
        };
        for (name, block, declared) in within.into_iter().filter(|row| !row.0.is_empty()) {
            match known.get(name) {
                Some((other, before)) if *other != block && before.of.index != declared.of.index => {
                    let message = format!("`{name}` is different things in two stages");
                    diagnostics.push(declared.diagnostic_with(before, Code::LinkConflict, message));
                }
                Some(_) => {}
                None => {
                    known.insert(name, (block, declared));
                }
            }
        }
    }
}
