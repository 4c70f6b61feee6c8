//! Numbers in assembly, printed and read: integers by their signs, floats in the fewest digits that `spirv-dis` prints, and in hexadecimal
//! where decimals say nothing (subnormal numbers, infinities, NaN, formats other than of 32 and 64 bits).

use rspirv::spirv::FPEncoding;

/// A numeric type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// Of so many bits.
    Integer { width: u32, is_signed: bool },
    /// Of so many bits, as IEEE 754 has them without an encoding.
    Float { width: u32, encoding: Option<FPEncoding> },
}

impl Number {
    /// Its bits.
    pub(crate) fn width(self) -> u32 {
        match self {
            Self::Integer { width, .. } | Self::Float { width, .. } => width,
        }
    }
}

/// The bits of exponent and fraction of a format of floats.
fn format_of(width: u32, encoding: Option<FPEncoding>) -> Option<(u32, u32)> {
    match (width, encoding) {
        (16, None) => Some((5, 10)),
        (32, None) => Some((8, 23)),
        (64, None) => Some((11, 52)),
        (16, Some(FPEncoding::BFloat16KHR)) => Some((8, 7)),
        (8, Some(FPEncoding::Float8E4M3EXT)) => Some((4, 3)),
        (8, Some(FPEncoding::Float8E5M2EXT)) => Some((5, 2)),
        _ => None,
    }
}

/// A word in decimal or hexadecimal notation.
pub(crate) fn word(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The bits of a literal as its type, or, without one, as a word.
pub(crate) fn bits(text: &str, number: Option<Number>) -> Result<u64, String> {
    match number {
        None => integer(text, 32, false),
        Some(Number::Integer { width, is_signed }) => integer(text, width, is_signed),
        Some(Number::Float { width, encoding }) => {
            let format = format_of(width, encoding).ok_or("floats of this type are written as `!word`")?;
            float(text, format)
        }
    }
}

/// The bits of an integer; a signed one of less than 32 bits fills its word by its sign.
fn integer(text: &str, width: u32, is_signed: bool) -> Result<u64, String> {
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let hexadecimal = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X"));
    let value = match hexadecimal {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => magnitude.parse(),
    };
    let value = value.map_err(|_| format!("expected a number, found `{text}`"))?;
    let width = width.clamp(1, 64);
    let most = u64::MAX >> (64 - width);
    let fits = match (is_negative, is_signed) {
        (true, true) => value <= most / 2 + 1,
        (true, false) => value == 0,
        // A signed number in hexadecimal may be given by its bits.
        (false, true) if hexadecimal.is_some() => value <= most,
        (false, true) => value <= most / 2,
        (false, false) => value <= most,
    };
    if !fits {
        return Err(format!("`{text}` does not fit in {width} bits"));
    }
    let value = if is_negative { value.wrapping_neg() } else { value };
    let is_filled = is_signed && width < 32 && value >> (width - 1) & 1 == 1;
    Ok(if is_filled { value | !most & 0xffff_ffff } else { value } & (u64::MAX >> (64 - width.max(32))))
}

/// The bits of a float, rounded to the nearest that the format has.
fn float(text: &str, (exponent_bits, fraction_bits): (u32, u32)) -> Result<u64, String> {
    let fault = || format!("expected a number, found `{text}`");
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (1, rest),
        None => (0, text),
    };
    let sign = sign << (exponent_bits + fraction_bits);
    let Some(digits) = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) else {
        if !magnitude.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return Err(fault());
        }
        // A decimal is rounded once for the common formats.
        if fraction_bits == 23 && exponent_bits == 8 {
            return magnitude
                .parse::<f32>()
                .map(|value| sign | u64::from(value.to_bits()))
                .map_err(|_| fault());
        }
        let value: f64 = magnitude.parse().map_err(|_| fault())?;
        let (biased, fraction) = ((value.to_bits() >> 52) as i32, value.to_bits() & ((1 << 52) - 1));
        let (exponent, fraction) =
            if biased == 0 { (-1074, fraction) } else { (biased - 1075, fraction | 1 << 52) };
        return Ok(sign | encoded(fraction, exponent, exponent_bits, fraction_bits));
    };
    let (digits, exponent) = digits.split_once(['p', 'P']).ok_or_else(fault)?;
    let exponent: i32 = exponent.parse().map_err(|_| fault())?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + part.len() > 16 || exponent.unsigned_abs() > 100_000 {
        return Err(fault());
    }
    let fraction = u64::from_str_radix(&format!("{whole}{part}"), 16).map_err(|_| fault())?;
    Ok(sign | encoded(fraction, exponent - part.len() as i32 * 4, exponent_bits, fraction_bits))
}

/// The bits of `value * 2^exponent`, rounded to nearest, ties to even. An exponent just beyond the greatest means an infinity or NaN,
/// whose fraction is kept.
fn encoded(value: u64, exponent: i32, exponent_bits: u32, fraction_bits: u32) -> u64 {
    if value == 0 {
        return 0;
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let special = (1u64 << exponent_bits) - 1;
    // The first bit is at the top, and worth 2^scale.
    let shift = value.leading_zeros();
    let (value, scale) = (value << shift, exponent + 63 - shift as i32);
    let biased = scale + bias;
    // Subnormal numbers lack bits of the fraction.
    let lost = 63 - fraction_bits as i32 + (1 - biased).max(0);
    let kept = if lost > 63 { 0 } else { value >> lost };
    let rest = if lost > 63 { 0 } else { value << (64 - lost) };
    let half = 1u64 << 63;
    let is_up = if lost == 64 { value > half } else { rest > half || rest == half && kept & 1 == 1 };
    let rounded = kept + u64::from(is_up);
    if biased >= special as i32 {
        let fraction = if biased == special as i32 { kept & ((1 << fraction_bits) - 1) } else { 0 };
        return special << fraction_bits | fraction;
    }
    // The leading bit, and a carry of rounding, count up the exponent.
    ((biased - 1).max(0) as u64) * (1 << fraction_bits) + rounded
}

/// The bits of a literal, as its type or, without one, as an unsigned number.
pub(crate) fn literal(bits: u64, number: Option<Number>) -> String {
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
        Some(Number::Float { width, encoding }) => match format_of(width, encoding) {
            Some((exponent_bits, fraction_bits)) => hexadecimal(bits, exponent_bits, fraction_bits),
            // A word as it is.
            None => format!("!{bits:#x}"),
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
    use super::{Number, bits, literal};
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

    #[test]
    fn what_is_printed_is_read() {
        let formats = [(16, None), (16, Some(FPEncoding::BFloat16KHR)), (8, Some(FPEncoding::Float8E5M2EXT))];
        for (width, encoding) in formats {
            for pattern in 0..1u64 << width {
                let number = Some(Number::Float { width, encoding });
                assert_eq!(bits(&literal(pattern, number), number), Ok(pattern), "{width} bits {pattern:#x}");
            }
        }
        for width in [32, 64] {
            let number = Some(Number::Float { width, encoding: None });
            let patterns = (0..2000u64).map(|step| step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - width));
            for pattern in patterns.chain([0, 1, 0x7fff_ffff, 0x7f80_0000, 0x007f_ffff]) {
                assert_eq!(bits(&literal(pattern, number), number), Ok(pattern), "{width} bits {pattern:#x}");
            }
        }
    }

    #[test]
    fn decimals_are_rounded_to_nearest() {
        let half = |text| bits(text, Some(Number::Float { width: 16, encoding: None }));
        for (text, pattern) in [
            ("1.5", 0x3e00),
            ("-2", 0xc000),
            ("0.1", 0x2e66),
            ("65504", 0x7bff),
            ("65520", 0x7c00),
            ("5.9604645e-8", 1),
            ("2.9802322e-8", 0),
            ("2.99e-8", 1),
            ("6.1035e-5", 0x0400),
        ] {
            assert_eq!(half(text), Ok(pattern), "{text}");
        }
        assert!(half("one").is_err() && half("0x1").is_err() && half("").is_err());
    }

    #[test]
    fn integers_fit() {
        let integer = |text, width, is_signed| bits(text, Some(Number::Integer { width, is_signed })).ok();
        assert_eq!(integer("-1", 32, true), Some(0xffff_ffff));
        assert_eq!(integer("-2", 16, true), Some(0xffff_fffe));
        assert_eq!(integer("-1", 64, true), Some(u64::MAX));
        assert_eq!(integer("0xffffffff", 32, true), Some(0xffff_ffff));
        assert_eq!(integer("65535", 16, false), Some(0xffff));
        for (text, width, is_signed) in [("65536", 16, false), ("-1", 32, false), ("2147483648", 32, true)] {
            assert_eq!(integer(text, width, is_signed), None, "{text}");
        }
    }
}
