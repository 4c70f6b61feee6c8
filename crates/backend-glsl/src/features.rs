//! Support of features by a target, from the table of features.

use crate::Target;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Asked;
pub(crate) use vitrum_glsl::features::Feature;
use vitrum_glsl::version::NEVER;

/// The support of a feature by a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// It is part of the version.
    Core,
    /// It comes with this extension.
    Extension(Extension),
    /// The target lacks it; the first version that has it.
    Missing(Option<Target>),
}

/// The support of a feature by a target.
pub(crate) fn support(feature: Feature, target: Target) -> Support {
    let version = target.language();
    if feature.is_in(version) {
        return Support::Core;
    }
    match feature.info().asked.iter().find(|asked| version.at_least(asked.desktop, asked.es)) {
        Some(asked) => Support::Extension(asked.extension),
        None => Support::Missing(first(feature, target)),
    }
}

/// The first version of the target's language that has a feature, with an extension if need be; else of the other.
fn first(feature: Feature, target: Target) -> Option<Target> {
    let info = feature.info();
    let least = |version: u16, asked: fn(&Asked) -> u16| {
        let first = info.asked.iter().map(asked).chain([version]).min();
        first.filter(|&first| first != NEVER).map(u32::from)
    };
    let desktop = least(info.since.desktop, |asked| asked.desktop).map(Target::desktop);
    let es = least(info.since.es, |asked| asked.es).map(Target::es);
    if target.is_es() { es.or(desktop) } else { desktop.or(es) }
}

/// True if a target knows an extension, so that its line may stand there. Names that no table has may be of any version.
pub(crate) fn knows(target: Target, name: &str) -> bool {
    Extension::from_name(name).is_none_or(|extension| extension.is_asked_in(target.language()))
}

/// Whether compilers that do not know an extension may have what it brings all the same, so that it is not required.
pub(crate) fn is_optional(name: &str) -> bool {
    use Extension::{
        AmdConservativeDepth, AmdVertexShaderLayer, ArbCompatibility, ExtConservativeDepth, ExtDrawBuffers,
        ExtDrawInstanced, ExtSeparateShaderObjects, ExtTextureOffsetNonConst,
    };
    Extension::from_name(name).is_some_and(|extension| {
        matches!(
            extension,
            ArbCompatibility
                | AmdConservativeDepth
                | AmdVertexShaderLayer
                | ExtConservativeDepth
                | ExtDrawBuffers
                | ExtDrawInstanced
                | ExtSeparateShaderObjects
                | ExtTextureOffsetNonConst
        )
    })
}

/// True if an extension only says what its version says anyway, or what is asked for where it is used, so that it need not
/// be kept from the source.
pub(crate) fn is_found_again(name: &str) -> bool {
    use Extension as E;
    const SILENT: &[Extension] = &[
        E::ArbCompatibility,
        E::ArbSeparateShaderObjects,
        E::ArbExplicitAttribLocation,
        E::ArbExplicitUniformLocation,
        E::ArbShadingLanguage420pack,
        E::ArbShadingLanguageInclude,
        E::GoogleIncludeDirective,
        E::GoogleCppStyleLineDirective,
        E::ExtGpuShader4,
        E::ArbDrawInstanced,
        E::ExtDrawBuffers,
        E::AndroidExtensionPackEs31a,
        E::OesShaderIoBlocks,
        E::OesGeometryShader,
        E::OesTessellationShader,
        E::OesGpuShader5,
        E::OesTextureBuffer,
        E::OesTextureCubeMapArray,
        E::OesGeometryPointSize,
        E::OesTessellationPointSize,
        E::OesPrimitiveBoundingBox,
        E::ExtSeparateShaderObjects,
        E::ExtShaderImplicitConversions,
        E::KhrVulkanGlsl,
    ];
    let asks = |extension: Extension| {
        Feature::ALL.iter().any(|feature| {
            feature.info().asked.iter().any(|asked| asked.extension == extension && asked.is_ever())
        })
    };
    Extension::from_name(name).is_some_and(|extension| SILENT.contains(&extension) || asks(extension))
}

#[cfg(test)]
mod tests {
    use super::{Feature, Support, support};
    use crate::Target;
    use vitrum_glsl::extensions::Extension;

    #[test]
    fn what_is_missing_names_the_first_version() {
        let missing = support(Feature::Unsigned, Target::es(100));
        assert_eq!(missing, Support::Missing(Some(Target::es(300))));
        assert_eq!(support(Feature::Double, Target::es(320)), Support::Missing(Some(Target::desktop(400))));
        assert_eq!(support(Feature::Texture3D, Target::es(100)), Support::Extension(Extension::OesTexture3d));
        assert_eq!(support(Feature::Switch, Target::desktop(130)), Support::Core);
    }
}
