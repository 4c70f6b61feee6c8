//! Options of `bound_indices`.

use crate::framework::settings::{PassOption, PassOptions};

/// The treatment of an index that may be out of bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexPolicy {
    /// The last part is taken instead.
    #[default]
    Clamp,
    /// A read gives zero, and a write is left out.
    Skip,
    /// It stays as it is.
    Unchecked,
}

impl IndexPolicy {
    /// The name as text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clamp => "clamp",
            Self::Skip => "skip",
            Self::Unchecked => "unchecked",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Clamp, Self::Skip, Self::Unchecked].into_iter().find(|policy| policy.name() == name)
    }
}

macro_rules! classes {
    ($($(#[$doc:meta])+ $class:ident $field:ident $name:literal $summary:literal;)*) => {
        /// Options of the pass `bound_indices`: a policy for each class of memory. Without one, a class is clamped as far as
        /// possible, and stores to images are skipped.
        #[derive(Clone, Debug, Default)]
        pub struct BoundIndices {
            $($(#[$doc])+ pub $field: Option<IndexPolicy>,)*
            /// True if what cannot be bounded is refused: memory behind buffer references, cooperative matrices in memory, and
            /// whatever has no length.
            pub refuses_unbounded: bool,
        }

        /// A class of memory.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Class { $($class),* }

        impl Class {
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$class => $name),* }
            }
        }

        impl BoundIndices {
            /// The same policy for every class.
            #[must_use]
            pub fn all(policy: IndexPolicy) -> Self {
                Self { $($field: Some(policy),)* refuses_unbounded: false }
            }

            pub(super) fn of(&self, class: Class) -> Option<IndexPolicy> {
                match class { $(Class::$class => self.$field),* }
            }
        }

        pub(crate) const OPTIONS: &[PassOption] = &[
            PassOption {
                name: "all",
                values: POLICIES,
                summary: "the policy of every class",
                set: |options, text| {
                    let policy = IndexPolicy::from_name(text)?;
                    options.change(|it: &mut BoundIndices| {
                        *it = BoundIndices { refuses_unbounded: it.refuses_unbounded, ..BoundIndices::all(policy) };
                    });
                    Some(())
                },
            },
            $(PassOption {
                name: $name,
                values: POLICIES,
                summary: $summary,
                set: |options: &mut PassOptions, text| {
                    let policy = IndexPolicy::from_name(text)?;
                    options.change(|it: &mut BoundIndices| it.$field = Some(policy));
                    Some(())
                },
            },)*
            PassOption {
                name: "unbounded",
                values: "leave|refuse",
                summary: "what no policy can bound, such as memory behind buffer references",
                set: |options, text| {
                    let refuses = match text {
                        "refuse" => true,
                        "leave" => false,
                        _ => return None,
                    };
                    options.change(|it: &mut BoundIndices| it.refuses_unbounded = refuses);
                    Some(())
                },
            },
        ];
    };
}

const POLICIES: &str = "clamp|skip|unchecked";

classes! {
    /// Values, variables of functions, and private globals.
    Local local "local" "arrays, vectors and matrices that are values or variables";
    /// Shared variables and task payloads.
    Shared shared "shared" "shared memory";
    /// Inputs, outputs, payloads of rays.
    Interface interface "interface" "inputs and outputs";
    /// Uniform blocks, loose uniforms and push constants.
    Uniform uniform "uniform" "uniform blocks, loose uniforms and push constants";
    /// Storage blocks and what buffer references lead to.
    Buffer buffer "buffer" "storage blocks";
    /// Arrays of blocks, of textures, images and samplers.
    BindingArray binding_array "binding_array" "arrays of blocks, textures, images and samplers";
    /// Coordinates, layers and samples of texels that are fetched or loaded.
    ImageLoad image_load "image_load" "texels that are fetched or loaded";
    /// Coordinates, layers and samples of texels that are stored to or changed atomically.
    ImageStore image_store "image_store" "texels that are stored to or changed atomically";
    /// Levels of fetches, and of sizes that are asked for.
    Level level "level" "levels of texels that are fetched, and of sizes";
}
