//! Matrix functions. A matrix is a slice of its components, column after column, with the number of its rows;
//! the number of columns follows. Results are in the same order.
//!
//! All sums are formed in `f64` from the first term to the last.

use super::scalar::FloatFormat;
use super::vector::{decode, encode, sum_of_products};

/// The component at `column` and `row`, or zero outside.
fn at(matrix: &[f64], rows: usize, column: usize, row: usize) -> f64 {
    matrix.get(column * rows + row).copied().unwrap_or(0.0)
}

fn columns(matrix: &[u64], rows: usize) -> usize {
    matrix.len().checked_div(rows).unwrap_or(0)
}

/// The transposed matrix.
pub fn transpose(matrix: &[u64], rows: usize) -> Vec<u64> {
    let columns = columns(matrix, rows);
    let component = |row, column| matrix.get(column * rows + row).copied().unwrap_or(0);
    (0..rows).flat_map(|row| (0..columns).map(move |column| component(row, column))).collect()
}

/// The matrix with the columns `column * row[i]`.
pub fn outer_product(format: FloatFormat, column: &[u64], row: &[u64]) -> Vec<u64> {
    let (column, row) = (decode(format, column), decode(format, row));
    encode(format, row.iter().flat_map(|&r| column.iter().map(move |&c| c * r)))
}

/// `matrix * vector`.
pub fn matrix_times_vector(format: FloatFormat, matrix: &[u64], rows: usize, vector: &[u64]) -> Vec<u64> {
    let (matrix, vector) = (decode(format, matrix), decode(format, vector));
    let component = |row| {
        let of_row = (0..vector.len()).map(|column| at(&matrix, rows, column, row));
        sum_of_products(of_row, vector.iter().copied())
    };
    encode(format, (0..rows).map(component))
}

/// `vector * matrix`, the vector being a row.
pub fn vector_times_matrix(format: FloatFormat, vector: &[u64], matrix: &[u64], rows: usize) -> Vec<u64> {
    let (matrix, vector) = (decode(format, matrix), decode(format, vector));
    let columns = matrix.len().checked_div(rows).unwrap_or(0);
    let component = |column| {
        let of_column = (0..rows).map(|row| at(&matrix, rows, column, row));
        sum_of_products(vector.iter().copied(), of_column)
    };
    encode(format, (0..columns).map(component))
}

/// `a * b`, where `a` has `rows` rows and as many columns as `b` has rows.
pub fn matrix_times_matrix(format: FloatFormat, a: &[u64], rows: usize, b: &[u64]) -> Vec<u64> {
    let inner = columns(a, rows).max(1);
    b.chunks(inner).flat_map(|column| matrix_times_vector(format, a, rows, column)).collect()
}

/// The minor that is left of a square matrix without one column and one row.
fn minor(matrix: &[f64], size: usize, without_column: usize, without_row: usize) -> Vec<f64> {
    let kept = |(index, &value): (usize, &f64)| {
        (index / size != without_column && index % size != without_row).then_some(value)
    };
    matrix.iter().enumerate().filter_map(kept).collect()
}

/// By the first column; a GLSL matrix has at most four, so this is at most 24 products.
fn determinant_value(matrix: &[f64], size: usize) -> f64 {
    match *matrix {
        [] => 1.0,
        [a] => a,
        [a, b, c, d] if size == 2 => a * d - c * b,
        _ => {
            let of_column = (0..size).map(|row| at(matrix, size, 0, row));
            sum_of_products(of_column, (0..size).map(|row| cofactor(matrix, size, 0, row)))
        }
    }
}

fn cofactor(matrix: &[f64], size: usize, column: usize, row: usize) -> f64 {
    let value = determinant_value(&minor(matrix, size, column, row), size.saturating_sub(1));
    if (column + row).is_multiple_of(2) { value } else { -value }
}

/// The determinant of a square matrix of at most four rows; none for other shapes.
pub fn determinant(format: FloatFormat, matrix: &[u64], size: usize) -> Option<u64> {
    is_square(matrix, size).then(|| format.encode(determinant_value(&decode(format, matrix), size)))
}

/// The inverse of a square matrix of at most four rows; none for other shapes. A singular matrix, which is
/// undefined, gives infinities and NaN.
pub fn inverse(format: FloatFormat, matrix: &[u64], size: usize) -> Option<Vec<u64>> {
    if !is_square(matrix, size) {
        return None;
    }
    let matrix = decode(format, matrix);
    let determinant = determinant_value(&matrix, size);
    let matrix = &matrix;
    // Transposed: the component at (column, row) is the cofactor at (row, column).
    let adjugate = (0..size).flat_map(|column| (0..size).map(move |row| cofactor(matrix, size, row, column)));
    Some(encode(format, adjugate.map(|value| value / determinant)))
}

fn is_square(matrix: &[u64], size: usize) -> bool {
    (1..=4).contains(&size) && matrix.len() == size * size
}
