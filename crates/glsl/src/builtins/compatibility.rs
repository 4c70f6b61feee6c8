//! Variables of the compatibility profile (GLSL 4.60 compatibility sections 7.1, 7.2 and 7.4): attributes, varyings,
//! and fixed-function state. A lowering puts the state into a block, in the order of the rows, and assigns locations
//! to the other variables.

use super::table::{Since, extension, since};
use super::variables::{Group, Shape, Variable};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use vitrum_ir::types::common;
use vitrum_ir::{BuiltIn, Precision, Storage, Type};

/// A built-in struct.
#[derive(Debug)]
pub struct Structure {
    /// Its name.
    pub name: &'static str,
    /// Names and types of its members.
    pub members: &'static [(&'static str, Type)],
    /// Its versions.
    pub since: Since,
}

use Shape::{Limited, Matrices, Matrix, One, Struct, Structs, Unsized};
use common::{F32, U32, UVEC2, UVEC3, VEC3, VEC4};

/// Desktop versions without profiles, and the compatibility profile.
const OLD: Since = since(110, NEVER).state();
const V: Stages = Stages::VERTEX;
const F: Stages = Stages::FRAGMENT;
const PER_VERTEX: Stages = V.or(Stages::TESS_CONTROL).or(Stages::TESS_EVALUATION).or(Stages::GEOMETRY);

/// All versions have this one.
pub static DEPTH_RANGE: Structure = Structure {
    name: "gl_DepthRangeParameters",
    members: &[("near", F32), ("far", F32), ("diff", F32)],
    since: since(110, 100),
};
static POINT: Structure = Structure {
    name: "gl_PointParameters",
    members: &[
        ("size", F32),
        ("sizeMin", F32),
        ("sizeMax", F32),
        ("fadeThresholdSize", F32),
        ("distanceConstantAttenuation", F32),
        ("distanceLinearAttenuation", F32),
        ("distanceQuadraticAttenuation", F32),
    ],
    since: OLD,
};
static MATERIAL: Structure = Structure {
    name: "gl_MaterialParameters",
    members: &[
        ("emission", VEC4),
        ("ambient", VEC4),
        ("diffuse", VEC4),
        ("specular", VEC4),
        ("shininess", F32),
    ],
    since: OLD,
};
static LIGHT: Structure = Structure {
    name: "gl_LightSourceParameters",
    members: &[
        ("ambient", VEC4),
        ("diffuse", VEC4),
        ("specular", VEC4),
        ("position", VEC4),
        ("halfVector", VEC4),
        ("spotDirection", VEC3),
        ("spotExponent", F32),
        ("spotCutoff", F32),
        ("spotCosCutoff", F32),
        ("constantAttenuation", F32),
        ("linearAttenuation", F32),
        ("quadraticAttenuation", F32),
    ],
    since: OLD,
};
static LIGHT_MODEL: Structure =
    Structure { name: "gl_LightModelParameters", members: &[("ambient", VEC4)], since: OLD };
static LIGHT_MODEL_PRODUCTS: Structure =
    Structure { name: "gl_LightModelProducts", members: &[("sceneColor", VEC4)], since: OLD };
static LIGHT_PRODUCTS: Structure = Structure {
    name: "gl_LightProducts",
    members: &[("ambient", VEC4), ("diffuse", VEC4), ("specular", VEC4)],
    since: OLD,
};
static FOG: Structure = Structure {
    name: "gl_FogParameters",
    members: &[("color", VEC4), ("density", F32), ("start", F32), ("end", F32), ("scale", F32)],
    since: OLD,
};

/// The texels of a lookup in a texture of two dimensions.
pub static FOOTPRINT_2D: Structure = Structure {
    name: "gl_TextureFootprint2DNV",
    members: &[("anchor", UVEC2), ("offset", UVEC2), ("mask", UVEC2), ("lod", U32), ("granularity", U32)],
    since: extension(&[Extension::NvShaderTextureFootprint]),
};
/// The same in three dimensions.
pub static FOOTPRINT_3D: Structure = Structure {
    name: "gl_TextureFootprint3DNV",
    members: &[("anchor", UVEC3), ("offset", UVEC3), ("mask", UVEC2), ("lod", U32), ("granularity", U32)],
    since: extension(&[Extension::NvShaderTextureFootprint]),
};

/// The built-in structs.
pub static STRUCTURES: &[&Structure] = &[
    &DEPTH_RANGE,
    &POINT,
    &MATERIAL,
    &LIGHT,
    &LIGHT_MODEL,
    &LIGHT_MODEL_PRODUCTS,
    &LIGHT_PRODUCTS,
    &FOG,
    &FOOTPRINT_2D,
    &FOOTPRINT_3D,
];

const fn row(name: &'static str, shape: Shape, storage: Storage, stages: Stages) -> Variable {
    Variable {
        name,
        shape,
        precision: Precision::None,
        storage,
        patch: false,
        group: Group::Alone,
        builtin: BuiltIn::Compatibility,
        since: OLD.only(stages),
        location: None,
    }
}

const fn attribute(name: &'static str, ty: Type, location: u32) -> Variable {
    Variable { location: Some(location), ..row(name, One(ty), Storage::Input, V) }
}

/// An output before rasterisation that is a member of `gl_PerVertex`.
const fn varying(name: &'static str, shape: Shape, location: u32) -> Variable {
    let location = Some(location);
    Variable { group: Group::Vertex, location, ..row(name, shape, Storage::Output, PER_VERTEX) }
}

/// An input of a fragment shader. There is no selection by face, so colours are those of the front.
const fn fragment(name: &'static str, shape: Shape, location: u32) -> Variable {
    Variable { location: Some(location), ..row(name, shape, Storage::Input, F) }
}

const fn state(name: &'static str, shape: Shape) -> Variable {
    row(name, shape, Storage::Uniform, Stages::ALL)
}

const LIGHTS: &str = "gl_MaxLights";
const COORDS: &str = "gl_MaxTextureCoords";
const MAT4: Shape = Matrix(4, 4);
const TEXTURE_MATRIX: Shape = Matrices(4, COORDS);
const PLANE: Shape = Limited(VEC4, COORDS);

/// The variables of the compatibility profile.
pub static COMPATIBILITY: &[Variable] = &[
    attribute("gl_Color", VEC4, 3),
    attribute("gl_SecondaryColor", VEC4, 4),
    attribute("gl_Normal", VEC3, 2),
    attribute("gl_Vertex", VEC4, 0),
    attribute("gl_MultiTexCoord0", VEC4, 8),
    attribute("gl_MultiTexCoord1", VEC4, 9),
    attribute("gl_MultiTexCoord2", VEC4, 10),
    attribute("gl_MultiTexCoord3", VEC4, 11),
    attribute("gl_MultiTexCoord4", VEC4, 12),
    attribute("gl_MultiTexCoord5", VEC4, 13),
    attribute("gl_MultiTexCoord6", VEC4, 14),
    attribute("gl_MultiTexCoord7", VEC4, 15),
    attribute("gl_FogCoord", F32, 5),
    Variable { builtin: BuiltIn::ClipVertex, ..varying("gl_ClipVertex", One(VEC4), 29) },
    varying("gl_FrontColor", One(VEC4), 24),
    varying("gl_BackColor", One(VEC4), 25),
    varying("gl_FrontSecondaryColor", One(VEC4), 26),
    varying("gl_BackSecondaryColor", One(VEC4), 27),
    varying("gl_TexCoord", Unsized(VEC4, COORDS), 16),
    varying("gl_FogFragCoord", One(F32), 28),
    fragment("gl_Color", One(VEC4), 24),
    fragment("gl_SecondaryColor", One(VEC4), 26),
    fragment("gl_TexCoord", Unsized(VEC4, COORDS), 16),
    fragment("gl_FogFragCoord", One(F32), 28),
    state("gl_ModelViewMatrix", MAT4),
    state("gl_ModelViewMatrixInverse", MAT4),
    state("gl_ModelViewMatrixTranspose", MAT4),
    state("gl_ModelViewMatrixInverseTranspose", MAT4),
    state("gl_ProjectionMatrix", MAT4),
    state("gl_ProjectionMatrixInverse", MAT4),
    state("gl_ProjectionMatrixTranspose", MAT4),
    state("gl_ProjectionMatrixInverseTranspose", MAT4),
    state("gl_ModelViewProjectionMatrix", MAT4),
    state("gl_ModelViewProjectionMatrixInverse", MAT4),
    state("gl_ModelViewProjectionMatrixTranspose", MAT4),
    state("gl_ModelViewProjectionMatrixInverseTranspose", MAT4),
    state("gl_TextureMatrix", TEXTURE_MATRIX),
    state("gl_TextureMatrixInverse", TEXTURE_MATRIX),
    state("gl_TextureMatrixTranspose", TEXTURE_MATRIX),
    state("gl_TextureMatrixInverseTranspose", TEXTURE_MATRIX),
    state("gl_NormalMatrix", Matrix(3, 3)),
    state("gl_NormalScale", One(F32)),
    state("gl_ClipPlane", Limited(VEC4, "gl_MaxClipPlanes")),
    state("gl_Point", Struct(&POINT)),
    state("gl_FrontMaterial", Struct(&MATERIAL)),
    state("gl_BackMaterial", Struct(&MATERIAL)),
    state("gl_LightSource", Structs(&LIGHT, LIGHTS)),
    state("gl_LightModel", Struct(&LIGHT_MODEL)),
    state("gl_FrontLightModelProduct", Struct(&LIGHT_MODEL_PRODUCTS)),
    state("gl_BackLightModelProduct", Struct(&LIGHT_MODEL_PRODUCTS)),
    state("gl_FrontLightProduct", Structs(&LIGHT_PRODUCTS, LIGHTS)),
    state("gl_BackLightProduct", Structs(&LIGHT_PRODUCTS, LIGHTS)),
    state("gl_TextureEnvColor", Limited(VEC4, "gl_MaxTextureUnits")),
    state("gl_EyePlaneS", PLANE),
    state("gl_EyePlaneT", PLANE),
    state("gl_EyePlaneR", PLANE),
    state("gl_EyePlaneQ", PLANE),
    state("gl_ObjectPlaneS", PLANE),
    state("gl_ObjectPlaneT", PLANE),
    state("gl_ObjectPlaneR", PLANE),
    state("gl_ObjectPlaneQ", PLANE),
    state("gl_Fog", Struct(&FOG)),
];
