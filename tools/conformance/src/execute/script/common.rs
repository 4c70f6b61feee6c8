//! The state that commands change in the same way on the device and in the interpreter.

use std::collections::BTreeMap;

use vitrum_runner::{Image, Sampler};

use super::run::{check, set_parameter};
use super::{Command, Given};

/// Half a step of eight bits more than GL's drivers may be off.
const TOLERANCE: f32 = 3.0 / 256.0;

/// State of uniforms, textures and storage buffers.
#[derive(Default)]
pub(super) struct Common {
    pub(super) given: Vec<Given>,
    pub(super) units: BTreeMap<u32, (Image, Sampler)>,
    /// The unit named last.
    unit: u32,
    pub(super) storage: BTreeMap<u32, Vec<u8>>,
    pub(super) clear: [f32; 4],
    pub(super) ortho: Option<[f32; 4]>,
    pub(super) tolerance: [f32; 4],
}

impl Common {
    /// The initial state, with values of uniforms.
    pub(super) fn new(given: Vec<Given>) -> Self {
        Self { given, tolerance: [TOLERANCE; 4], ..Self::default() }
    }

    /// Runs a command that concerns this state alone; others change nothing.
    pub(super) fn step(&mut self, command: &Command) -> Result<(), String> {
        match command {
            Command::ClearColor(color) => self.clear = *color,
            Command::Uniform(given) => {
                self.given.retain(|other| other.path != given.path);
                self.given.push(given.clone());
            }
            Command::Texture(unit, image, sampler) => {
                self.unit = *unit;
                self.units.insert(*unit, ((**image).clone(), *sampler));
            }
            Command::Parameter(parameter) => {
                if let Some((_, sampler)) = self.units.get_mut(&self.unit) {
                    set_parameter(sampler, *parameter);
                }
            }
            Command::Tolerance(tolerance) => self.tolerance = *tolerance,
            Command::Ortho(ortho) => self.ortho = Some(*ortho),
            Command::Storage(index, bytes) => {
                self.storage.insert(*index, vec![0; *bytes]);
            }
            Command::StorageData(index, offset, bytes) => {
                let buffer = self.storage.entry(*index).or_default();
                let slot = buffer.get_mut(*offset..*offset + bytes.len());
                slot.ok_or("bytes behind the end of a buffer")?.copy_from_slice(bytes);
            }
            Command::ProbeStorage { index, offset, kind, relation, bits } => {
                let buffer = self.storage.get(index).map_or(&[][..], |bytes| &bytes[..]);
                let bytes = buffer.get(*offset..*offset + kind.bytes());
                check(*kind, bytes.ok_or("looks behind the end of a buffer")?, *relation, *bits)?;
            }
            Command::ClearDepth(_)
            | Command::Clear
            | Command::Target(_)
            | Command::Counters(_)
            | Command::Counter(..)
            | Command::Patch(_)
            | Command::DepthTest(_)
            | Command::DrawRect { .. }
            | Command::DrawArrays { .. }
            | Command::Compute(_)
            | Command::Probe(..)
            | Command::ProbeCounter { .. } => {}
        }
        Ok(())
    }
}
