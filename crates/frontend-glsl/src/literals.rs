//! Values of number literals, and their faults.

use crate::diagnostics::Code;
use crate::tokens::Token;
use crate::version::Dialect;
use vitrum_glsl::features::Feature;
use vitrum_ir::Scalar;

/// A fault of a number, and the value to continue with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NumberFault {
    pub(crate) code: Code,
    pub(crate) message: &'static str,
    pub(crate) token: Token,
    /// The feature that the version lacks, if that is the fault.
    pub(crate) lacking: Option<Feature>,
}

/// The bits of an integer, whatever its suffix, and the suffix.
pub(crate) fn parse_integer(text: &str) -> Result<(u64, &str), Code> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, text.get(2..).unwrap_or("")),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let is_digit = |byte: u8| if radix == 16 { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let count = digits.bytes().take_while(|&byte| is_digit(byte)).count();
    let (digits, suffix) = digits.split_at(count);
    let mut value: u64 = 0;
    for byte in digits.bytes() {
        let digit = char::from(byte).to_digit(radix).ok_or(Code::MalformedNumber)?;
        let shifted = value.checked_mul(u64::from(radix)).ok_or(Code::NumberTooLarge)?;
        value = shifted.checked_add(u64::from(digit)).ok_or(Code::NumberTooLarge)?;
    }
    if count == 0 {
        return Err(Code::MalformedNumber);
    }
    Ok((value, suffix))
}

/// The token of a number in `dialect`.
pub(crate) fn parse_number(text: &str, dialect: &Dialect) -> Result<Token, NumberFault> {
    if let Some(token) = plain_number(text.as_bytes()) {
        return Ok(token);
    }
    let hexadecimal = matches!(text.as_bytes(), [b'0', b'x' | b'X', ..]);
    let is_float = |byte: u8| matches!(byte, b'.' | b'e' | b'E');
    if !hexadecimal && (text.bytes().any(is_float) || ends_with_float_suffix(text)) {
        parse_float(text, dialect)
    } else {
        parse_typed_integer(text, dialect)
    }
}

/// The token of a decimal number or of a float without exponent and suffix, if it is short: most literals are. Seven digits, read as
/// an integer, are exact in a float, and so is the power of ten that divides it: one rounding gives the nearest float.
fn plain_number(text: &[u8]) -> Option<Token> {
    const POWERS: [f32; 8] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
    if text.len() > POWERS.len() {
        return None;
    }
    let mut digits = 0u32;
    let mut point = None;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u32::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    match point {
        Some(point) => {
            let power = POWERS.get(text.len() - point - 1)?;
            Some(Token::FloatLiteral(digits as f32 / power))
        }
        None if text.len() > 1 && text.starts_with(b"0") => None,
        None => Some(Token::IntLiteral(digits.cast_signed())),
    }
}

fn ends_with_float_suffix(text: &str) -> bool {
    matches!(text.as_bytes(), [.., b'f' | b'F'])
}

fn parse_typed_integer(text: &str, dialect: &Dialect) -> Result<Token, NumberFault> {
    let fault = |code, message| NumberFault { code, message, token: Token::IntLiteral(0), lacking: None };
    let (value, suffix) = parse_integer(text).map_err(|code| match code {
        Code::NumberTooLarge => fault(code, "integer literal is too large"),
        _ => fault(code, "invalid integer literal"),
    })?;
    let too_large = |token| NumberFault {
        code: Code::NumberTooLarge,
        message: "integer literal is out of range for its type",
        token,
        lacking: None,
    };
    let row = match suffix {
        "" => {
            // The bit pattern must fit; the sign is an operator (GLSL 4.60 section 4.1.3).
            let bits = u32::try_from(value).map_err(|_| too_large(Token::IntLiteral(0)))?;
            return Ok(Token::IntLiteral(bits.cast_signed()));
        }
        "u" | "U" => {
            let bits = u32::try_from(value).map_err(|_| too_large(Token::UintLiteral(0)))?;
            (Token::UintLiteral(bits), Feature::Unsigned)
        }
        "l" | "L" => (Token::Int64Literal(value.cast_signed()), Feature::Int64),
        "ul" | "UL" => (Token::Uint64Literal(value), Feature::Int64),
        "s" | "S" => {
            let bits = u16::try_from(value).map_err(|_| too_large(Token::Int16Literal(0)))?;
            (Token::Int16Literal(bits.cast_signed()), Feature::Int16Suffix)
        }
        "us" | "US" => {
            let bits = u16::try_from(value).map_err(|_| too_large(Token::Uint16Literal(0)))?;
            (Token::Uint16Literal(bits), Feature::Int16Suffix)
        }
        _ => return Err(fault(Code::MalformedNumber, "invalid suffix on integer literal")),
    };
    available(row, dialect)
}

/// The token, if the version or an extension has its suffix.
fn available((token, suffix): (Token, Feature), dialect: &Dialect) -> Result<Token, NumberFault> {
    if suffix.is_enabled_in(dialect) {
        return Ok(token);
    }
    let message = "literal suffix is not supported in this version";
    // The number without its suffix, so that its type is no second error.
    let token = match token {
        Token::DoubleLiteral(value) | Token::HalfLiteral(value) | Token::SmallFloatLiteral(_, value) => {
            Token::FloatLiteral(value as f32)
        }
        Token::UintLiteral(value) => Token::IntLiteral(value.cast_signed()),
        Token::Int64Literal(value) => Token::IntLiteral(value as i32),
        Token::Uint64Literal(value) => Token::IntLiteral(value as i32),
        Token::Int16Literal(value) => Token::IntLiteral(i32::from(value)),
        Token::Uint16Literal(value) => Token::IntLiteral(i32::from(value)),
        token => token,
    };
    Err(NumberFault { code: Code::NumberNeedsVersion, message, token, lacking: Some(suffix) })
}

/// Suffixes of floats of the microscaling formats.
const SMALL_SUFFIXES: &[(&str, Scalar, Feature)] = &[
    ("fe2m1", Scalar::F4E2M1, Feature::FloatE2m1Types),
    ("fe2m3", Scalar::F6E2M3, Feature::FloatE2m3Types),
    ("fe3m2", Scalar::F6E3M2, Feature::FloatE3m2Types),
    ("fue8m0", Scalar::F8E8M0, Feature::FloatUe8m0Types),
    ("fmxint8", Scalar::MxInt8, Feature::FloatMxint8Types),
];

fn parse_float(text: &str, dialect: &Dialect) -> Result<Token, NumberFault> {
    let digits = float_digits(text);
    let (number, suffix) = text.split_at(digits);
    let fault = |message| NumberFault {
        code: Code::MalformedNumber,
        message,
        token: Token::FloatLiteral(0.0),
        lacking: None,
    };
    if !number.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        return Err(fault("floating-point literal requires a decimal point or an exponent"));
    }
    // Rounding to double first would round twice.
    let (Ok(narrow), wide) = (number.parse::<f32>(), || number.parse::<f64>().unwrap_or(0.0)) else {
        return Err(fault("invalid floating-point literal"));
    };
    let significant = number.bytes().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let is_zero = !significant.into_iter().any(|byte| matches!(byte, b'1'..=b'9'));
    let checked = |token, lost: bool| {
        let message = "floating-point literal is out of range and becomes infinity or zero";
        if lost {
            Err(NumberFault { code: Code::FloatOutOfRange, message, token, lacking: None })
        } else {
            Ok(token)
        }
    };
    match suffix {
        "" | "f" | "F" => {
            let token = Token::FloatLiteral(narrow);
            if !suffix.is_empty() {
                available((token, Feature::FloatSuffix), dialect)?;
            }
            checked(token, narrow.is_infinite() || (narrow == 0.0 && !is_zero))
        }
        "lf" | "LF" => {
            let wide = wide();
            let token = Token::DoubleLiteral(wide);
            available((token, Feature::DoubleSuffix), dialect)?;
            checked(token, wide.is_infinite() || (wide == 0.0 && !is_zero))
        }
        "hf" | "HF" => available((Token::HalfLiteral(wide()), Feature::HalfSuffix), dialect),
        _ => match SMALL_SUFFIXES.iter().find(|row| row.0 == suffix) {
            Some(&(_, scalar, feature)) => {
                available((Token::SmallFloatLiteral(scalar, wide()), feature), dialect)
            }
            None => Err(fault("invalid suffix on floating-point literal")),
        },
    }
}

/// The length in bytes of the digits, the point and the exponent.
fn float_digits(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits_from = |from: usize| {
        let rest = bytes.get(from..).unwrap_or(&[]);
        from + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut end = digits_from(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits_from(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits_from(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::parse_number;
    use crate::diagnostics::Code;
    use crate::extensions::Extension;
    use crate::tokens::Token;
    use crate::version::{Dialect, Version};

    fn number(text: &str) -> Result<Token, Code> {
        let mut dialect = Dialect::new(Version::desktop(460));
        for extension in [
            Extension::ExtShaderExplicitArithmeticTypesInt16,
            Extension::ExtShaderExplicitArithmeticTypesInt64,
            Extension::ExtShaderExplicitArithmeticTypesFloat16,
        ] {
            dialect.extensions.insert(extension);
        }
        parse_number(text, &dialect).map_err(|fault| fault.code)
    }

    #[test]
    fn integers() {
        assert_eq!(number("0"), Ok(Token::IntLiteral(0)));
        assert_eq!(number("017"), Ok(Token::IntLiteral(15)));
        assert_eq!(number("0xffffffff"), Ok(Token::IntLiteral(-1)));
        assert_eq!(number("4294967295u"), Ok(Token::UintLiteral(u32::MAX)));
        assert_eq!(number("0xFFUL"), Ok(Token::Uint64Literal(255)));
        assert_eq!(number("1L"), Ok(Token::Int64Literal(1)));
        assert_eq!(number("65535us"), Ok(Token::Uint16Literal(u16::MAX)));
        assert_eq!(number("7s"), Ok(Token::Int16Literal(7)));
    }

    #[test]
    fn plain_floats_are_the_nearest() {
        for digits in (0..10_000_000).step_by(997) {
            let digits = format!("{digits:07}");
            for point in 0..=7 {
                let text = format!("{}.{}", &digits[..point], &digits[point..]);
                assert_eq!(number(&text), Ok(Token::FloatLiteral(text.parse().unwrap())), "{text}");
            }
        }
    }

    #[test]
    fn floats() {
        assert_eq!(number("1.5"), Ok(Token::FloatLiteral(1.5)));
        assert_eq!(number("1."), Ok(Token::FloatLiteral(1.0)));
        assert_eq!(number(".5e1f"), Ok(Token::FloatLiteral(5.0)));
        assert_eq!(number("1e-2lf"), Ok(Token::DoubleLiteral(0.01)));
        assert_eq!(number("010.0"), Ok(Token::FloatLiteral(10.0)));
        assert_eq!(number("2.0hf"), Ok(Token::HalfLiteral(2.0)));
        assert_eq!(number("0e99"), Ok(Token::FloatLiteral(0.0)));
    }

    #[test]
    fn faults() {
        for text in ["08", "0x", "0xg", "1q", "1.0q", "1e", "1.0e+", "1f", "1uu"] {
            assert_eq!(number(text), Err(Code::MalformedNumber), "{text}");
        }
        assert_eq!(number("4294967296"), Err(Code::NumberTooLarge));
        assert_eq!(number("99999999999999999999l"), Err(Code::NumberTooLarge));
        assert_eq!(number("65536s"), Err(Code::NumberTooLarge));
        assert_eq!(number("1e99"), Err(Code::FloatOutOfRange));
        let old = Dialect::new(Version::ES_DEFAULT);
        for text in ["1u", "1.0f", "1.0lf", "1l"] {
            let code = parse_number(text, &old).map_err(|fault| fault.code);
            assert_eq!(code, Err(Code::NumberNeedsVersion), "{text}");
        }
    }
}
