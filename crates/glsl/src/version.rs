//! GLSL versions and profiles, and dialects.

use std::fmt;

use crate::extensions::ExtensionSet;
use vitrum_ir::{Source, SourceLanguage, SourceProfile};

/// The version number for "never" in tables of first versions.
pub const NEVER: u16 = u16::MAX;

/// The word behind the number in `#version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// Desktop versions up to 140, which have no profiles.
    None,
    /// `core`, the default from 150 on.
    Core,
    /// `compatibility`.
    Compatibility,
    /// `es`, and version 100.
    Es,
}

/// A version of the language: 110 to 460 on the desktop, 100, 300, 310, 320 for ES.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// The number in `#version` and `__VERSION__`.
    pub number: u16,
    /// The profile.
    pub profile: Profile,
}

/// Every desktop version.
pub const DESKTOP_VERSIONS: &[u16] = &[110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460];
/// Every ES version.
pub const ES_VERSIONS: &[u16] = &[100, 300, 310, 320];

/// The first desktop version whose `#version` takes a profile.
pub const FIRST_WITH_PROFILES: u16 = 150;

impl Version {
    /// The version of a desktop shader without `#version`.
    pub const DESKTOP_DEFAULT: Self = Self { number: 110, profile: Profile::None };
    /// The version of an ES shader without `#version`.
    pub const ES_DEFAULT: Self = Self { number: 100, profile: Profile::Es };

    /// A desktop version in its default profile: none up to 140, core from 150 on.
    pub const fn desktop(number: u16) -> Self {
        let profile = if number < FIRST_WITH_PROFILES { Profile::None } else { Profile::Core };
        Self { number, profile }
    }

    /// An ES version.
    pub const fn es(number: u16) -> Self {
        Self { number, profile: Profile::Es }
    }

    /// Every version in its default profile, those of ES first.
    pub const ALL: [Self; ES_VERSIONS.len() + DESKTOP_VERSIONS.len()] = {
        let mut all = [Self::ES_DEFAULT; ES_VERSIONS.len() + DESKTOP_VERSIONS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < ES_VERSIONS.len() {
                Self::es(ES_VERSIONS[index])
            } else {
                Self::desktop(DESKTOP_VERSIONS[index - ES_VERSIONS.len()])
            };
            index += 1;
        }
        all
    };

    /// The version of a name in `#version` or `glslc -std=`: `450`, `450core`, `330 compatibility`, `310 es`.
    pub fn from_name(name: &str) -> Option<Self> {
        let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
        let (number, profile) = name.split_at_checked(digits)?;
        let number: u16 = number.parse().ok()?;
        let profiled = number >= FIRST_WITH_PROFILES;
        match profile.trim() {
            "" if DESKTOP_VERSIONS.contains(&number) => Some(Self::desktop(number)),
            "" if number == 100 => Some(Self::ES_DEFAULT),
            "es" if ES_VERSIONS.contains(&number) => Some(Self::es(number)),
            "core" if profiled && DESKTOP_VERSIONS.contains(&number) => Some(Self::desktop(number)),
            "compatibility" | "compat" if profiled && DESKTOP_VERSIONS.contains(&number) => {
                Some(Self { number, profile: Profile::Compatibility })
            }
            _ => None,
        }
    }

    /// The version of a module's source; GLSL 4.60 if it is unknown.
    pub fn of_source(source: Source) -> Self {
        let number = match u16::try_from(source.version) {
            Ok(number @ 1..) if source.language.is_glsl() => number,
            _ => return Self::desktop(460),
        };
        match (source.language, source.profile) {
            (SourceLanguage::Essl, _) | (_, SourceProfile::Es) => Self::es(number),
            (_, SourceProfile::Compatibility) => Self { number, profile: Profile::Compatibility },
            (_, SourceProfile::Core | SourceProfile::None) => Self::desktop(number),
        }
    }

    /// The version as in the specifications: `GLSL 4.60`, `GLSL 3.30 compatibility`, `ESSL 3.00`.
    pub fn title(self) -> impl fmt::Display {
        struct Title(Version);
        impl fmt::Display for Title {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Version { number, profile } = self.0;
                let (language, suffix) = match profile {
                    Profile::Es => ("ESSL", ""),
                    Profile::Compatibility => ("GLSL", " compatibility"),
                    Profile::None | Profile::Core => ("GLSL", ""),
                };
                write!(f, "{language} {}.{:02}{suffix}", number / 100, number % 100)
            }
        }
        Title(self)
    }

    /// True if this is an ES version.
    pub const fn is_es(self) -> bool {
        matches!(self.profile, Profile::Es)
    }

    /// True if this is at least `desktop` on the desktop, or at least `es` in ES.
    pub const fn at_least(self, desktop: u16, es: u16) -> bool {
        let first = if self.is_es() { es } else { desktop };
        self.number >= first
    }

    /// True if the version has features that the core profile lacks: the compatibility profile, and desktop versions
    /// before profiles.
    pub const fn has_compatibility_features(self) -> bool {
        match self.profile {
            Profile::None => self.number < 140,
            Profile::Compatibility => true,
            Profile::Core | Profile::Es => false,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.profile {
            Profile::Es if self.number == 100 => write!(f, "{}", self.number),
            Profile::Es => write!(f, "{} es", self.number),
            Profile::Compatibility => write!(f, "{} compatibility", self.number),
            Profile::None | Profile::Core => write!(f, "{}", self.number),
        }
    }
}

/// The facts that determine the meaning of a word: the version, the enabled extensions, and the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The version.
    pub version: Version,
    /// The extensions enabled at this position of the text.
    pub extensions: ExtensionSet,
    /// The enabled extensions whose use is a warning.
    pub warned: ExtensionSet,
    /// True if the text is compiled for Vulkan (`VULKAN` is defined, separate textures are types).
    pub vulkan: bool,
}

impl Dialect {
    /// A dialect without extensions, for OpenGL.
    pub const fn new(version: Version) -> Self {
        Self { version, extensions: ExtensionSet::EMPTY, warned: ExtensionSet::EMPTY, vulkan: false }
    }

    /// The dialect without the extensions whose use is a warning.
    pub fn without_warned(self) -> Self {
        let mut extensions = self.extensions;
        for extension in self.warned.iter() {
            extensions.remove(extension);
        }
        Self { extensions, warned: ExtensionSet::EMPTY, ..self }
    }

    /// True if the dialect has the words of `GL_KHR_vulkan_glsl`: for Vulkan, from desktop 140 and ES 310 on.
    pub const fn has_vulkan_words(self) -> bool {
        self.vulkan && self.version.at_least(140, 310)
    }
}
