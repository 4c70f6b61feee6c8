//! Bitwise operations, shifts and bit fields.

use super::scalar::{ones, sign_extend, truncate};

/// `a & b`.
pub fn and(_width: u32, a: u64, b: u64) -> u64 {
    a & b
}

/// `a | b`.
pub fn or(_width: u32, a: u64, b: u64) -> u64 {
    a | b
}

/// `a ^ b`.
pub fn xor(_width: u32, a: u64, b: u64) -> u64 {
    a ^ b
}

/// `~a`; with width 1, the logical negation.
pub fn not(width: u32, a: u64) -> u64 {
    truncate(width, !a)
}

/// `a << count`; none if `count`, taken as unsigned, is not below the width.
pub fn shl(width: u32, a: u64, count: u64) -> Option<u64> {
    (count < u64::from(width)).then(|| truncate(width, a << count))
}

/// `a >> count`, filling with zeros; none as for [`shl`].
pub fn lshr(width: u32, a: u64, count: u64) -> Option<u64> {
    (count < u64::from(width)).then(|| a >> count)
}

/// `a >> count`, filling with the sign; none as for [`shl`].
pub fn ashr(width: u32, a: u64, count: u64) -> Option<u64> {
    (count < u64::from(width)).then(|| truncate(width, (sign_extend(width, a) >> count) as u64))
}

/// The bits in reverse order.
pub fn bit_reverse(width: u32, a: u64) -> u64 {
    if width == 0 { 0 } else { a.reverse_bits() >> (64 - width.min(64)) }
}

/// The number of bits set.
pub fn bit_count(_width: u32, a: u64) -> u64 {
    u64::from(a.count_ones())
}

/// The index of the lowest bit set, or -1.
pub fn find_lsb(width: u32, a: u64) -> u64 {
    if a == 0 { ones(width) } else { u64::from(a.trailing_zeros()) }
}

/// The index of the highest bit set, or -1.
pub fn find_umsb(width: u32, a: u64) -> u64 {
    if a == 0 { ones(width) } else { u64::from(63 - a.leading_zeros()) }
}

/// The index of the highest bit that differs from the sign, or -1.
pub fn find_smsb(width: u32, a: u64) -> u64 {
    let negative = sign_extend(width, a) < 0;
    find_umsb(width, if negative { not(width, a) } else { a })
}

/// True if a field of `count` bits at `offset` lies within the width.
fn field_in_range(width: u32, offset: u64, count: u64) -> bool {
    offset.checked_add(count).is_some_and(|end| end <= u64::from(width))
}

/// `base` with `count` bits at `offset` replaced by the low bits of `insert`; none if out of range.
pub fn bitfield_insert(width: u32, base: u64, insert: u64, offset: u64, count: u64) -> Option<u64> {
    if !field_in_range(width, offset, count) {
        return None;
    }
    // An empty field may begin right behind the last bit, where a shift would overflow.
    let mask = ones(count as u32).checked_shl(offset as u32).unwrap_or(0);
    let insert = insert.checked_shl(offset as u32).unwrap_or(0);
    Some(base & !mask | insert & mask)
}

/// `count` bits from `offset`, filled with zeros; none if out of range.
pub fn bitfield_uextract(width: u32, base: u64, offset: u64, count: u64) -> Option<u64> {
    let shifted = || base.checked_shr(offset as u32).unwrap_or(0);
    field_in_range(width, offset, count).then(|| truncate(count as u32, shifted()))
}

/// `count` bits from `offset`, filled with the field's highest bit; none if out of range.
pub fn bitfield_sextract(width: u32, base: u64, offset: u64, count: u64) -> Option<u64> {
    let field = bitfield_uextract(width, base, offset, count)?;
    let extended = if count == 0 { 0 } else { sign_extend(count as u32, field) };
    Some(truncate(width, extended as u64))
}
