//! Scopes and semantics of atomics and barriers (`GL_KHR_memory_scope_semantics`).

use std::borrow::Cow;

use vitrum_ir::{AtomicAccess, Modes, Module};

const DEVICE: u8 = 1;
const QUEUE_FAMILY: u8 = 5;

/// The scope of operations without one (`GL_KHR_memory_scope_semantics`, "Shader Memory Control Functions").
fn default_scope(module: &Module) -> u8 {
    if module.execution.modes.contains(Modes::VULKAN_MEMORY_MODEL) { QUEUE_FAMILY } else { DEVICE }
}

/// True if a scope differs from the default.
pub(crate) fn is_explicit(module: &Module, scope: u8) -> bool {
    scope != AtomicAccess::UNSAID && scope != default_scope(module)
}

/// SPIR-V's bits and their names: kinds of memory, then semantics.
const STORAGE: &[(u32, &str)] = &[
    (0x40, "gl_StorageSemanticsBuffer"),
    (0x100, "gl_StorageSemanticsShared"),
    (0x800, "gl_StorageSemanticsImage"),
    (0x1000, "gl_StorageSemanticsOutput"),
];
const SEMANTICS: &[(u32, &str)] = &[
    (ACQUIRE, "gl_SemanticsAcquire"),
    (RELEASE, "gl_SemanticsRelease"),
    (ACQUIRE_RELEASE, "gl_SemanticsAcquireRelease"),
    (MAKE_AVAILABLE, "gl_SemanticsMakeAvailable"),
    (0x4000, "gl_SemanticsMakeVisible"),
    (0x8000, "gl_SemanticsVolatile"),
];
const ACQUIRE: u32 = 2;
const RELEASE: u32 = 4;
const ACQUIRE_RELEASE: u32 = 8;
const MAKE_AVAILABLE: u32 = 0x2000;

/// The name of a scope.
pub(crate) fn scope_name(module: &Module, scope: u8) -> &'static str {
    match if scope == AtomicAccess::UNSAID { default_scope(module) } else { scope } {
        DEVICE => "gl_ScopeDevice",
        2 => "gl_ScopeWorkgroup",
        3 => "gl_ScopeSubgroup",
        QUEUE_FAMILY => "gl_ScopeQueueFamily",
        6 => "gl_ScopeShaderCallEXT",
        _ => "gl_ScopeInvocation",
    }
}

/// The names of the kinds of memory, and of the semantics.
pub(crate) fn semantics(bits: u32) -> [Cow<'static, str>; 2] {
    [names(bits, STORAGE), names(bits, SEMANTICS)]
}

/// The semantics of a failed compare-exchange, which does not release.
pub(crate) fn without_release(bits: u32) -> u32 {
    let kept = bits & !(RELEASE | ACQUIRE_RELEASE | MAKE_AVAILABLE);
    if bits & ACQUIRE_RELEASE != 0 { kept | ACQUIRE } else { kept }
}

fn names(bits: u32, table: &[(u32, &'static str)]) -> Cow<'static, str> {
    let mut found = table.iter().filter(|row| bits & row.0 != 0).map(|row| row.1);
    match (found.next(), found.next()) {
        (None, _) => "0".into(),
        (Some(name), None) => name.into(),
        (Some(first), Some(second)) => {
            let rest: Vec<&str> = [first, second].into_iter().chain(found).collect();
            rest.join(" | ").into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{semantics, without_release};

    #[test]
    fn bits_have_names() {
        let [storage, order] = semantics(0x148);
        assert_eq!(storage, "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared");
        assert_eq!(order, "gl_SemanticsAcquireRelease");
        let [_, order] = semantics(without_release(0x148));
        assert_eq!(order, "gl_SemanticsAcquire");
        assert_eq!(semantics(0), ["0", "0"]);
    }
}
