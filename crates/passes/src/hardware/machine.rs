//! Machines: what a target has, and the passes that bring a module into the form that it executes.
//!
//! ```
//! use vitrum_ir::{Module, Stage};
//! use vitrum_passes::{Features, Machine, RunOptions, Settings, run_passes};
//!
//! let mut machine = Machine::default();
//! machine.set("int64=yes").unwrap();
//! assert!(machine.has.contains(Features::INT64));
//! let settings = Settings { options: machine.options(), ..Settings::default() };
//! let mut module = Module::new(Stage::Compute);
//! let report = run_passes(&mut module, &machine.passes(), RunOptions { settings, ..RunOptions::default() });
//! assert!(report.is_ok());
//! ```

use super::locals_to_registers::{LocalsToRegisters, register_count};
use super::lower_access_sizes::AccessSizes;
use super::lower_booleans::{LowerBooleans, Truth};
use super::lower_explicit_memory::ExplicitMemory;
use super::lower_indirect_accesses::IndirectAccesses;
use super::lower_io::LowerIo;
use super::lower_io_to_temporaries::IoToTemporaries;
use super::lower_resource_indices::ResourceIndices;
use super::lower_textures::{LowerTextures, TextureForms, parse_forms};
use super::split_memory::SplitMemory;
use super::vectorize_memory::VectorizeMemory;
use crate::framework::settings::PassOptions;
use crate::framework::table::{PassInfo, rows};
use vitrum_ir::{Storage, flag_set};

flag_set! {
    /// Facts of a machine that hold or not.
    Features: u32 {
        /// 64-bit integers.
        INT64 "int64" = 0,
        /// Doubles.
        FLOAT64 "float64" = 1,
        /// 8- and 16-bit numbers.
        SMALL "small" = 2,
        /// Division of integers.
        DIVISION "division" = 3,
        /// Registers for Booleans; else they are 32-bit integers.
        BOOLEANS "booleans" = 4,
        /// Registers for vectors, and operations on them.
        VECTORS "vectors" = 5,
        /// Registers with an index that is not constant: components of vectors.
        INDIRECT "indirect" = 6,
        /// Slots of inputs and outputs with an index that is not constant.
        INDIRECT_SLOTS "indirect_slots" = 7,
        /// Stores that leave out components.
        MASKS "masks" = 8,
        /// Loads of outputs.
        OUTPUT_LOADS "output_loads" = 9,
        /// Functions of bits: counts, bit fields, wide products, minima.
        BIT_FUNCTIONS "bit_functions" = 10,
        /// Functions of floats: `mod`, `mix`, `fma`, rounding, hyperbolic functions.
        FLOAT_FUNCTIONS "float_functions" = 11,
        /// Packing and unpacking.
        PACKING "packing" = 12,
        /// Registers with an index, for variables: `load_register` and `store_register`.
        INDIRECT_REGISTERS "indirect_registers" = 13,
    }
}

/// A machine. The default one has the least: scalar registers of 32 bits, accesses of 4, 8 and 16 bytes.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The features that it has.
    pub has: Features,
    /// Sizes and alignments of accesses of memory.
    pub accesses: AccessSizes,
    /// Slots and interpolation.
    pub io: LowerIo,
    /// True if the index of a resource is its binding.
    pub bindings: bool,
    /// True if the integer that stands for true is 1, false if it is -1.
    pub true_is_one: bool,
    /// The forms of texture lookups that it lacks.
    pub lacks_textures: TextureForms,
    /// The most registers with an index that variables get, if it has some.
    pub arrays: LocalsToRegisters,
}

/// Options of a machine that are no facts: name and values.
const CHOICES: &[(&str, &str)] = &[
    ("sizes", "N+N..."),
    ("alignment", "natural|component"),
    ("slots", "dense|locations"),
    ("interpolation", "weights|loads"),
    ("indices", "dense|bindings"),
    ("true", "-1|1"),
    ("array_size", "N"),
    ("array_registers", "N"),
    ("textures_without", "projection+offsets+gradients+queries+rectangles+shadow+cubes+buffers"),
];

impl Machine {
    /// Sets an option by its text form, `NAME=VALUE`: a fact to `yes` or `no`, or a choice.
    ///
    /// # Errors
    /// A message that says why the text is no option, and what it may be.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').ok_or("options of machines are set by NAME=VALUE")?;
        if let Some(&(fact, _)) = Features::ALL.iter().find(|row| row.1 == name) {
            return match value {
                "yes" => {
                    self.has.insert(fact);
                    Ok(())
                }
                "no" => {
                    self.has.remove(fact);
                    Ok(())
                }
                _ => Err(format!("`{name}` does not take `{value}`: yes|no")),
            };
        }
        let Some(&(_, values)) = CHOICES.iter().find(|row| row.0 == name) else {
            let known = Features::ALL.iter().map(|row| row.1).chain(CHOICES.iter().map(|row| row.0));
            return Err(format!(
                "a machine has no option `{name}`: {}",
                known.collect::<Vec<_>>().join(", ")
            ));
        };
        self.choose(name, value).ok_or_else(|| format!("`{name}` does not take `{value}`: {values}"))
    }

    fn choose(&mut self, name: &str, value: &str) -> Option<()> {
        let second = |words: [&str; 2]| Some(words.iter().position(|&word| word == value)? == 1);
        match name {
            "slots" => self.io.locations = second(["dense", "locations"])?,
            "interpolation" => self.io.barycentric = second(["loads", "weights"])?,
            "indices" => self.bindings = second(["dense", "bindings"])?,
            "true" => self.true_is_one = second(["-1", "1"])?,
            "array_size" => self.arrays.most = register_count(value)?,
            "array_registers" => self.arrays.registers = register_count(value)?,
            "textures_without" => self.lacks_textures = parse_forms(value)?,
            _ => {
                // The same text as the pass takes.
                let mut options = PassOptions::default().with(self.accesses.clone());
                options.set(&format!("lower_access_sizes.{name}={value}")).ok()?;
                self.accesses = options.get();
            }
        }
        Some(())
    }

    /// The passes that lower a module for the machine, in order.
    pub fn passes(&self) -> Vec<&'static PassInfo> {
        let lacks = |fact: Features| !self.has.contains(fact);
        let all: &[(bool, &[&'static PassInfo])] = &[
            (
                true,
                &[
                    &rows::SPECIALIZE_GENERICS,
                    &rows::SPECIALIZE_PARAMETERS,
                    &rows::SPLIT_RESOURCE_STRUCTS,
                    &rows::GATHER_STATE,
                    &rows::LOWER_ATOMIC_COUNTERS,
                    &rows::INLINE_CALLS,
                    &rows::ELIMINATE_DEAD_FUNCTIONS,
                    &rows::LOWER_SHARED_INITIALIZERS,
                ],
            ),
            (!self.lacks_textures.is_empty(), &[&rows::LOWER_TEXTURES]),
            (lacks(Features::OUTPUT_LOADS), &[&rows::LOWER_IO_TO_TEMPORARIES]),
            (true, &[&rows::LOCALIZE_GLOBALS, &rows::SPLIT_VARIABLES, &rows::PROMOTE_VARIABLES]),
            (self.has.contains(Features::INDIRECT_REGISTERS), &[&rows::LOCALS_TO_REGISTERS]),
            (lacks(Features::INDIRECT) || lacks(Features::INDIRECT_SLOTS), &[&rows::LOWER_INDIRECT_ACCESSES]),
            (
                true,
                &[
                    &rows::LOWER_SYSTEM_VALUES,
                    &rows::LOWER_IO,
                    &rows::LOWER_RESOURCE_INDICES,
                    &rows::LOWER_EXPLICIT_MEMORY,
                    &rows::COMBINE,
                    &rows::ELIMINATE_DEAD_CODE,
                    &rows::VECTORIZE_MEMORY,
                    &rows::LOWER_ACCESS_SIZES,
                ],
            ),
            (lacks(Features::MASKS), &[&rows::LOWER_WRITE_MASKS]),
            (lacks(Features::VECTORS), &[&rows::LOWER_IO_TO_SCALARS, &rows::SPLIT_MEMORY]),
            (lacks(Features::INDIRECT), &[&rows::LOWER_INDIRECT_ACCESSES]),
            (
                lacks(Features::FLOAT64),
                &[&rows::LOWER_DOUBLES, &rows::INLINE_CALLS, &rows::ELIMINATE_DEAD_FUNCTIONS],
            ),
            (lacks(Features::PACKING), &[&rows::LOWER_PACKING]),
            (lacks(Features::FLOAT_FUNCTIONS), &[&rows::LOWER_FLOAT_FUNCTIONS, &rows::LOWER_FREXP_LDEXP]),
            (true, &[&rows::SCALARIZE]),
            (lacks(Features::INT64), &[&rows::LOWER_INT64]),
            (lacks(Features::SMALL), &[&rows::LOWER_BIT_SIZES]),
            (lacks(Features::DIVISION), &[&rows::LOWER_INTEGER_DIVISION]),
            (lacks(Features::BIT_FUNCTIONS), &[&rows::LOWER_BIT_FUNCTIONS]),
            (lacks(Features::BOOLEANS), &[&rows::LOWER_BOOLEANS]),
            (true, &[&rows::ELIMINATE_DEAD_CODE, &rows::CHECK_MACHINE_FORM]),
        ];
        all.iter().filter(|row| row.0).flat_map(|row| row.1.iter().copied()).collect()
    }

    /// The options of these passes, each its own part.
    pub fn options(&self) -> PassOptions {
        let lacks = |fact: Features| !self.has.contains(fact);
        let storages = match lacks(Features::INDIRECT_SLOTS) {
            true => vec![Storage::Input, Storage::Output],
            false => Vec::new(),
        };
        let width = if lacks(Features::INT64) || lacks(Features::FLOAT64) { 32 } else { 64 };
        let truth = if self.true_is_one { Truth::One } else { Truth::AllBits };
        let to = if lacks(Features::VECTORS) {
            super::scalarize::Shapes::Scalars
        } else {
            super::scalarize::Shapes::Vectors
        };
        PassOptions::default()
            .with(self.clone())
            .with(IoToTemporaries { inputs: false, outputs: true })
            .with(IndirectAccesses {
                storages,
                values: lacks(Features::INDIRECT),
                ..IndirectAccesses::default()
            })
            .with(self.arrays.clone())
            .with(self.io)
            .with(ResourceIndices { bindings: self.bindings })
            .with(ExplicitMemory { bindings: self.bindings, ..ExplicitMemory::default() })
            .with(VectorizeMemory { natural: self.accesses.natural, ..VectorizeMemory::default() })
            .with(AccessSizes { width, ..self.accesses.clone() })
            .with(SplitMemory { components: 1 })
            .with(super::scalarize::Scalarize { shapes: to })
            .with(LowerBooleans { truth })
            .with(LowerTextures { forms: self.lacks_textures, ..LowerTextures::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, Machine};
    use crate::framework::pipelines::HARDWARE;

    #[test]
    fn the_pipeline_is_that_of_the_least_machine() {
        let names: Vec<&str> = Machine::default().passes().iter().map(|pass| pass.name).collect();
        assert_eq!(names, HARDWARE.names().collect::<Vec<_>>());
    }

    #[test]
    fn options_in_text_form_name_what_is_wrong() {
        let mut machine = Machine::default();
        for text in [
            "int64=yes",
            "vectors=yes",
            "sizes=1+4",
            "slots=locations",
            "true=1",
            "indirect_registers=yes",
            "array_size=16",
            "array_registers=40",
            "textures_without=cubes+shadow",
        ] {
            assert_eq!(machine.set(text), Ok(()));
        }
        assert!(machine.has.contains(Features::INT64.union(Features::VECTORS)));
        assert_eq!(machine.accesses.sizes, [1, 4]);
        assert_eq!((machine.arrays.most, machine.arrays.registers), (16, 40));
        assert!(machine.set("array_size=0").unwrap_err().contains('N'));
        assert!(machine.passes().iter().any(|pass| pass.name == "locals_to_registers"));
        assert!(machine.set("int64").unwrap_err().contains("NAME=VALUE"));
        assert!(machine.set("int64=2").unwrap_err().contains("yes|no"));
        assert!(machine.set("speed=2").unwrap_err().contains("no option `speed`"));
        assert!(machine.set("sizes=3").unwrap_err().contains("N+N"));
    }
}
