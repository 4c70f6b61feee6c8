//! Scopes of rules: an API with a range of versions.

use super::declared::Pair;

/// The sets of rules that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// A program of OpenGL.
    OpenGl,
    /// Separable programs of OpenGL.
    OpenGlSeparable,
    /// A program of OpenGL ES.
    OpenGlEs,
    /// Separable programs of OpenGL ES, whose interfaces match exactly (OpenGL ES 3.2 section 7.4.1).
    OpenGlEsSeparable,
    /// A pipeline of Vulkan.
    Vulkan,
}

/// Scopes, each with the first version of the language that has the rule and the first that lacks it again.
pub(super) type Holds = &'static [(Scope, u32, u32)];

/// A check of two declarations, which gives the fault as the end of a sentence that begins with their name.
pub(super) type PairCheck = fn(&Pair<'_>) -> Option<String>;

/// A rule for two declarations.
pub(super) struct Rule {
    pub(super) holds: Holds,
    pub(super) check: PairCheck,
}

/// Behind every version.
pub(super) const LATER: u32 = u32::MAX;

/// True if a rule holds.
pub(super) fn holds(rule: Holds, scope: Scope, version: u32) -> bool {
    rule.iter().any(|&(of, first, end)| of == scope && (first..end).contains(&version))
}

/// The fault that the first rule finds of those that hold.
pub(super) fn first_fault(rules: &[Rule], scope: Scope, pair: &Pair<'_>) -> Option<String> {
    let mut active = rules.iter().filter(|rule| holds(rule.holds, scope, pair.version()));
    active.find_map(|rule| (rule.check)(pair))
}
