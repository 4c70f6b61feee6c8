//! Availability of words: the dialects in which a word is a keyword, reserved, or an identifier.

use crate::builtins::table::{Since, since as since_versions};
use crate::extensions::Extension;
use crate::version::{Dialect, NEVER, Profile, Version};

/// The dialects in which a word is a keyword or reserved.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    desktop: u16,
    es: u16,
    desktop_reserved: u16,
    es_reserved: u16,
    es_removed: u16,
    core_removed: u16,
    core_deprecated: u16,
    desktop_unreserved: u16,
    es_unreserved: u16,
    vulkan: bool,
    /// True if extensions bring it to GLSL for Vulkan alone.
    extensions_for_vulkan: bool,
    extensions: &'static [Extension],
}

/// The status of a word in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStatus {
    /// A keyword.
    Keyword,
    /// A keyword of earlier versions. It is read as one, so that a message can name what took its place.
    Removed,
    /// Not a keyword, but not allowed as a name.
    Reserved,
    /// An identifier.
    Identifier,
}

/// A keyword in every version.
pub const ALL: Availability = since(110, 100);

/// A keyword from these versions on; [`NEVER`] for none.
pub const fn since(desktop: u16, es: u16) -> Availability {
    Availability {
        desktop,
        es,
        desktop_reserved: NEVER,
        es_reserved: NEVER,
        es_removed: NEVER,
        core_removed: NEVER,
        core_deprecated: NEVER,
        desktop_unreserved: NEVER,
        es_unreserved: NEVER,
        vulkan: false,
        extensions_for_vulkan: false,
        extensions: &[],
    }
}

/// A keyword with one of these extensions only.
pub const fn only_with(extensions: &'static [Extension]) -> Availability {
    since(NEVER, NEVER).with(extensions)
}

/// Reserved from these versions on, and never a keyword.
pub const fn reserved(desktop: u16, es: u16) -> Availability {
    since(NEVER, NEVER).reserved(desktop, es)
}

/// A keyword of `GL_KHR_vulkan_glsl`, an identifier elsewhere.
pub const fn vulkan() -> Availability {
    Availability { vulkan: true, ..since(NEVER, NEVER) }
}

impl Availability {
    /// Reserved from these versions on, until it becomes a keyword.
    pub const fn reserved(self, desktop: u16, es: u16) -> Self {
        Self { desktop_reserved: desktop, es_reserved: es, ..self }
    }

    /// Not a keyword in ES from this version on.
    pub const fn removed_from_es(self, es: u16) -> Self {
        Self { es_removed: es, ..self }
    }

    /// Not a keyword in the core profile from this version on.
    pub const fn removed_from_core(self, desktop: u16) -> Self {
        Self { core_removed: desktop, ..self }
    }

    /// Deprecated in desktop versions from this one on, but for the compatibility profile.
    pub const fn deprecated_in_core(self, desktop: u16) -> Self {
        Self { core_deprecated: desktop, ..self }
    }

    /// The version that deprecated the word, if it is the given one or an earlier one.
    pub fn deprecated_in(&self, version: Version) -> Option<Version> {
        let has_it = matches!(version.profile, Profile::None | Profile::Core);
        let first = Version { number: self.core_deprecated, profile: Profile::None };
        (has_it && version.number >= first.number).then_some(first)
    }

    /// The version that removed the word from its profile, if it is the given one or an earlier one.
    pub fn removed_in(&self, version: Version) -> Option<Version> {
        let (first, profile) = match version.profile {
            Profile::Es => (self.es_removed, Profile::Es),
            Profile::Core => (self.core_removed, Profile::Core),
            Profile::None | Profile::Compatibility => return None,
        };
        (version.number >= first).then_some(Version { number: first, profile })
    }

    /// No longer reserved from these versions on.
    pub const fn unreserved(self, desktop: u16, es: u16) -> Self {
        Self { desktop_unreserved: desktop, es_unreserved: es, ..self }
    }

    /// Also a keyword with one of these extensions.
    pub const fn with(self, extensions: &'static [Extension]) -> Self {
        Self { extensions, ..self }
    }

    /// Also a keyword in GLSL for Vulkan.
    pub const fn or_vulkan(self) -> Self {
        Self { vulkan: true, ..self }
    }

    /// A keyword with these extensions, of GLSL for Vulkan if this word is one of it alone.
    pub const fn likewise_with(self, extensions: &'static [Extension]) -> Self {
        let extensions_for_vulkan = self.vulkan && self.desktop == NEVER;
        Self { extensions_for_vulkan, ..only_with(extensions) }
    }

    /// True if no other GLSL than that for Vulkan has it.
    pub fn needs_vulkan(&self) -> bool {
        self.extensions_for_vulkan || self.vulkan && self.desktop == NEVER && self.extensions.is_empty()
    }

    /// The status of the word in `dialect`.
    #[inline]
    pub fn status(&self, dialect: &Dialect) -> WordStatus {
        let version = dialect.version;
        if self.removed_in(version).is_some() {
            return WordStatus::Removed;
        }
        let by_version = version.at_least(self.desktop, self.es);
        let by_client = self.vulkan && dialect.has_vulkan_words();
        let by_extension = dialect.extensions.contains_any(self.extensions)
            && (!self.extensions_for_vulkan || dialect.has_vulkan_words());
        if by_version || by_client || by_extension {
            WordStatus::Keyword
        } else if version.at_least(self.desktop_reserved, self.es_reserved)
            && !version.at_least(self.desktop_unreserved, self.es_unreserved)
        {
            WordStatus::Reserved
        } else {
            WordStatus::Identifier
        }
    }

    /// The availability with these versions and extensions.
    pub const fn of(since: &Since) -> Self {
        self::since(since.desktop, since.es).with(since.extensions)
    }

    /// The versions and extensions in which it is a keyword.
    pub const fn since(&self) -> Since {
        since_versions(self.desktop, self.es).or(self.extensions)
    }

    /// The extensions that make the word a keyword in other versions.
    pub fn extensions(&self) -> &'static [Extension] {
        self.extensions
    }

    /// The first version of the same family (desktop or ES) in which the word is a keyword.
    pub fn first_version(&self, es: bool) -> Option<u16> {
        let first = if es { self.es } else { self.desktop };
        (first != NEVER).then_some(first)
    }
}
