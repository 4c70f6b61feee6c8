//! Versions of GLSL.

use vitrum_glsl::version::{self, NEVER, Version};
use vitrum_ir::{Module, SourceLanguage, SourceProfile};

/// Profile of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// None: versions of desktop GLSL before profiles, and ESSL 1.00.
    None,
    /// `core`
    Core,
    /// `compatibility`
    Compatibility,
    /// `es`
    Es,
}

/// A version of GLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its number: 100 to 460.
    pub version: u32,
    /// Its profile.
    pub profile: Profile,
}

impl Target {
    /// A version of desktop GLSL, without a profile.
    pub const fn desktop(version: u32) -> Self {
        Self { version, profile: Profile::None }
    }

    /// A version of ESSL.
    pub const fn es(version: u32) -> Self {
        Self { version, profile: Profile::Es }
    }

    /// Every version there is, without profiles.
    pub const ALL: &[Self] = &[
        Self::es(100),
        Self::es(300),
        Self::es(310),
        Self::es(320),
        Self::desktop(110),
        Self::desktop(120),
        Self::desktop(130),
        Self::desktop(140),
        Self::desktop(150),
        Self::desktop(330),
        Self::desktop(400),
        Self::desktop(410),
        Self::desktop(420),
        Self::desktop(430),
        Self::desktop(440),
        Self::desktop(450),
        Self::desktop(460),
    ];

    /// The target that a text such as `300es`, `330`, `330core` or `330 compatibility` names.
    pub fn from_name(name: &str) -> Option<Self> {
        let (number, profile) = name.split_at(name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len()));
        let version: u32 = number.parse().ok()?;
        let known =
            |es: bool| Self::ALL.iter().any(|target| target.version == version && target.is_es() == es);
        let profile = match profile.trim() {
            "es" => Profile::Es,
            "" if version == 100 => Profile::Es,
            "" => Profile::None,
            "core" if version >= 150 => Profile::Core,
            "compatibility" | "compat" if version >= 150 => Profile::Compatibility,
            _ => return None,
        };
        known(profile == Profile::Es).then_some(Self { version, profile })
    }

    /// Whether the variables and functions of the fixed pipeline are there.
    pub(crate) fn has_fixed_functions(self) -> bool {
        !self.is_es() && (self.version < 140 || self.profile == Profile::Compatibility)
    }

    /// Whether `gl_FragColor` and `gl_FragData` are there.
    pub(crate) fn has_frag_color(self) -> bool {
        match self.profile {
            Profile::Es => self.version == 100,
            Profile::Core => false,
            Profile::None => self.version < 420,
            Profile::Compatibility => true,
        }
    }

    /// The version a module was written in; GLSL 4.60 if that is not known.
    pub fn of(module: &Module) -> Self {
        let source = module.source;
        let version = source.version;
        if version == 0 {
            return Self { version: 460, profile: Profile::None };
        }
        let profile = match (source.language, source.profile) {
            (SourceLanguage::Essl, _) | (_, SourceProfile::Es) => Profile::Es,
            (_, SourceProfile::Core) => Profile::Core,
            (_, SourceProfile::Compatibility) => Profile::Compatibility,
            (_, SourceProfile::None) => Profile::None,
        };
        Self { version, profile }
    }

    /// The version of the language, in the core profile where it says none.
    pub(crate) fn language(self) -> Version {
        let number = u16::try_from(self.version).unwrap_or(NEVER);
        match self.profile {
            Profile::Es => Version::es(number),
            Profile::Compatibility => Version { number, profile: version::Profile::Compatibility },
            Profile::None | Profile::Core => Version::desktop(number),
        }
    }

    /// Whether it is a version of ESSL.
    pub fn is_es(self) -> bool {
        self.profile == Profile::Es
    }

    /// Whether it is at least this version of desktop GLSL, or that of ESSL.
    pub fn at_least(self, desktop: u32, es: u32) -> bool {
        self.version >= if self.is_es() { es } else { desktop }
    }

    /// The line that says it.
    pub(crate) fn directive(self) -> String {
        let version = self.version;
        match self.profile {
            Profile::Es if version > 100 => format!("#version {version} es\n"),
            Profile::Compatibility => format!("#version {version} compatibility\n"),
            // `core` is what a version means without a profile.
            Profile::Es | Profile::Core | Profile::None => format!("#version {version}\n"),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let language = if self.is_es() { "ESSL" } else { "GLSL" };
        write!(f, "{language} {}.{:02}", self.version / 100, self.version % 100)?;
        match self.profile {
            Profile::Core => write!(f, " core"),
            Profile::Compatibility => write!(f, " compatibility"),
            Profile::None | Profile::Es => Ok(()),
        }
    }
}
