//! Vector and matrix functions on values with known results.

use vitrum_ir::eval::{FloatFormat, matrix, vector};

const FORMAT: FloatFormat = FloatFormat::F32;

fn bits<const N: usize>(values: [f64; N]) -> [u64; N] {
    values.map(|value| FORMAT.encode(value))
}

fn values(bits: &[u64]) -> Vec<f64> {
    bits.iter().map(|&bits| FORMAT.decode(bits)).collect()
}

#[test]
fn products_and_lengths() {
    let (a, b) = (bits([1.0, 2.0, 3.0]), bits([4.0, -5.0, 6.0]));
    assert_eq!(FORMAT.decode(vector::dot(FORMAT, &a, &b)), 12.0);
    assert_eq!(values(&vector::cross(FORMAT, a, b)), [27.0, 6.0, -13.0]);
    assert_eq!(FORMAT.decode(vector::length(FORMAT, &bits([3.0, 4.0]))), 5.0);
    assert_eq!(FORMAT.decode(vector::distance(FORMAT, &bits([4.0, 6.0]), &bits([1.0, 2.0]))), 5.0);
    assert_eq!(values(&vector::normalize(FORMAT, &bits([0.0, 3.0, 4.0]))), values(&bits([0.0, 0.6, 0.8])));
    assert!(values(&vector::normalize(FORMAT, &bits([0.0, 0.0]))).iter().all(|value| value.is_nan()));
    // In f32 the square would overflow.
    assert_eq!(FORMAT.decode(vector::length(FORMAT, &bits([2f64.powi(100)]))), 2f64.powi(100));
}

#[test]
fn directions() {
    let (incident, normal) = (bits([1.0, -1.0]), bits([0.0, 1.0]));
    assert_eq!(values(&vector::reflect(FORMAT, &incident, &normal)), [1.0, 1.0]);
    assert_eq!(values(&vector::face_forward(FORMAT, &normal, &incident, &normal)), [0.0, 1.0]);
    assert_eq!(values(&vector::face_forward(FORMAT, &normal, &normal, &normal)), [-0.0, -1.0]);
    let down = bits([0.0, -1.0]);
    assert_eq!(values(&vector::refract(FORMAT, &down, &normal, FORMAT.encode(0.5))), [0.0, -1.0]);
    let grazing = bits([1.0, 0.0]);
    assert_eq!(values(&vector::refract(FORMAT, &grazing, &normal, FORMAT.encode(1.5))), [0.0, 0.0]);
}

#[test]
fn integer_dot_products() {
    let both = vector::DotSigns { left: true, right: true };
    let neither = vector::DotSigns { left: false, right: false };
    let mixed = vector::DotSigns { left: true, right: false };
    let (a, b) = ([0xff, 2], [0xff, 3]);
    assert_eq!(vector::integer_dot(both, 8, 32, &a, &b), 7);
    assert_eq!(vector::integer_dot(neither, 8, 32, &a, &b), 255 * 255 + 6);
    assert_eq!(vector::integer_dot(mixed, 8, 32, &a, &b), (-255i32 + 6) as u32 as u64);
    assert_eq!(vector::integer_dot_accumulate(both, 8, 32, &a, &b, 0x7fff_ffff), 0x7fff_ffff);
    assert_eq!(vector::integer_dot_accumulate(neither, 8, 8, &[1], &[200], 100), 255);
}

/// Columns (1, 4), (2, 5), (3, 6).
const COLUMNS: [f64; 6] = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];

#[test]
fn matrix_products() {
    let m = bits(COLUMNS);
    assert_eq!(values(&matrix::transpose(&m, 2)), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let product = matrix::matrix_times_vector(FORMAT, &m, 2, &bits([1.0, 10.0, 100.0]));
    assert_eq!(values(&product), [321.0, 654.0]);
    let product = matrix::vector_times_matrix(FORMAT, &bits([1.0, 10.0]), &m, 2);
    assert_eq!(values(&product), [41.0, 52.0, 63.0]);
    let product = matrix::matrix_times_matrix(FORMAT, &m, 2, &matrix::transpose(&m, 2));
    assert_eq!(values(&product), [14.0, 32.0, 32.0, 77.0]);
    let product = matrix::outer_product(FORMAT, &bits([1.0, 2.0]), &bits([3.0, 4.0, 5.0]));
    assert_eq!(values(&product), [3.0, 6.0, 4.0, 8.0, 5.0, 10.0]);
}

#[test]
fn determinants_and_inverses() {
    let two = bits([1.0, 3.0, 2.0, 4.0]);
    assert_eq!(matrix::determinant(FORMAT, &two, 2).map(|bits| FORMAT.decode(bits)), Some(-2.0));
    let inverse = matrix::inverse(FORMAT, &two, 2).unwrap();
    assert_eq!(values(&inverse), [-2.0, 1.5, 1.0, -0.5]);
    let three = bits([2.0, 0.0, 1.0, 1.0, 3.0, 2.0, 1.0, 1.0, 4.0]);
    assert_eq!(matrix::determinant(FORMAT, &three, 3).map(|bits| FORMAT.decode(bits)), Some(18.0));
    let four = bits([2.0, 0.0, 0.0, 1.0, 0.0, 4.0, 1.0, 0.0, 3.0, 0.0, 2.0, 0.0, 0.0, 5.0, 0.0, 8.0]);
    assert_eq!(matrix::determinant(FORMAT, &four, 4).map(|bits| FORMAT.decode(bits)), Some(113.0));
    for (size, bits) in [(2, &two[..]), (3, &three[..]), (4, &four[..])] {
        let inverse = matrix::inverse(FORMAT, bits, size).unwrap();
        let product = values(&matrix::matrix_times_matrix(FORMAT, bits, size, &inverse));
        for (index, value) in product.into_iter().enumerate() {
            let identity = if index % (size + 1) == 0 { 1.0 } else { 0.0 };
            assert!((value - identity).abs() < 1e-6, "{size}: {index}: {value}");
        }
    }
    assert_eq!(matrix::determinant(FORMAT, &bits(COLUMNS), 2), None);
}
