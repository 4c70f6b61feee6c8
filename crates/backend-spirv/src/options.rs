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
    /// An older version than the environment's newest.
    pub version: Option<Version>,
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
            version: None,
            names: true,
            lines: None,
            debug: false,
            linkage: false,
            free_signs: false,
            keeps_functions: false,
        }
    }

    /// The version that is written.
    pub fn version(&self) -> Version {
        self.version.unwrap_or(self.target.version())
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Target::Vulkan1_0)
    }
}

#[cfg(test)]
mod tests {
    use super::{LineTable, SourceFile, Target, Version};

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
    fn versions_follow_targets() {
        assert_eq!(Target::Vulkan1_2.version().word(), 0x0001_0500);
        assert_eq!(Version::V1_6.word(), 0x0001_0600);
        for (target, name) in Target::ALL {
            assert_eq!((target.name(), Target::from_name(name)), (name, Some(target)));
            assert_eq!(target.api(), target);
        }
        assert_eq!((Target::Wgpu.name(), Target::from_name("wgpu")), ("wgpu", Some(Target::Wgpu)));
        assert_eq!(Target::Wgpu.version(), Target::Wgpu.api().version());
    }
}
