//! The size of linked programs, without and with optimisation across stages.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use vitrum::ir::{Length, Module, Stage, Storage, Type, TypeData};
use vitrum::{Target, stage_extension};
use vitrum_backend_spirv as spirv;
use vitrum_passes::{RunOptions, location_count, run_pipeline};

use crate::execute::link::{Joining, joined, legalized};
use crate::outcome::CaseResult;

/// The ways of joining stages that are compared.
const WAYS: [(&str, Joining); 3] = {
    let linked = Joining { linked: true, optimized: false, packed: false, one_module: false };
    [
        ("linked", linked),
        ("cross-stage", Joining { linked: true, optimized: true, packed: false, one_module: false }),
        ("packed", Joining { linked: true, optimized: true, packed: true, one_module: false }),
    ]
};

/// The sizes of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Size {
    /// Outputs that the author declared, members of blocks each, of all stages but the last.
    pub(crate) varyings: u64,
    /// Their components.
    pub(crate) components: u64,
    /// Their locations.
    pub(crate) locations: u64,
    /// Words of SPIR-V of all stages.
    pub(crate) words: u64,
}

impl Size {
    /// The numbers with their names.
    fn numbers(self) -> [(&'static str, u64); 4] {
        let Self { varyings, components, locations, words } = self;
        [("varyings", varyings), ("components", components), ("locations", locations), ("words", words)]
    }
}

/// The sizes of a program, joined in each of the ways.
pub(crate) type Measured = [Size; WAYS.len()];

/// Measures the stages of a program, optimised each. Keeps the modules in a folder if there is one, below the name of the way.
pub(crate) fn measure(stages: &[Module], id: &str, keep: Option<&Path>) -> Result<Measured, String> {
    let mut modules = stages.to_vec();
    modules.sort_by_key(|module| module.stage);
    if let Some(pipeline) = vitrum_passes::pipeline("default") {
        for module in &mut modules {
            run_pipeline(module, pipeline, RunOptions::default()).map_err(|error| error.to_string())?;
        }
    }
    let mut measured = Measured::default();
    for ((name, joining), size) in WAYS.into_iter().zip(&mut measured) {
        *size = size_of(&joined(&modules, joining)?);
        for module in legalized(&modules, joining)? {
            let options = spirv::Options { names: false, ..spirv::Options::new(Target::Vulkan1_3) };
            let lacks = |error| format!("the device lacks what a stage needs: {error}");
            let words = spirv::emit(&module, &options).map_err(lacks)?;
            size.words += words.len() as u64;
            if let Some(folder) = keep {
                write(&folder.join(name), id, module.stage, &words).map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(measured)
}

fn write(folder: &Path, id: &str, stage: Stage, words: &[u32]) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let name: String = id.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect();
    let file: PathBuf = folder.join(format!("{name}.{}.spv", stage_extension(stage)));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Ok(std::fs::write(file, bytes)?)
}

/// The sizes of the varyings; words are counted when they are there.
fn size_of(modules: &[Module]) -> Size {
    let mut size = Size::default();
    let before_last = modules.split_last().map_or(&[][..], |row| row.1);
    for module in before_last {
        let mut taken = std::collections::BTreeSet::new();
        for data in module.globals.values() {
            let members = if data.block.is_some() { module.members(innermost(module, data.ty)) } else { &[] };
            let is_built_in = data.decorations.builtin.is_some()
                || members.iter().any(|member| member.decorations.builtin.is_some());
            if data.storage != Storage::Output || is_built_in {
                continue;
            }
            size.varyings += members.len().max(1) as u64;
            let ty = match (module.stage, module.types.get(data.ty)) {
                (Stage::TessControl | Stage::Mesh, TypeData::Array { element, .. }) => element,
                _ => data.ty,
            };
            size.components += components(module, ty);
            let start = data.decorations.location.unwrap_or(0);
            let starts = start..start.saturating_add(location_count(module, ty, false).min(1 << 10));
            taken.extend(starts);
        }
        size.locations += taken.len() as u64;
    }
    size
}

fn innermost(module: &Module, ty: Type) -> Type {
    module.types.innermost(ty)
}

/// The scalars of a type.
fn components(module: &Module, ty: Type) -> u64 {
    let mut open = vec![(ty, 1u64)];
    let mut count = 0u64;
    while let Some((ty, times)) = open.pop() {
        match module.types.get(ty) {
            TypeData::Vector { size, .. } => count += times * u64::from(size),
            TypeData::Matrix { columns, rows, .. } => count += times * u64::from(columns) * u64::from(rows),
            TypeData::Array { element, length } => {
                let length = if let Length::Constant(length) = length { u64::from(length) } else { 1 };
                open.push((element, times.saturating_mul(length)));
            }
            TypeData::Struct(_) => open.extend(module.members(ty).iter().map(|member| (member.ty, times))),
            _ => count += times,
        }
    }
    count
}

/// Prints the sums over all programs that were measured.
pub(crate) fn print(results: &[CaseResult]) {
    let all: Vec<Measured> = results.iter().filter_map(|result| result.measured).collect();
    let with_varyings: Vec<Measured> = all.iter().copied().filter(|row| row[0].varyings > 0).collect();
    for (what, rows) in [("programs", &all), ("programs with varyings", &with_varyings)] {
        let changed = |way: usize| rows.iter().filter(|row| row[way] != row[0]).count();
        println!("{} {what}; {} change across stages, {} packed", rows.len(), changed(1), changed(2));
        for (number, &(name, _)) in Size::default().numbers().iter().enumerate() {
            let sum = |way: usize| rows.iter().map(|row| row[way].numbers()[number].1).sum::<u64>();
            let first = sum(0);
            let parts = (0..WAYS.len()).map(|way| {
                let percent = if first == 0 { 100.0 } else { sum(way) as f64 * 100.0 / first as f64 };
                format!("{} {} ({percent:.1} %)", WAYS[way].0, sum(way))
            });
            println!("    {name}: {}", parts.collect::<Vec<_>>().join(", "));
        }
    }
}
