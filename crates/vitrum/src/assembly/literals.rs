//! Numbers in assembly: integers by their signs, floats in the fewest digits that `spirv-dis` prints, and in hexadecimal
//! where decimals say nothing (subnormal numbers, infinities, NaN, formats other than of 32 and 64 bits).

use rspirv::spirv::FPEncoding;

/// A numeric type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// Of so many bits.
    Integer { width: u32, is_signed: bool },
    /// Of so many bits, as IEEE 754 has them without an encoding.
    Float { width: u32, encoding: Option<FPEncoding> },
}

/// The bits of a literal, as its type or, without one, as an unsigned number.
pub(super) fn literal(bits: u64, number: Option<Number>) -> String {
    match number {
        // Narrow numbers fill their word by their sign.
        Some(Number::Integer { width, is_signed: true }) if width <= 32 => {
            (bits as u32).cast_signed().to_string()
        }
        Some(Number::Integer { is_signed: true, .. }) => bits.cast_signed().to_string(),
        Some(Number::Float { width: 32, encoding: None }) => {
            let value = f32::from_bits(bits as u32);
            let is_plain = value == 0.0 || value.is_normal();
            if is_plain { general(&format!("{value:.8e}"), 9) } else { hexadecimal(bits, 8, 23) }
        }
        Some(Number::Float { width: 64, encoding: None }) => {
            let value = f64::from_bits(bits);
            let is_plain = value == 0.0 || value.is_normal();
            if is_plain { general(&format!("{value:.16e}"), 17) } else { hexadecimal(bits, 11, 52) }
        }
        Some(Number::Float { width, encoding }) => match (width, encoding) {
            (16, None) => hexadecimal(bits, 5, 10),
            (16, Some(FPEncoding::BFloat16KHR)) => hexadecimal(bits, 8, 7),
            (8, Some(FPEncoding::Float8E4M3EXT)) => hexadecimal(bits, 4, 3),
            (8, Some(FPEncoding::Float8E5M2EXT)) => hexadecimal(bits, 5, 2),
            // A word as it is.
            _ => format!("!{bits:#x}"),
        },
        Some(Number::Integer { .. }) | None => bits.to_string(),
    }
}

/// A number in scientific notation with `digits` digits, in the shorter notation and without zeros at its end, as `%g` of C
/// prints it.
fn general(scientific: &str, digits: i32) -> String {
    let (sign, magnitude) = match scientific.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", scientific),
    };
    let Some((mantissa, exponent)) = magnitude.split_once('e') else { return scientific.to_owned() };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let kept = all.trim_end_matches('0');
    let kept = if kept.is_empty() { "0" } else { kept };
    if exponent < -4 || exponent >= digits {
        let (first, rest) = kept.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}{point}{rest}e{exponent_sign}{:02}", exponent.unsigned_abs());
    }
    if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
        return format!("{sign}0.{zeros}{kept}");
    }
    let whole = exponent.unsigned_abs() as usize + 1;
    if kept.len() <= whole {
        return format!("{sign}{kept:0<whole$}");
    }
    let (before, behind) = kept.split_at(whole);
    format!("{sign}{before}.{behind}")
}

/// A float of so many bits of exponent and fraction in hexadecimal, as C writes it. Infinities and NaN are numbers with an exponent
/// beyond the greatest.
fn hexadecimal(bits: u64, exponent_bits: u32, fraction_bits: u32) -> String {
    let sign = if bits >> (exponent_bits + fraction_bits) & 1 == 1 { "-" } else { "" };
    let mut fraction = bits & ((1 << fraction_bits) - 1);
    let biased = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i64;
    if biased == 0 && fraction == 0 {
        return format!("{sign}0x0p+0");
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let mut exponent = biased - bias;
    if biased == 0 {
        // The leading bit of a subnormal number goes before the point.
        let shift = fraction.leading_zeros() - (63 - fraction_bits);
        fraction = fraction << shift & ((1 << fraction_bits) - 1);
        exponent = 1 - bias - i64::from(shift);
    }
    let digits = fraction_bits.div_ceil(4);
    let aligned = fraction << (digits * 4 - fraction_bits);
    let text = format!("{aligned:0width$x}", width = digits as usize);
    let text = text.trim_end_matches('0');
    let point = if text.is_empty() { "" } else { "." };
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}0x1{point}{text}p{exponent_sign}{}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::{Number, literal};
    use rspirv::spirv::FPEncoding;

    #[test]
    fn floats_are_printed_as_by_spirv_dis() {
        let float = |bits: u32| literal(bits.into(), Some(Number::Float { width: 32, encoding: None }));
        for (value, text) in [
            (0.0f32, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.1, "0.100000001"),
            (2.5e20, "2.50000005e+20"),
            (-1e-20, "-9.99999968e-21"),
            (0.0001, "9.99999975e-05"),
            (0.001, "0.00100000005"),
            (16_777_216.0, "16777216"),
            (123_456_790_000.0, "1.23456791e+11"),
            (f32::INFINITY, "0x1p+128"),
            (f32::NEG_INFINITY, "-0x1p+128"),
            (f32::MAX, "3.40282347e+38"),
        ] {
            assert_eq!(float(value.to_bits()), text);
        }
        for (bits, text) in [
            (0x7fc0_0000, "0x1.8p+128"),
            (0xffc0_0001, "-0x1.800002p+128"),
            (1, "0x1p-149"),
            (0x0040_0000, "0x1p-127"),
            (0x0060_0000, "0x1.8p-127"),
        ] {
            assert_eq!(float(bits), text);
        }
        let double = |value: f64| literal(value.to_bits(), Some(Number::Float { width: 64, encoding: None }));
        assert_eq!(double(0.1), "0.10000000000000001");
        assert_eq!(double(f64::INFINITY), "0x1p+1024");
        let other = |bits, width, encoding| literal(bits, Some(Number::Float { width, encoding }));
        assert_eq!(other(0x3e00, 16, None), "0x1.8p+0");
        assert_eq!(other(0, 16, None), "0x0p+0");
        assert_eq!(other(0x3fc0, 16, Some(FPEncoding::BFloat16KHR)), "0x1.8p+0");
    }

    #[test]
    fn integers_have_their_signs() {
        let integer = |bits, width, is_signed| literal(bits, Some(Number::Integer { width, is_signed }));
        assert_eq!(integer(0xffff_ffff, 32, true), "-1");
        assert_eq!(integer(0xffff_ffff, 32, false), "4294967295");
        assert_eq!(integer(0xffff_fffe, 16, true), "-2");
        assert_eq!(integer(u64::MAX, 64, true), "-1");
        assert_eq!(literal(7, None), "7");
    }
}
