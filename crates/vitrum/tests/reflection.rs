//! Reflections as JSON, held by files beside the shaders, and against what SPIR-V declares.
//!
//! `UPDATE_EXPECT=1` writes the files anew.

use std::path::{Path, PathBuf};

use rspirv::dr::{Module, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};
use vitrum::reflect::{Member, Resource, ResourceKind, Struct, TypeKind};
use vitrum::{Compilation, Options, Reflection, Target};

fn shaders() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reflection");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| vitrum::stage_of_path(path).is_some());
    paths.sort();
    assert!(paths.len() >= 12);
    paths
}

fn compiled(path: &Path) -> Compilation {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Some(stage) = vitrum::stage_of_path(path) else { panic!("{}: no stage", path.display()) };
    let opengl = text.contains("// target: opengl4.5");
    let target = if opengl { Target::OpenGl4_5 } else { Target::Vulkan1_3 };
    let options = Options::new(stage).target(target);
    vitrum::compile(&text, &options).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()))
}

fn reflected(path: &Path) -> Reflection {
    compiled(path).reflection().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn reflections_are_as_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for path in shaders() {
        let found = reflected(&path).json();
        let mut expected = path.clone().into_os_string();
        expected.push(".json");
        if update {
            std::fs::write(&expected, &found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(found == expected, "{}: not as in the file beside it\n{found}", path.display());
        let read =
            Reflection::from_json(&found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(read.json(), found, "{}: read from JSON and written again", path.display());
    }
}

#[test]
fn reflections_say_what_spirv_declares() {
    let mut blocks = 0;
    for path in shaders() {
        let compilation = compiled(&path);
        let words = compilation.spirv().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let checker = Checker { module: loaded(&words), reflection: reflected(&path) };
        for resource in &checker.reflection.resources {
            if let Some(id) = checker.block(resource) {
                blocks += 1;
                checker.compare(id, resource.ty.structure, &resource.name);
            }
        }
        checker.interface(StorageClass::Input, "in");
        checker.interface(StorageClass::Output, "out");
    }
    assert!(blocks >= 8, "{blocks}");
}

/// The module of these words; rspirv has no place for `OpExecutionModeId`, which is left out.
fn loaded(words: &[u32]) -> Module {
    let (mut kept, mut rest) = (words[..5].to_vec(), &words[5..]);
    while let Some(first) = rest.first() {
        let (instruction, after) = rest.split_at((first >> 16) as usize);
        if first & 0xffff != Op::ExecutionModeId as u32 {
            kept.extend_from_slice(instruction);
        }
        rest = after;
    }
    rspirv::dr::load_words(&kept).unwrap_or_else(|error| panic!("{error}"))
}

struct Checker {
    module: Module,
    reflection: Reflection,
}

impl Checker {
    fn decoration(&self, id: u32, member: Option<u32>, decoration: Decoration) -> Option<u32> {
        let mut found = None;
        for annotation in &self.module.annotations {
            let operands = annotation.operands.as_slice();
            let rest = match (annotation.class.opcode, member, operands) {
                (Op::Decorate, None, [Operand::IdRef(target), rest @ ..]) if *target == id => rest,
                (
                    Op::MemberDecorate,
                    Some(member),
                    [Operand::IdRef(target), Operand::LiteralBit32(at), rest @ ..],
                ) if *target == id && *at == member => rest,
                _ => continue,
            };
            match rest {
                [Operand::Decoration(is), value @ ..] if *is == decoration => {
                    found = Some(match value {
                        [Operand::LiteralBit32(value), ..] => *value,
                        _ => 1,
                    });
                }
                _ => {}
            }
        }
        found
    }

    fn operands(&self, id: u32) -> (Op, Vec<Operand>) {
        let found = self.module.types_global_values.iter().find(|inst| inst.result_id == Some(id));
        found.map_or((Op::Nop, Vec::new()), |inst| (inst.class.opcode, inst.operands.clone()))
    }

    fn id(operand: Option<&Operand>) -> u32 {
        match operand {
            Some(Operand::IdRef(id)) => *id,
            _ => 0,
        }
    }

    /// The type within arrays, and their strides.
    fn element(&self, id: u32) -> (u32, Vec<u32>) {
        let mut id = id;
        let mut strides = Vec::new();
        loop {
            let (op, operands) = self.operands(id);
            if !matches!(op, Op::TypeArray | Op::TypeRuntimeArray) {
                return (id, strides);
            }
            strides.extend(self.decoration(id, None, Decoration::ArrayStride));
            id = Self::id(operands.first());
        }
    }

    /// The type of what a variable holds, by storage class.
    fn variables(&self) -> impl Iterator<Item = (u32, StorageClass, u32)> + '_ {
        self.module.types_global_values.iter().filter(|inst| inst.class.opcode == Op::Variable).filter_map(
            |inst| {
                let (_, pointer) = self.operands(inst.result_type?);
                match (inst.operands.first(), pointer.get(1)) {
                    (Some(Operand::StorageClass(class)), Some(Operand::IdRef(pointee))) => {
                        Some((inst.result_id?, *class, *pointee))
                    }
                    _ => None,
                }
            },
        )
    }

    /// The struct type of a block that SPIR-V has.
    fn block(&self, resource: &Resource) -> Option<u32> {
        resource.layout?;
        let is_it = |&(id, class, _): &(u32, StorageClass, u32)| {
            let place = |decoration| self.decoration(id, None, decoration);
            match resource.kind {
                ResourceKind::PushConstant => class == StorageClass::PushConstant,
                ResourceKind::ShaderRecord => class == StorageClass::ShaderRecordBufferKHR,
                _ => {
                    matches!(class, StorageClass::Uniform | StorageClass::StorageBuffer)
                        && place(Decoration::Binding) == resource.binding
                        && place(Decoration::DescriptorSet) == resource.set
                }
            }
        };
        let variable = self.variables().find(is_it);
        assert!(variable.is_some() || !resource.used, "{resource:?}");
        variable.map(|(_, _, pointee)| self.element(pointee).0)
    }

    fn compare(&self, id: u32, structure: Option<usize>, name: &str) {
        let Some(data) = structure.and_then(|at| self.reflection.structs.get(at)) else { panic!("{name}") };
        let Struct { members, .. } = data;
        let (op, types) = self.operands(id);
        assert_eq!((op, types.len()), (Op::TypeStruct, members.len()), "{name}");
        for (index, (member, ty)) in members.iter().zip(&types).enumerate() {
            let Member { offset, array_strides, matrix_stride, row_major, .. } = member;
            let name = format!("{name}.{}", member.name);
            let of_member = |decoration| self.decoration(id, Some(index as u32), decoration);
            assert_eq!(*offset, of_member(Decoration::Offset), "{name}");
            assert_eq!(*matrix_stride, of_member(Decoration::MatrixStride), "{name}");
            assert_eq!(row_major.unwrap_or(false), of_member(Decoration::RowMajor).is_some(), "{name}");
            let (element, strides) = self.element(Self::id(Some(ty)));
            assert_eq!(*array_strides, strides, "{name}");
            if member.ty.kind == TypeKind::Struct {
                self.compare(element, member.ty.structure, &name);
            }
        }
    }

    /// Locations and built-ins of variables, in order.
    fn interface(&self, class: StorageClass, what: &str) {
        let declared = if what == "in" { &self.reflection.inputs } else { &self.reflection.outputs };
        for (id, _, _) in self.variables().filter(|variable| variable.1 == class) {
            let Some(location) = self.decoration(id, None, Decoration::Location) else { continue };
            let component = self.decoration(id, None, Decoration::Component);
            let index = self.decoration(id, None, Decoration::Index);
            let is_it = |variable: &&vitrum::reflect::Variable| {
                variable.location == Some(location)
                    && (variable.component, variable.index.unwrap_or(0)) == (component, index.unwrap_or(0))
            };
            assert!(declared.iter().any(|variable| is_it(&variable)), "{what} {location} {component:?}");
        }
    }
}
