//! Geometric functions on vectors, given as slices of components (GLSL 4.60 section 8.5).
//!
//! Sums are formed in `f64` from the first component to the last. Slices of different lengths count as the
//! shorter one.

use super::float::fneg;
use super::int::{iadd, imul, sadd_saturate, uadd_saturate};
use super::scalar::{FloatFormat, sign_extend, truncate};

pub(super) fn decode(format: FloatFormat, components: &[u64]) -> Vec<f64> {
    components.iter().map(|&bits| format.decode(bits)).collect()
}

pub(super) fn encode(format: FloatFormat, values: impl IntoIterator<Item = f64>) -> Vec<u64> {
    values.into_iter().map(|value| format.encode(value)).collect()
}

/// The sum of products, which starts from the first product so that a single -0 stays -0.
pub(super) fn sum_of_products(a: impl IntoIterator<Item = f64>, b: impl IntoIterator<Item = f64>) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| a * b).reduce(|sum, product| sum + product).unwrap_or(0.0)
}

fn dot_values(a: &[f64], b: &[f64]) -> f64 {
    sum_of_products(a.iter().copied(), b.iter().copied())
}

/// The dot product.
pub fn dot(format: FloatFormat, a: &[u64], b: &[u64]) -> u64 {
    format.encode(dot_values(&decode(format, a), &decode(format, b)))
}

/// The length.
pub fn length(format: FloatFormat, a: &[u64]) -> u64 {
    let a = decode(format, a);
    format.encode(dot_values(&a, &a).sqrt())
}

/// The length of `a - b`.
pub fn distance(format: FloatFormat, a: &[u64], b: &[u64]) -> u64 {
    let difference: Vec<f64> = a.iter().zip(b).map(|(&a, &b)| format.decode(a) - format.decode(b)).collect();
    format.encode(dot_values(&difference, &difference).sqrt())
}

/// The vector of length 1 in the direction of `a`; of the zero vector, which is undefined, NaN.
pub fn normalize(format: FloatFormat, a: &[u64]) -> Vec<u64> {
    let a = decode(format, a);
    let length = dot_values(&a, &a).sqrt();
    encode(format, a.into_iter().map(|value| value / length))
}

/// The cross product.
pub fn cross(format: FloatFormat, a: [u64; 3], b: [u64; 3]) -> [u64; 3] {
    let [ax, ay, az] = a.map(|bits| format.decode(bits));
    let [bx, by, bz] = b.map(|bits| format.decode(bits));
    [ay * bz - by * az, az * bx - bz * ax, ax * by - bx * ay].map(|value| format.encode(value))
}

/// `normal` if `dot(reference, incident) < 0`, else `-normal`.
pub fn face_forward(format: FloatFormat, normal: &[u64], incident: &[u64], reference: &[u64]) -> Vec<u64> {
    let facing = dot_values(&decode(format, reference), &decode(format, incident)) < 0.0;
    normal.iter().map(|&bits| if facing { bits } else { fneg(format, bits) }).collect()
}

/// `incident - 2 * dot(normal, incident) * normal`.
pub fn reflect(format: FloatFormat, incident: &[u64], normal: &[u64]) -> Vec<u64> {
    let (incident, normal) = (decode(format, incident), decode(format, normal));
    let scale = 2.0 * dot_values(&normal, &incident);
    encode(format, incident.iter().zip(&normal).map(|(&i, &n)| i - scale * n))
}

/// The refraction of `incident` at a surface with the ratio `eta` of indices; zero for total reflection.
pub fn refract(format: FloatFormat, incident: &[u64], normal: &[u64], eta: u64) -> Vec<u64> {
    let (incident, normal, eta) = (decode(format, incident), decode(format, normal), format.decode(eta));
    let cosine = dot_values(&normal, &incident);
    let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    if k < 0.0 {
        return vec![0; incident.len()];
    }
    let scale = eta * cosine + k.sqrt();
    encode(format, incident.iter().zip(&normal).map(|(&i, &n)| eta * i - scale * n))
}

/// Signedness of the components of an integer dot product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotSigns {
    /// True if the first vector is signed.
    pub left: bool,
    /// True if the second vector is signed.
    pub right: bool,
}

/// The integer dot product of components of `width` bits, wrapping to `to` bits (`OpSDot`, `OpUDot`, `OpSUDot`).
pub fn integer_dot(signs: DotSigns, width: u32, to: u32, a: &[u64], b: &[u64]) -> u64 {
    let value = |signed: bool, bits: u64| {
        if signed { sign_extend(width, bits) as u64 } else { truncate(width, bits) }
    };
    let products = a.iter().zip(b).map(|(&a, &b)| imul(64, value(signs.left, a), value(signs.right, b)));
    truncate(to, products.fold(0, |sum, product| iadd(64, sum, product)))
}

/// The integer dot product plus `addend`, saturating the last addition (`OpSDotAccSat` and its kind). The result
/// is signed if either vector is.
pub fn integer_dot_accumulate(
    signs: DotSigns,
    width: u32,
    to: u32,
    a: &[u64],
    b: &[u64],
    addend: u64,
) -> u64 {
    let product = integer_dot(signs, width, to, a, b);
    if signs.left || signs.right {
        sadd_saturate(to, product, addend)
    } else {
        uadd_saturate(to, product, addend)
    }
}
