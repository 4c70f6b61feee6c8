//! Outputs of a stage and inputs of the next (GLSL 4.60 sections 4.3.4, 4.4.1 and 4.5).

use super::Place;
use super::declared::{Declared, Pair, StageDeclarations, find_built_in};
use super::differences::{Policy, type_difference};
use super::rules::{LATER, Rule, Scope, first_fault, holds};
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_ir::{BuiltIn, GlobalData, Interpolation, Module, Qualifiers, Storage, Type};

use Scope::{OpenGl, OpenGlEs, OpenGlEsSeparable, OpenGlSeparable, Vulkan};

/// Rules for an output and the input that it reaches.
const VARIABLES: &[Rule] = &[
    Rule {
        holds: &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER)],
        check: |pair| type_difference(pair, Policy { names: !by_location(pair), ..Policy::default() }),
    },
    Rule {
        holds: &[(OpenGlEsSeparable, 0, LATER)],
        check: |pair| type_difference(pair, Policy { names: true, precisions: true, ..Policy::default() }),
    },
    Rule { holds: &[(OpenGlSeparable, 0, LATER)], check: |pair| type_difference(pair, Policy::default()) },
    // Vulkan 1.3 section 15.1.3: names do not count, and an output may have more components.
    Rule {
        holds: &[(Vulkan, 0, LATER)],
        check: |pair| type_difference(pair, Policy { may_be_wider: true, ..Policy::default() }),
    },
    Rule {
        holds: &[
            (OpenGl, 0, LATER),
            (OpenGlSeparable, 0, LATER),
            (OpenGlEs, 0, LATER),
            (OpenGlEsSeparable, 0, LATER),
            (Vulkan, 0, LATER),
        ],
        check: |pair| qualifier(pair, Qualifiers::PATCH, "patch"),
    },
    Rule {
        holds: &[(Vulkan, 0, LATER)],
        check: |pair| qualifier(pair, Qualifiers::PER_PRIMITIVE, "perprimitiveEXT"),
    },
    Rule { holds: &[(OpenGl, 0, LATER), (OpenGlSeparable, 0, LATER), (Vulkan, 0, LATER)], check: component },
    // GLSL 4.40 lifts it for desktop OpenGL.
    Rule {
        holds: &[(OpenGl, 0, 440), (OpenGlEs, 300, LATER), (OpenGlEsSeparable, 0, LATER)],
        check: interpolation,
    },
    Rule { holds: &[(OpenGl, 0, 430)], check: |pair| qualifier(pair, Qualifiers::CENTROID, "centroid") },
    Rule { holds: &[(OpenGl, 0, 430)], check: |pair| qualifier(pair, Qualifiers::SAMPLE, "sample") },
    // GLSL ES 1.00 section 4.6.4, GLSL 4.10 section 4.6.1.
    Rule {
        holds: &[(OpenGl, 0, 420), (OpenGlEs, 0, 300)],
        check: |pair| qualifier(pair, Qualifiers::INVARIANT, "invariant"),
    },
    Rule { holds: &[(OpenGlEsSeparable, 0, LATER)], check: precision },
    Rule { holds: &[(OpenGlEsSeparable, 0, LATER)], check: location },
    Rule { holds: &[(OpenGl, 0, LATER), (OpenGlSeparable, 0, LATER), (Vulkan, 0, LATER)], check: stream },
];

/// True if locations join the two, so that names of structs do not count.
fn by_location(pair: &Pair<'_>) -> bool {
    let located = |of: &Declared<'_>| of.decorations.location.is_some();
    located(&pair.before) && located(&pair.after)
}

/// Rules for an output block and the input block that it reaches, but for their members.
const BLOCKS: &[Rule] = &[
    Rule {
        holds: &[
            (OpenGl, 0, LATER),
            (OpenGlSeparable, 0, LATER),
            (OpenGlEs, 0, LATER),
            (OpenGlEsSeparable, 0, LATER),
            (Vulkan, 0, LATER),
        ],
        check: |pair| members(pair).or_else(|| array(pair)),
    },
    Rule { holds: &[(OpenGlEsSeparable, 0, LATER)], check: location },
];

/// Scopes in which an input that is used needs an output.
const NEEDS_OUTPUT: &[(Scope, u32, u32)] =
    &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER), (OpenGlEsSeparable, 0, LATER), (Vulkan, 0, LATER)];

/// Scopes in which the output must be written; since GLSL 1.30 its value is undefined.
const NEEDS_WRITE: &[(Scope, u32, u32)] = &[(OpenGl, 0, 130)];

/// Scopes in which each input needs an output, and each output an input, used or not.
const NEEDS_ALL: &[(Scope, u32, u32)] = &[(OpenGlEsSeparable, 0, LATER)];

/// Checks the interface of two stages. Adds each output with the input that it reaches to the groups.
pub(super) fn check(
    before: &StageDeclarations<'_>,
    after: &StageDeclarations<'_>,
    scope: Scope,
    groups: &mut Vec<Vec<Place>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let outputs: Vec<Declared<'_>> = before.outputs().collect();
    let inputs: Vec<Declared<'_>> = after.user(&[Storage::Input]).collect();
    let mut reached = vec![false; outputs.len()];
    let version = before.version().max(after.version());
    for input in &inputs {
        let Some(index) = source_of(input, &outputs, scope) else {
            let needed =
                holds(NEEDS_OUTPUT, scope, version) && input.is_used() || holds(NEEDS_ALL, scope, version);
            if needed {
                diagnostics.push(no_output(input, &outputs, before));
            }
            continue;
        };
        reached[index] = true;
        let output = &outputs[index];
        if holds(NEEDS_WRITE, scope, version) && input.is_used() && !output.is_used() {
            let message =
                format!("input `{}` is used, and the {} stage does not write it", input.name, before.name);
            diagnostics.push(input.diagnostic_with(output, Code::LinkNoOutput, message));
            continue;
        }
        groups.push(vec![output.place(), input.place()]);
        check_pair(&Pair { before: output.clone(), after: input.clone() }, scope, diagnostics);
    }
    for (output, _) in outputs.iter().zip(&reached).filter(|row| !row.1 && holds(NEEDS_ALL, scope, version)) {
        let message = format!("output `{}` has no matching input in the {} stage", output.name, after.name);
        diagnostics.push(output.diagnostic(Code::LinkNoOutput, message));
    }
    distances(before, after, scope, diagnostics);
}

/// Checks that the payload of a task stage is of the type that the mesh stage declares (GL_EXT_mesh_shader).
pub(super) fn check_payload(
    before: &StageDeclarations<'_>,
    after: &StageDeclarations<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut written = before.user(&[Storage::TaskPayload]);
    let mut read = after.user(&[Storage::TaskPayload]);
    if let (Some(before), Some(after)) = (written.next(), read.next()) {
        let pair = Pair { before, after };
        let fault = type_difference(&pair, Policy::default());
        diagnostics.extend(fault.map(|fault| pair.mismatch(pair.after.name, &fault)));
    }
}

/// The error of an input that no output reaches, with the output that the author may have meant.
fn no_output(input: &Declared<'_>, outputs: &[Declared<'_>], before: &StageDeclarations<'_>) -> Diagnostic {
    let at = |of: &Declared<'_>| match (of.decorations.location, of.decorations.component) {
        (Some(location), None) => format!(" at location {location}"),
        (Some(location), Some(component)) => format!(" at location {location}, component {component}"),
        (None, _) => String::new(),
    };
    let message =
        format!("input `{}`{} has no matching output in the {} stage", input.name, at(input), before.name);
    let code = Code::LinkNoOutput;
    let is_named = |output: &&Declared<'_>| output.name == input.name && !input.name.is_empty();
    match outputs.iter().find(is_named) {
        Some(output) if output.block.is_some() != input.block.is_some() => {
            let note = "a block and a variable do not match, even with equal names";
            input.diagnostic_with(output, code, message).note(note)
        }
        Some(output) => {
            let place = match at(output).as_str() {
                "" => " without a location".to_owned(),
                place => place.to_owned(),
            };
            let note = format!("the {} stage has an output `{}`{place}", before.name, output.name);
            input.diagnostic_with(output, code, message).note(note)
        }
        None => {
            let is_near = |it: &&&Declared<'_>| it.block.is_none() && !it.name.is_empty();
            let names = outputs.iter().filter(|it| is_near(&it)).take(8);
            let names: Vec<String> = names.map(|it| format!("`{}`{}", it.name, at(it))).collect();
            let note = match names.is_empty() {
                true => format!("the {} stage has no outputs but built-in ones", before.name),
                false => format!("the outputs of the {} stage are {}", before.name, names.join(", ")),
            };
            input.diagnostic(code, message).note(note)
        }
    }
}

/// The output that reaches an input: that of its location, or that of its name.
fn source_of(input: &Declared<'_>, outputs: &[Declared<'_>], scope: Scope) -> Option<usize> {
    let is_block = input.block.is_some();
    let kind = |output: &Declared<'_>| output.block.is_some() == is_block;
    let named = |output: &Declared<'_>| kind(output) && output.name == input.name && !input.name.is_empty();
    let located = |output: &Declared<'_>| {
        let slot = |of: &Declared<'_>| (of.decorations.location, of.decorations.component.unwrap_or(0));
        kind(output)
            && output.decorations.location.is_some()
            && slot(output) == slot(input)
            && output.decorations.index == input.decorations.index
    };
    // Blocks of OpenGL match by name, and variables with a location by that.
    let by_location = input.decorations.location.is_some() && (!is_block || scope == Vulkan);
    if by_location && let Some(index) = outputs.iter().position(located) {
        return Some(index);
    }
    let index = outputs.iter().position(named)?;
    let both = by_location && outputs[index].decorations.location.is_some();
    (!both).then_some(index)
}

/// Checks an output and the input that it reaches.
fn check_pair(pair: &Pair<'_>, scope: Scope, diagnostics: &mut Vec<Diagnostic>) {
    let name = pair.after.name;
    if pair.after.block.is_none() {
        diagnostics.extend(first_fault(VARIABLES, scope, pair).map(|fault| pair.mismatch(name, &fault)));
        return;
    }
    if let Some(fault) = first_fault(BLOCKS, scope, pair) {
        diagnostics.push(pair.mismatch(name, &fault));
        return;
    }
    for members in pair.members() {
        if let Some(fault) = first_fault(VARIABLES, scope, &members) {
            diagnostics.push(members.mismatch(&format!("{name}.{}", members.after.name), &fault));
        }
    }
}

/// A difference in number, names and order of members.
pub(super) fn members(pair: &Pair<'_>) -> Option<String> {
    let (before, after) = (pair.before.members(), pair.after.members());
    if before.len() != after.len() {
        let (count, other) = (format!("{} members", before.len()), after.len().to_string());
        return Some(pair.differ("has", &count, &other));
    }
    let name = |module: &Module, index: usize, of: &[vitrum_ir::Member]| {
        of.get(index).map_or("", |member| module.names.get(member.name)).to_owned()
    };
    (0..before.len()).find_map(|index| {
        let one = name(pair.before.module(), index, before);
        let other = name(pair.after.module(), index, after);
        (one != other)
            .then(|| pair.differ("has", &format!("a member `{one}`"), &format!("`{other}` in its place")))
    })
}

/// A difference in the lengths of arrays of blocks.
pub(super) fn array(pair: &Pair<'_>) -> Option<String> {
    let lengths = |of: &Declared<'_>| {
        let (module, mut ty): (&Module, Type) = (of.module(), of.ty);
        let mut text = String::new();
        while let Some(element) = module.types.element(ty) {
            text += &module.types.length(ty).map_or("[]".to_owned(), |length| format!("[{length}]"));
            ty = element;
        }
        text
    };
    let word = |lengths: &str| match lengths.is_empty() {
        true => "no array".to_owned(),
        false => format!("an array `{lengths}`"),
    };
    let (before, after) = (lengths(&pair.before), lengths(&pair.after));
    (before != after).then(|| pair.differ("is", &word(&before), &word(&after)))
}

fn qualifier(pair: &Pair<'_>, qualifier: Qualifiers, name: &str) -> Option<String> {
    let has = |of: &Declared<'_>| of.decorations.qualifiers.contains(qualifier);
    let (with, without) = match (has(&pair.before), has(&pair.after)) {
        (true, false) => (&pair.before, &pair.after),
        (false, true) => (&pair.after, &pair.before),
        _ => return None,
    };
    Some(format!("is `{name}` in the {} stage and not in the {} stage", with.of.name, without.of.name))
}

fn interpolation(pair: &Pair<'_>) -> Option<String> {
    let word = |of: &Declared<'_>| of.decorations.interpolation.unwrap_or(Interpolation::Smooth).name();
    let (before, after) = (word(&pair.before), word(&pair.after));
    (before != after).then(|| pair.differ("is", &format!("`{before}`"), &format!("`{after}`")))
}

pub(super) fn precision(pair: &Pair<'_>) -> Option<String> {
    let (before, after) = (pair.before.precision, pair.after.precision);
    (before != after)
        .then(|| pair.differ("is", &format!("`{}`", before.name()), &format!("`{}`", after.name())))
}

pub(super) fn location(pair: &Pair<'_>) -> Option<String> {
    let word = |of: &Declared<'_>| match of.decorations.location {
        Some(location) => format!("`location = {location}`"),
        None => "none".to_owned(),
    };
    let (before, after) = (word(&pair.before), word(&pair.after));
    (before != after).then(|| pair.differ("has", &before, &after))
}

/// Components that both give, and give differently; members of blocks match by name and may have them.
fn component(pair: &Pair<'_>) -> Option<String> {
    let of = |of: &Declared<'_>| of.decorations.location.map(|_| of.decorations.component.unwrap_or(0));
    let (before, after) = (of(&pair.before)?, of(&pair.after)?);
    (before != after)
        .then(|| pair.differ("has", &format!("`component = {before}`"), &format!("`component = {after}`")))
}

/// Outputs of other streams than the first reach transform feedback only.
fn stream(pair: &Pair<'_>) -> Option<String> {
    let stream = pair.before.decorations.stream.filter(|&stream| stream != 0)?;
    Some(format!("is in stream {stream} in the {} stage, of which no stage reads", pair.before.of.name))
}

/// Arrays of distances that two stages declare with different lengths.
fn distances(
    before: &StageDeclarations<'_>,
    after: &StageDeclarations<'_>,
    scope: Scope,
    diagnostics: &mut Vec<Diagnostic>,
) {
    const DISTANCES: [(BuiltIn, &str); 2] =
        [(BuiltIn::ClipDistance, "gl_ClipDistance"), (BuiltIn::CullDistance, "gl_CullDistance")];
    for (builtin, name) in DISTANCES {
        let of = |of, storage| array_of(of, storage, builtin);
        if let (Some((output, written, true)), Some((input, read, declared))) =
            (of(before, Storage::Output), of(after, Storage::Input))
            && (written < read || written != read && declared)
            && (declared || scope == Vulkan)
        {
            let pair = Pair { before: output, after: input };
            let fault =
                pair.differ("is", &format!("an array of length {written}"), &format!("of length {read}"));
            diagnostics.push(pair.mismatch(name, &fault));
        }
    }
}

/// A built-in array, its length, and true if the author declared it.
fn array_of<'a>(
    of: &'a StageDeclarations<'a>,
    storage: Storage,
    builtin: BuiltIn,
) -> Option<(Declared<'a>, u32, bool)> {
    let (global, member) = find_built_in(of.module, storage, builtin)?;
    let data: &GlobalData = &of.module.globals[global];
    let mut declared = of.declared(global);
    let (mut ty, mut qualifiers) = (data.ty, data.decorations.qualifiers);
    if let Some(member) = member {
        declared = declared.member(member);
        (ty, qualifiers) = (member.ty, member.decorations.qualifiers.union(qualifiers));
    }
    Some((declared, of.module.types.length(ty)?, qualifiers.contains(Qualifiers::REDECLARED)))
}
