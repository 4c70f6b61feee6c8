//! Spellings of parts of lines: scalars, image types, attributes.

use crate::builtin::BuiltIn;
use crate::module::{Decorations, Precision};
use crate::types::{ImageFormat, ImageType, Scalar};
use std::fmt::Write;

/// Text of a scalar: decimal with the type as suffix; bits for values that decimal cannot express.
pub(super) fn scalar_text(scalar: Scalar, bits: u64) -> String {
    let name = scalar.name();
    match scalar {
        Scalar::Bool if bits <= 1 => (if bits == 1 { "true" } else { "false" }).to_string(),
        Scalar::I8 if bits >> 8 == 0 => format!("{}{name}", bits as i8),
        Scalar::I16 if bits >> 16 == 0 => format!("{}{name}", bits as i16),
        Scalar::I32 if bits >> 32 == 0 => format!("{}{name}", bits as i32),
        Scalar::I64 => format!("{}{name}", bits as i64),
        scalar if scalar.is_unsigned() => format!("{bits}{name}"),
        Scalar::F32 if bits >> 32 == 0 && f32::from_bits(bits as u32).is_finite() => {
            format!("{:?}{name}", f32::from_bits(bits as u32))
        }
        Scalar::F64 if f64::from_bits(bits).is_finite() => format!("{:?}{name}", f64::from_bits(bits)),
        _ => format!("bits<{name}, {bits:#x}>"),
    }
}

pub(super) fn image_text(word: &str, image: ImageType) -> String {
    let mut text = format!("{word}<{}, {}", image.dim.name(), image.sampled.name());
    let flags = [
        (image.arrayed, "arrayed"),
        (image.multisampled, "multisampled"),
        (image.shadow, "shadow"),
        (image.storage, "storage"),
    ];
    for (_, flag) in flags.iter().filter(|row| row.0) {
        let _ = write!(text, ", {flag}");
    }
    if image.format != ImageFormat::Unknown {
        let _ = write!(text, ", {}", image.format.name());
    }
    text.push('>');
    text
}

pub(super) fn precision(line: &mut String, precision: Precision) {
    if precision != Precision::None {
        let _ = write!(line, " {}", precision.name());
    }
}

pub(super) fn optional(line: &mut String, key: &str, number: Option<u32>) {
    if let Some(number) = number {
        let _ = write!(line, " {key}({number})");
    }
}

/// Words of a table, each behind a separator.
pub(super) fn words(line: &mut String, separator: char, words: impl Iterator<Item = &'static str>) {
    for word in words {
        line.push(separator);
        line.push_str(word);
    }
}

pub(super) fn loop_hint_rows(hints: &crate::LoopHints) -> [(&'static str, Option<u32>); 7] {
    let crate::LoopHints {
        dependency_length,
        min_iterations,
        max_iterations,
        iteration_multiple,
        peel_count,
        partial_count,
        multiple_wait_queues,
    } = *hints;
    [
        ("dependency_length", dependency_length),
        ("min_iterations", min_iterations),
        ("max_iterations", max_iterations),
        ("iteration_multiple", iteration_multiple),
        ("peel_count", peel_count),
        ("partial_count", partial_count),
        ("multiple_wait_queues", multiple_wait_queues),
    ]
}

pub(super) fn decorations(line: &mut String, decorations: &Decorations) {
    let Decorations {
        location,
        component,
        index,
        set,
        binding,
        offset,
        align,
        stream,
        xfb_buffer,
        xfb_stride,
        xfb_offset,
        input_attachment,
        bank,
        member_offset,
        heap,
        slot,
        builtin,
        interpolation,
        format,
        spirv,
        qualifiers,
    } = decorations;
    let numbers = [
        ("location", location),
        ("component", component),
        ("index", index),
        ("set", set),
        ("binding", binding),
        ("offset", offset),
        ("align", align),
        ("stream", stream),
        ("xfb_buffer", xfb_buffer),
        ("xfb_stride", xfb_stride),
        ("xfb_offset", xfb_offset),
        ("input_attachment", input_attachment),
        ("bank", bank),
        ("member_offset", member_offset),
        ("heap", heap),
        ("slot", slot),
        ("spirv", spirv),
    ];
    for (key, number) in numbers {
        optional(line, key, *number);
    }
    if let Some(builtin) = builtin {
        let _ = write!(line, " builtin({})", BuiltIn::name(*builtin));
    }
    if let Some(interpolation) = interpolation {
        let _ = write!(line, " {}", interpolation.name());
    }
    if let Some(format) = format {
        let _ = write!(line, " format({})", format.name());
    }
    words(line, ' ', qualifiers.names());
}
