//! Locations and bindings that the compiler chose: warnings by name, or errors if it may choose none.

use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Level, Levels, Severity};
use vitrum_ir::Storage;
use vitrum_passes::{Assigned, DEFAULT_BLOCK, Slot};

use crate::options::Automatic;

/// The number of variables that a message names.
const NAMED: usize = 8;

/// The variables of which a shader has one number each: another shader that declares not all of them, or in another order,
/// has other numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    Inputs,
    Outputs,
    Uniforms,
    Resources,
}

impl Space {
    /// The space of a chosen number; none for what no other shader has, and for what has no name in the source.
    fn of(assigned: &Assigned) -> Option<Self> {
        let is_named = !assigned.name.is_empty() && !assigned.span.is_nowhere();
        match (assigned.slot, assigned.storage) {
            (Slot::Binding { .. }, _) => Some(Self::Resources),
            (Slot::Location(_), Storage::Input) if is_named => Some(Self::Inputs),
            (Slot::Location(_), Storage::Output) if is_named => Some(Self::Outputs),
            (Slot::Location(_), Storage::Uniform | Storage::Opaque) => Some(Self::Uniforms),
            (Slot::Location(_) | Slot::InputAttachment(_) | Slot::Offset(_), _) => None,
        }
    }

    const fn code(self) -> Code {
        match self {
            Self::Inputs | Self::Outputs | Self::Uniforms => Code::AssignedLocation,
            Self::Resources => Code::AssignedBinding,
        }
    }

    /// The thing in messages, one and several.
    const fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Self::Inputs => ("input", "inputs"),
            Self::Outputs => ("output", "outputs"),
            Self::Uniforms => ("uniform", "uniforms"),
            Self::Resources => ("resource", "resources"),
        }
    }

    const fn qualifier(self) -> &'static str {
        match self {
            Self::Inputs | Self::Outputs | Self::Uniforms => "location",
            Self::Resources => "binding",
        }
    }
}

/// Warnings about the locations and bindings that were chosen for a stage by itself, which another stage may not agree with: for
/// each two or more inputs, outputs or resources, and for one if the levels name the warning.
///
/// ```
/// use vitrum::{Options, Stage, compile, place_warnings};
///
/// let source = "#version 450\nin vec2 uv;\nin vec3 normal;\nlayout(location = 0) out vec4 color;\n\
///     void main() { color = vec4(normal, uv.x); }\n";
/// let options = Options::new(Stage::Fragment);
/// let (_, assigned) = compile(source, &options)?.into_spirv()?;
/// let warnings = place_warnings(&assigned, &options.levels);
/// assert_eq!(warnings[0].message, "inputs `uv` and `normal` have no `location`, and got 0 and 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn place_warnings(assigned: &[Assigned], levels: &Levels) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (space, rows) in by_space(assigned) {
        let code = space.code();
        let is_asked =
            levels.rows.iter().rev().find(|row| row.0 == code).is_some_and(|row| row.1 != Level::Allow);
        if rows.len() > 1 || is_asked {
            let verb = if rows.len() == 1 { "has" } else { "have" };
            let numbers = list(rows.iter().map(|row| number(row)));
            let message =
                format!("{} {verb} no `{}`, and got {numbers}", names(space, &rows), space.qualifier());
            let help = format!(
                "declare `layout({} = ...)`; stages that are linked to one program get equal numbers",
                space.qualifier()
            );
            found.extend(levels.apply(labelled(Diagnostic::new(code, message), &rows).help(help)));
        }
    }
    found
}

/// Errors about the locations and bindings that were chosen although the options say that none may be.
pub(crate) fn place_errors(assigned: &[Assigned], automatic: Automatic) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if automatic.locations && automatic.bindings {
        return found;
    }
    for (space, rows) in by_space(assigned) {
        let is_allowed = match space {
            Space::Inputs | Space::Outputs | Space::Uniforms => automatic.locations,
            Space::Resources => automatic.bindings,
        };
        if !is_allowed {
            let verb = if rows.len() == 1 { "has" } else { "have" };
            let message = format!(
                "{} {verb} no `{}`, which the target requires",
                names(space, &rows),
                space.qualifier()
            );
            let error = Diagnostic::new(space.code(), message).with_severity(Severity::Error);
            found.push(labelled(error, &rows).help(format!("declare `layout({} = ...)`", space.qualifier())));
        }
    }
    found
}

fn by_space(assigned: &[Assigned]) -> Vec<(Space, Vec<&Assigned>)> {
    let spaces = [Space::Inputs, Space::Outputs, Space::Uniforms, Space::Resources];
    let rows = |space| assigned.iter().filter(|row| Space::of(row) == Some(space)).collect::<Vec<_>>();
    spaces.into_iter().map(|space| (space, rows(space))).filter(|row| !row.1.is_empty()).collect()
}

/// `inputs `a` and `b``
fn names(space: Space, rows: &[&Assigned]) -> String {
    let (one, several) = space.nouns();
    let noun = if rows.len() == 1 { one } else { several };
    format!("{noun} {}", list(rows.iter().map(|row| format!("`{}`", row.name))))
}

fn number(row: &Assigned) -> String {
    match row.slot {
        Slot::Location(number) | Slot::InputAttachment(number) | Slot::Offset(number) => number.to_string(),
        Slot::Binding { set: 0, binding } => binding.to_string(),
        Slot::Binding { set, binding } => format!("{binding} of set {set}"),
    }
}

/// `a, b and c`, or the first of many.
fn list(rows: impl ExactSizeIterator<Item = String>) -> String {
    let count = rows.len();
    let mut parts: Vec<String> = rows.take(NAMED).collect();
    let last = match count > NAMED {
        true => Some(format!("{} more", count - NAMED)),
        false if count > 1 => parts.pop(),
        false => None,
    };
    let parts = parts.join(", ");
    last.map_or_else(|| parts.clone(), |last| format!("{parts} and {last}"))
}

fn labelled(mut diagnostic: Diagnostic, rows: &[&Assigned]) -> Diagnostic {
    if rows.iter().any(|row| row.name == DEFAULT_BLOCK) {
        diagnostic = diagnostic.note(format!("`{DEFAULT_BLOCK}` holds the uniforms that are in no block"));
    }
    for row in rows.iter().filter(|row| !row.span.is_nowhere()).take(NAMED) {
        diagnostic = diagnostic.label(row.span, "");
    }
    diagnostic
}
