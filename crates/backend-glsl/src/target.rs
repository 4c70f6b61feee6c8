//! Versions of GLSL.

use vitrum_ir::Module;

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
    /// The version a module was written in; GLSL 4.60 if that is not known.
    pub fn of(module: &Module) -> Self {
        let source = module.source;
        let version = source.version;
        if version == 0 {
            return Self { version: 460, profile: Profile::None };
        }
        let profile = match (module.names.get(source.name), module.names.get(source.profile)) {
            ("essl", _) | (_, "es") => Profile::Es,
            (_, "core") => Profile::Core,
            (_, "compatibility") => Profile::Compatibility,
            _ => Profile::None,
        };
        Self { version, profile }
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
