//! In which dialects a word is a keyword, reserved, or an ordinary identifier.

use crate::builtins::table::{Since, since as since_versions};
use crate::extensions::Extension;
use crate::version::{Dialect, NEVER};

/// The dialects in which a word is a keyword, or reserved for later.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    desktop: u16,
    es: u16,
    desktop_reserved: u16,
    es_reserved: u16,
    es_removed: u16,
    desktop_freed: u16,
    es_freed: u16,
    vulkan: bool,
    extensions: &'static [Extension],
}

/// The status of a word in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStatus {
    /// A word of the language.
    Keyword,
    /// Not a word of this version, and not to be used as a name either.
    Reserved,
    /// A name like any other.
    Identifier,
}

/// A keyword in every version.
pub const ALL: Availability = since(110, 100);

/// A keyword from these versions on; [`NEVER`] where there is none.
pub const fn since(desktop: u16, es: u16) -> Availability {
    Availability {
        desktop,
        es,
        desktop_reserved: NEVER,
        es_reserved: NEVER,
        es_removed: NEVER,
        desktop_freed: NEVER,
        es_freed: NEVER,
        vulkan: false,
        extensions: &[],
    }
}

/// A keyword where these extensions are enabled, and nowhere else.
pub const fn only_with(extensions: &'static [Extension]) -> Availability {
    since(NEVER, NEVER).with(extensions)
}

/// Never a keyword, but reserved from these versions on.
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

    /// No keyword of ES from this version on.
    pub const fn removed_from_es(self, es: u16) -> Self {
        Self { es_removed: es, ..self }
    }

    /// No longer reserved from these versions on.
    pub const fn freed(self, desktop: u16, es: u16) -> Self {
        Self { desktop_freed: desktop, es_freed: es, ..self }
    }

    /// A keyword also where one of these extensions is enabled.
    pub const fn with(self, extensions: &'static [Extension]) -> Self {
        Self { extensions, ..self }
    }

    /// A keyword also in GLSL for Vulkan.
    pub const fn or_vulkan(self) -> Self {
        Self { vulkan: true, ..self }
    }

    /// The status of the word in `dialect`.
    #[inline]
    pub fn status(&self, dialect: &Dialect) -> WordStatus {
        let version = dialect.version;
        let removed = version.at_least(NEVER, self.es_removed);
        let by_version = version.at_least(self.desktop, self.es) && !removed;
        let by_client = self.vulkan && dialect.has_vulkan_words();
        if by_version || by_client || dialect.extensions.contains_any(self.extensions) {
            WordStatus::Keyword
        } else if removed
            || version.at_least(self.desktop_reserved, self.es_reserved)
                && !version.at_least(self.desktop_freed, self.es_freed)
        {
            WordStatus::Reserved
        } else {
            WordStatus::Identifier
        }
    }

    /// The availability of what has these versions and extensions.
    pub const fn of(since: &Since) -> Self {
        self::since(since.desktop, since.es).with(since.extensions)
    }

    /// The versions and extensions that have it as a keyword.
    pub const fn since(&self) -> Since {
        since_versions(self.desktop, self.es).or(self.extensions)
    }

    /// The extensions that make the word a keyword where the version does not.
    pub fn extensions(&self) -> &'static [Extension] {
        self.extensions
    }

    /// The first version of the same family (desktop or ES) in which the word is a keyword.
    pub fn first_version(&self, es: bool) -> Option<u16> {
        let first = if es { self.es } else { self.desktop };
        (first != NEVER).then_some(first)
    }
}
