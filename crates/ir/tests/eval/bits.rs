//! Bit operations against loops over single bits.

use vitrum_ir::eval::bits;
use vitrum_ir::eval::scalar::{ones, sign_extend};

use crate::samples::integers;

fn bit(value: u64, index: u32) -> bool {
    index < 64 && value >> index & 1 == 1
}

fn from_bits(width: u32, bit_at: impl Fn(u32) -> bool) -> u64 {
    (0..width).filter(|&index| bit_at(index)).map(|index| 1u64 << index).sum()
}

#[test]
fn bitwise() {
    for width in [8, 16, 32, 64] {
        for a in integers(width) {
            for b in integers(width) {
                assert_eq!(bits::and(width, a, b), from_bits(width, |i| bit(a, i) && bit(b, i)));
                assert_eq!(bits::or(width, a, b), from_bits(width, |i| bit(a, i) || bit(b, i)));
                assert_eq!(bits::xor(width, a, b), from_bits(width, |i| bit(a, i) != bit(b, i)));
            }
            assert_eq!(bits::not(width, a), from_bits(width, |i| !bit(a, i)));
        }
    }
    assert_eq!((bits::not(1, 0), bits::not(1, 1)), (1, 0));
}

#[test]
fn shifts() {
    for width in [8, 16, 32, 64] {
        for a in integers(width) {
            for count in (0..70).chain([255, ones(32), u64::MAX]) {
                let defined = count < u64::from(width);
                let count32 = count.min(1000) as u32;
                let left = from_bits(width, |i| i >= count32 && bit(a, i - count32));
                let logical = from_bits(width, |i| i + count32 < width && bit(a, i + count32));
                let signed = from_bits(width, |i| bit(a, (i + count32).min(width - 1)));
                assert_eq!(bits::shl(width, a, count), defined.then_some(left));
                assert_eq!(bits::lshr(width, a, count), defined.then_some(logical));
                assert_eq!(bits::ashr(width, a, count), defined.then_some(signed));
            }
        }
    }
}

#[test]
fn counting_and_finding() {
    for width in [8, 16, 32, 64] {
        for a in integers(width) {
            let index = |found: Option<u32>| found.map_or(ones(width), u64::from);
            let sign = bit(a, width - 1);
            assert_eq!(bits::bit_reverse(width, a), from_bits(width, |i| bit(a, width - 1 - i)));
            assert_eq!(bits::bit_count(width, a), (0..width).filter(|&i| bit(a, i)).count() as u64);
            assert_eq!(bits::find_lsb(width, a), index((0..width).find(|&i| bit(a, i))));
            assert_eq!(bits::find_umsb(width, a), index((0..width).rev().find(|&i| bit(a, i))));
            assert_eq!(bits::find_smsb(width, a), index((0..width).rev().find(|&i| bit(a, i) != sign)));
        }
    }
}

#[test]
fn bit_fields() {
    for width in [8, 16, 32, 64] {
        for (base, insert) in integers(width).into_iter().zip(integers(width).into_iter().rev()) {
            for offset in 0..=width + 1 {
                for count in 0..=width + 1 {
                    check_field(width, base, insert, offset, count);
                }
            }
        }
    }
    assert_eq!(bits::bitfield_uextract(32, 5, ones(32), 1), None);
    assert_eq!(bits::bitfield_insert(32, 5, 1, u64::MAX, u64::MAX), None);
}

fn check_field(width: u32, base: u64, insert: u64, offset: u32, count: u32) {
    let defined = offset + count <= width;
    let inside = |i: u32| (offset..offset + count).contains(&i);
    let inserted = from_bits(width, |i| if inside(i) { bit(insert, i - offset) } else { bit(base, i) });
    let unsigned = from_bits(width, |i| i < count && bit(base, offset + i));
    let signed = from_bits(width, |i| count > 0 && bit(base, offset + i.min(count - 1)));
    let (offset, count) = (u64::from(offset), u64::from(count));
    assert_eq!(bits::bitfield_insert(width, base, insert, offset, count), defined.then_some(inserted));
    assert_eq!(bits::bitfield_uextract(width, base, offset, count), defined.then_some(unsigned));
    assert_eq!(bits::bitfield_sextract(width, base, offset, count), defined.then_some(signed));
}

#[test]
fn sign_extension() {
    assert_eq!(sign_extend(8, 0x80), -128);
    assert_eq!(sign_extend(16, 0x7fff), 32767);
    assert_eq!(sign_extend(64, u64::MAX), -1);
}
