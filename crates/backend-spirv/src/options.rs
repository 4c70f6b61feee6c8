//! Options of the caller: target environment, version, debug information.

/// A version of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the versions")]
pub enum Version {
    V1_0,
    V1_1,
    V1_2,
    V1_3,
    V1_4,
    V1_5,
    V1_6,
}

impl Version {
    /// As in the header of a module.
    pub fn word(self) -> u32 {
        0x0001_0000 | (self as u32) << 8
    }

    /// All of them, the oldest first.
    pub const ALL: [Self; 7] =
        [Self::V1_0, Self::V1_1, Self::V1_2, Self::V1_3, Self::V1_4, Self::V1_5, Self::V1_6];

    /// The version that the header of a module says.
    pub fn from_word(word: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.word() == word)
    }
}

/// The version of SPIR-V that a module gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VersionChoice {
    /// The newest that the target has to accept.
    #[default]
    Newest,
    /// This one; a module that it cannot express is an error.
    Exactly(Version),
    /// This one, or the first newer one that can express the module; never one newer than the target has to accept.
    AtLeast(Version),
}

impl From<Version> for VersionChoice {
    fn from(version: Version) -> Self {
        Self::Exactly(version)
    }
}

/// An environment that runs SPIR-V. `Wgpu` stands for what naga, the shader compiler of wgpu, reads: a module for Vulkan 1.1
/// with a part of its capabilities and instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the environments")]
pub enum Target {
    Vulkan1_0,
    Vulkan1_1,
    Vulkan1_2,
    Vulkan1_3,
    Vulkan1_4,
    OpenGl4_5,
    Wgpu,
}

impl Target {
    /// Every API of Khronos with the name that `spirv-val --target-env` gives it.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Vulkan1_0, "vulkan1.0"),
        (Self::Vulkan1_1, "vulkan1.1"),
        (Self::Vulkan1_2, "vulkan1.2"),
        (Self::Vulkan1_3, "vulkan1.3"),
        (Self::Vulkan1_4, "vulkan1.4"),
        (Self::OpenGl4_5, "opengl4.5"),
    ];

    /// The newest version that the environment has to accept.
    pub fn version(self) -> Version {
        match self {
            Self::Vulkan1_0 | Self::OpenGl4_5 => Version::V1_0,
            Self::Vulkan1_1 | Self::Wgpu => Version::V1_3,
            Self::Vulkan1_2 => Version::V1_5,
            Self::Vulkan1_3 | Self::Vulkan1_4 => Version::V1_6,
        }
    }

    /// The names of all targets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|row| row.1).chain([Self::Wgpu.name()])
    }

    /// True if it is Vulkan, of any version, or wgpu, which has the rules of Vulkan and more.
    pub fn is_vulkan(self) -> bool {
        self != Self::OpenGl4_5
    }

    /// The API of Khronos whose rules its modules keep: itself, but for wgpu.
    pub fn api(self) -> Self {
        if self == Self::Wgpu { Self::Vulkan1_1 } else { self }
    }

    /// Its name, as `spirv-val --target-env` takes it for the APIs of Khronos.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("wgpu", |row| row.1)
    }

    /// The target of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let khronos = || Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0);
        if name == Self::Wgpu.name() { Some(Self::Wgpu) } else { khronos() }
    }
}

/// One source file: where its lines start in the address space of spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its text, if it is to go into the module.
    pub text: Option<String>,
    /// Offset of the first byte of each line, ascending.
    pub lines: Vec<u32>,
}

/// Turns spans into files, lines and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    /// The files, in ascending order of their first byte.
    pub files: Vec<SourceFile>,
}

impl LineTable {
    /// File, line and column of an offset; lines and columns count from 1.
    pub fn find(&self, offset: u32) -> Option<(usize, u32, u32)> {
        let starts = |file: &SourceFile| file.lines.first().copied().unwrap_or(0) <= offset;
        let file = self.files.partition_point(starts).checked_sub(1)?;
        let lines = &self.files.get(file)?.lines;
        let line = lines.partition_point(|&start| start <= offset).checked_sub(1)?;
        let column = offset - lines.get(line)?;
        Some((file, line as u32 + 1, column + 1))
    }
}

/// Options of the back end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The environment.
    pub target: Target,
    /// The version.
    pub version: VersionChoice,
    /// True if names of variables, functions, types and values are written, and the language of the source. Without names and lines,
    /// structs that are alike in memory are one, except for wgpu.
    pub names: bool,
    /// Set to write lines.
    pub lines: Option<LineTable>,
    /// True if `NonSemantic.Shader.DebugInfo.100` is written instead of `OpLine`; it needs `lines`.
    pub debug: bool,
    /// True if a linker takes the module: it exports and imports functions.
    pub linkage: bool,
    /// True if casts between `int` and `uint` are left out where SPIR-V takes either, unless names or lines are written. Never for wgpu.
    pub free_signs: bool,
    /// True if functions are written that no entry point comes to call.
    pub keeps_functions: bool,
}

impl Options {
    /// For a target, with names and without lines, debug information, linkage and functions that are not called.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            version: VersionChoice::Newest,
            names: true,
            lines: None,
            debug: false,
            linkage: false,
            free_signs: false,
            keeps_functions: false,
        }
    }

    /// The version that is written, or the first that is tried.
    pub fn version(&self) -> Version {
        let newest = self.target.version();
        match self.version {
            VersionChoice::Newest => newest,
            VersionChoice::Exactly(version) => version,
            VersionChoice::AtLeast(version) => version.min(newest),
        }
    }

    /// The newer versions that a module may have if [`version`](Self::version) cannot express it, the oldest first.
    pub(crate) fn newer_versions(&self) -> impl Iterator<Item = Version> {
        let first = self.version();
        let last = match self.version {
            VersionChoice::AtLeast(_) => self.target.version(),
            VersionChoice::Newest | VersionChoice::Exactly(_) => first,
        };
        Version::ALL.into_iter().filter(move |&version| first < version && version <= last)
    }

    /// The same options for exactly this version.
    pub(crate) fn for_version(&self, version: Version) -> Self {
        Self { version: VersionChoice::Exactly(version), ..self.clone() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Target::Vulkan1_0)
    }
}

#[cfg(test)]
mod tests {
    use super::{LineTable, Options, SourceFile, Target, Version, VersionChoice};

    #[test]
    fn offsets_have_lines() {
        let file =
            |name: &str, lines: &[u32]| SourceFile { name: name.into(), text: None, lines: lines.into() };
        let table = LineTable { files: vec![file("a", &[0, 10, 20]), file("b", &[30, 35])] };
        assert_eq!(table.find(0), Some((0, 1, 1)));
        assert_eq!(table.find(12), Some((0, 2, 3)));
        assert_eq!(table.find(36), Some((1, 2, 2)));
        assert_eq!(LineTable::default().find(3), None);
    }

    #[test]
    fn versions_are_raised_up_to_that_of_the_target() {
        let choices = |target, version| {
            let options = Options { version, ..Options::new(target) };
            (options.version(), options.newer_versions().collect::<Vec<_>>())
        };
        let target = Target::Vulkan1_1;
        assert_eq!(choices(target, VersionChoice::Newest), (Version::V1_3, vec![]));
        assert_eq!(choices(target, VersionChoice::Exactly(Version::V1_4)), (Version::V1_4, vec![]));
        assert_eq!(
            choices(target, VersionChoice::AtLeast(Version::V1_1)),
            (Version::V1_1, vec![Version::V1_2, Version::V1_3])
        );
        assert_eq!(choices(target, VersionChoice::AtLeast(Version::V1_4)), (Version::V1_3, vec![]));
    }

    #[test]
    fn versions_follow_targets() {
        assert_eq!(Target::Vulkan1_2.version().word(), 0x0001_0500);
        assert_eq!(Version::V1_6.word(), 0x0001_0600);
        assert_eq!(Version::from_word(0x0001_0300), Some(Version::V1_3));
        assert_eq!(Version::from_word(0x0001_0700), None);
        for (target, name) in Target::ALL {
            assert_eq!((target.name(), Target::from_name(name)), (name, Some(target)));
            assert_eq!(target.api(), target);
        }
        assert_eq!((Target::Wgpu.name(), Target::from_name("wgpu")), ("wgpu", Some(Target::Wgpu)));
        assert_eq!(Target::Wgpu.version(), Target::Wgpu.api().version());
    }
}
