//! The state of the fixed-function pipeline that programs of the compatibility profile read, as it is unless set.

use super::values::{Component, Given};

/// Matrices that are the identity, and the endings of the names of what follows from each.
const MATRICES: &[&str] = &["gl_ModelViewMatrix", "gl_ProjectionMatrix", "gl_ModelViewProjectionMatrix"];
const DERIVED: &[&str] = &["", "Inverse", "Transpose", "InverseTranspose"];

/// A light; the first one is white besides.
const LIGHT: &[(&str, &[f64])] = &[
    ("ambient", &[0.0, 0.0, 0.0, 1.0]),
    ("diffuse", &[0.0, 0.0, 0.0, 1.0]),
    ("specular", &[0.0, 0.0, 0.0, 1.0]),
    ("position", &[0.0, 0.0, 1.0, 0.0]),
    ("spotDirection", &[0.0, 0.0, -1.0]),
    ("spotCutoff", &[180.0]),
    ("spotCosCutoff", &[-1.0]),
    ("constantAttenuation", &[1.0]),
];

/// Materials, fog and points.
const STATE: &[(&str, &[f64])] = &[
    ("gl_LightModel.ambient", &[0.2, 0.2, 0.2, 1.0]),
    ("gl_FrontMaterial.emission", &[0.0, 0.0, 0.0, 1.0]),
    ("gl_FrontMaterial.ambient", &[0.2, 0.2, 0.2, 1.0]),
    ("gl_FrontMaterial.diffuse", &[0.8, 0.8, 0.8, 1.0]),
    ("gl_FrontMaterial.specular", &[0.0, 0.0, 0.0, 1.0]),
    ("gl_BackMaterial.emission", &[0.0, 0.0, 0.0, 1.0]),
    ("gl_BackMaterial.ambient", &[0.2, 0.2, 0.2, 1.0]),
    ("gl_BackMaterial.diffuse", &[0.8, 0.8, 0.8, 1.0]),
    ("gl_BackMaterial.specular", &[0.0, 0.0, 0.0, 1.0]),
    ("gl_Fog.density", &[1.0]),
    ("gl_Fog.end", &[1.0]),
    ("gl_Fog.scale", &[1.0]),
    ("gl_Point.sizeMax", &[64.0]),
    ("gl_Point.fadeThresholdSize", &[1.0]),
    ("gl_Point.distanceConstantAttenuation", &[1.0]),
];

/// The state, with the projection that `ortho` (left, right, bottom, top) sets.
pub(crate) fn state(ortho: Option<[f32; 4]>) -> Vec<Given> {
    let identity =
        |size: usize| (0..size * size).map(|at| f64::from(u8::from(at % (size + 1) == 0))).collect();
    let mut all = Vec::new();
    for ending in DERIVED {
        all.extend(MATRICES.iter().map(|name| given(&format!("{name}{ending}"), identity(4))));
        all.extend((0..8).map(|unit| given(&format!("gl_TextureMatrix{ending}[{unit}]"), identity(4))));
    }
    all.push(given("gl_NormalMatrix", identity(3)));
    all.push(given("gl_NormalScale", vec![1.0]));
    all.push(given("gl_DepthRange.far", vec![1.0]));
    all.push(given("gl_DepthRange.diff", vec![1.0]));
    all.push(given("gl_Point.size", vec![1.0]));
    all.push(given("gl_NumSamples", vec![1.0]));
    for (path, values) in STATE {
        all.push(given(path, values.to_vec()));
    }
    for light in 0..8 {
        let light = |member: &str| format!("gl_LightSource[{light}].{member}");
        for (member, values) in LIGHT {
            all.push(given(&light(member), values.to_vec()));
        }
    }
    for member in ["diffuse", "specular"] {
        all.push(given(&format!("gl_LightSource[0].{member}"), vec![1.0; 4]));
    }
    if let Some([left, right, bottom, top]) = ortho.map(|ortho| ortho.map(f64::from)) {
        let (width, height) = (right - left, top - bottom);
        let matrix = vec![
            2.0 / width,
            0.0,
            0.0,
            0.0,
            0.0,
            2.0 / height,
            0.0,
            0.0,
            0.0,
            0.0,
            -1.0,
            0.0,
            -(right + left) / width,
            -(top + bottom) / height,
            0.0,
            1.0,
        ];
        all.push(given("gl_ProjectionMatrix", matrix.clone()));
        all.push(given("gl_ModelViewProjectionMatrix", matrix));
    }
    all
}

fn given(path: &str, values: Vec<f64>) -> Given {
    Given { path: path.to_owned(), components: values.into_iter().map(Component::Number).collect() }
}
