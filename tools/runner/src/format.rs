//! Formats of texels and vertices.

use ash::vk;

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $vk:ident, $bytes:literal;)*) => {
        /// Format of a texel, or of a vertex attribute, in bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names are those of Vulkan")]
        pub enum Format { $($(#[$doc])* $name,)* }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Bytes of a texel.
            pub fn bytes(self) -> usize {
                match self { $(Self::$name => $bytes,)* }
            }

            pub(crate) fn vk(self) -> vk::Format {
                match self { $(Self::$name => vk::Format::$vk,)* }
            }
        }
    };
}

formats! {
    R8Unorm = R8_UNORM, 1;
    Rg8Unorm = R8G8_UNORM, 2;
    Rgba8Unorm = R8G8B8A8_UNORM, 4;
    Rgba8Srgb = R8G8B8A8_SRGB, 4;
    R8Snorm = R8_SNORM, 1;
    Rg8Snorm = R8G8_SNORM, 2;
    Rgba8Snorm = R8G8B8A8_SNORM, 4;
    R8Uint = R8_UINT, 1;
    Rg8Uint = R8G8_UINT, 2;
    Rgba8Uint = R8G8B8A8_UINT, 4;
    R8Sint = R8_SINT, 1;
    Rg8Sint = R8G8_SINT, 2;
    Rgba8Sint = R8G8B8A8_SINT, 4;
    R16Unorm = R16_UNORM, 2;
    Rg16Unorm = R16G16_UNORM, 4;
    Rgba16Unorm = R16G16B16A16_UNORM, 8;
    R16Snorm = R16_SNORM, 2;
    Rg16Snorm = R16G16_SNORM, 4;
    Rgba16Snorm = R16G16B16A16_SNORM, 8;
    R16Uint = R16_UINT, 2;
    Rg16Uint = R16G16_UINT, 4;
    Rgba16Uint = R16G16B16A16_UINT, 8;
    R16Sint = R16_SINT, 2;
    Rg16Sint = R16G16_SINT, 4;
    Rgba16Sint = R16G16B16A16_SINT, 8;
    R16Float = R16_SFLOAT, 2;
    Rg16Float = R16G16_SFLOAT, 4;
    Rgba16Float = R16G16B16A16_SFLOAT, 8;
    R32Uint = R32_UINT, 4;
    Rg32Uint = R32G32_UINT, 8;
    Rgb32Uint = R32G32B32_UINT, 12;
    Rgba32Uint = R32G32B32A32_UINT, 16;
    R32Sint = R32_SINT, 4;
    Rg32Sint = R32G32_SINT, 8;
    Rgb32Sint = R32G32B32_SINT, 12;
    Rgba32Sint = R32G32B32A32_SINT, 16;
    R32Float = R32_SFLOAT, 4;
    Rg32Float = R32G32_SFLOAT, 8;
    Rgb32Float = R32G32B32_SFLOAT, 12;
    Rgba32Float = R32G32B32A32_SFLOAT, 16;
    R64Float = R64_SFLOAT, 8;
    Rg64Float = R64G64_SFLOAT, 16;
    Rgb64Float = R64G64B64_SFLOAT, 24;
    Rgba64Float = R64G64B64A64_SFLOAT, 32;
    Rgb10a2Unorm = A2B10G10R10_UNORM_PACK32, 4;
    Rgb10a2Uint = A2B10G10R10_UINT_PACK32, 4;
    Rg11b10Float = B10G11R11_UFLOAT_PACK32, 4;
    D16Unorm = D16_UNORM, 2;
    D32Float = D32_SFLOAT, 4;
}

impl Format {
    /// True if texels are depths.
    pub fn is_depth(self) -> bool {
        matches!(self, Self::D16Unorm | Self::D32Float)
    }

    pub(crate) fn aspect(self) -> vk::ImageAspectFlags {
        if self.is_depth() { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR }
    }
}
