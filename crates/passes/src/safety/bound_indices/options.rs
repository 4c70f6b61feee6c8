//! Options of `bound_indices`.

use crate::framework::settings::{PassOption, PassOptions};
use crate::translate::remap_bindings::parse_place;
use std::collections::BTreeMap;

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
        /// possible: atomic operations on texels are skipped, and stores to texels stay, which have no effect outside of an image.
        #[derive(Clone, Debug, Default)]
        pub struct BoundIndices {
            $($(#[$doc])+ pub $field: Option<IndexPolicy>,)*
            /// True if the device has the features `robustBufferAccess` and `robustImageAccess`: without a policy of their own, arrays
            /// without a length in storage blocks and texels are left to it. SPIR-V defines no index beyond an array with a length, a
            /// vector or a matrix, so that these are bounded in any case.
            pub robust_device: bool,
            /// True if what cannot be bounded is refused: memory behind buffer references, cooperative matrices in memory, and
            /// whatever has no length.
            pub refuses_unbounded: bool,
            /// The number of resources or blocks in arrays without a length.
            pub resources: ResourceCounts,
            /// The number of samples of input attachments and of the tile.
            pub attachment_samples: Option<u32>,
            /// The most workgroups of a dispatch in a dimension; 65,535 without it, the least that Vulkan and OpenGL allow.
            pub largest_dispatch: Option<u32>,
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
                Self { $($field: Some(policy),)* ..Self::default() }
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
                    options.change(|it: &mut BoundIndices| { $(it.$field = Some(policy);)* });
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
                name: "device",
                values: "robust|plain",
                summary: "with `robust`, the device itself bounds arrays without a length in storage blocks, and texels",
                set: |options, text| {
                    let is_robust = match text {
                        "robust" => true,
                        "plain" => false,
                        _ => return None,
                    };
                    options.change(|it: &mut BoundIndices| it.robust_device = is_robust);
                    Some(())
                },
            },
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
            PassOption {
                name: "resources",
                values: "N|SET.BINDING:N,...",
                summary: "the number of resources in arrays without a length, of all or by place",
                set: set_resources,
            },
            PassOption {
                name: "attachment_samples",
                values: "N",
                summary: "the number of samples of input attachments",
                set: |options, text| {
                    let samples = count(text)?;
                    options.change(|it: &mut BoundIndices| it.attachment_samples = Some(samples));
                    Some(())
                },
            },
            PassOption {
                name: "largest_dispatch",
                values: "N",
                summary: "the most workgroups of a dispatch in a dimension; 65535 without it",
                set: |options, text| {
                    let most = count(text)?;
                    options.change(|it: &mut BoundIndices| it.largest_dispatch = Some(most));
                    Some(())
                },
            },
        ];
    };
}

/// The number of resources or blocks in arrays without a length, which a shader cannot ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceCounts {
    /// The number for arrays whose place is not named.
    pub others: Option<u32>,
    /// Numbers by set and binding.
    pub places: BTreeMap<(u32, u32), u32>,
}

impl ResourceCounts {
    /// The number of resources at a set and binding.
    pub(crate) fn of(&self, place: Option<(u32, u32)>) -> Option<u32> {
        let named = place.and_then(|place| self.places.get(&place).copied());
        named.or(self.others).filter(|&count| count > 0)
    }
}

/// A number from 1.
fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&count| count > 0)
}

fn set_resources(options: &mut PassOptions, text: &str) -> Option<()> {
    let mut rows = Vec::new();
    for row in text.split(',') {
        rows.push(match row.split_once(':') {
            Some((place, number)) => (Some(parse_place(place)?), count(number)?),
            None => (None, count(row)?),
        });
    }
    options.change(|it: &mut BoundIndices| {
        for (place, count) in rows {
            match place {
                Some(place) => drop(it.resources.places.insert(place, count)),
                None => it.resources.others = Some(count),
            }
        }
    });
    Some(())
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
    /// Coordinates, layers and samples of texels that are stored to or changed atomically. Without a policy, atomic operations
    /// are skipped, and of stores those to texel buffers. Others stay: a store outside of an image has no effect by the
    /// specifications of Vulkan ("Texel Output Validation Operations", integer texel coordinate validation), OpenGL 4.6 (section
    /// 8.26, "Texture Image Loads and Stores") and OpenGL ES 3.1 (section 8.22), whichever features a device has enabled.
    ImageStore image_store "image_store" "texels that are stored to or changed atomically";
    /// Levels of fetches, and of sizes that are asked for.
    Level level "level" "levels of texels that are fetched, and of sizes";
}
