//! Conversion between RGB and YUV (`GL_EXT_YUV_target`), which only ESSL with the extension has. A value of
//! `yuvCscStandardEXT` becomes a struct of the coefficients of its standard, and a conversion three dot products and an
//! offset. So it works on every target, and folds if the standard is constant.

use crate::builtins::compatibility::Structure;
use crate::builtins::table::{YuvConversion, extension};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::report::Report;
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use vitrum_ir::types::common::VEC3;
use vitrum_ir::{BuiltIn, Op, Operand, Qualifiers, Span, Stage, Storage, Type};

/// The layout of `yuvCscStandardEXT`: the weights of R, G and B in each of Y, U and V, the offset that is added to Y, U
/// and V, and the weights of Y, U and V without it in each of R, G and B. The name is no keyword, so that it can be
/// printed.
pub(crate) static YUV_STANDARD: Structure = Structure {
    name: "YuvStandard",
    members: &[
        ("y", VEC3),
        ("u", VEC3),
        ("v", VEC3),
        ("offset", VEC3),
        ("r", VEC3),
        ("g", VEC3),
        ("b", VEC3),
    ],
    since: extension(&[Extension::ExtYuvTarget]),
};

/// Indices of members: the offset, and the rows to each side of it.
const OFFSET: u32 = 3;
const TO_YUV: [u32; 3] = [0, 1, 2];
const TO_RGB: [u32; 3] = [4, 5, 6];

/// A standard: its name, the weights of red and blue in the luma, and the least and the greatest luma and the width of
/// the chroma, of 255 (ITU-R BT.601-7 and BT.709-5 section 3, JFIF 1.02 for the full range).
type Standard = (&'static str, [f64; 2], [f64; 3]);

const STANDARDS: &[Standard] = &[
    ("itu_601", [0.299, 0.114], [16.0, 235.0, 224.0]),
    ("itu_601_full_range", [0.299, 0.114], [0.0, 255.0, 255.0]),
    ("itu_709", [0.2126, 0.0722], [16.0, 235.0, 224.0]),
];

/// The coefficients in the order of the struct's members.
fn coefficients(&(_, [red, blue], [least, greatest, chroma]): &Standard) -> [[f64; 3]; 7] {
    let green = 1.0 - red - blue;
    let luma = (greatest - least) / 255.0;
    let chroma = chroma / 255.0;
    // U is how far blue is from the luma, V how far red is, each from -1/2 to 1/2.
    let (u, v) = (2.0 * (1.0 - blue), 2.0 * (1.0 - red));
    [
        [luma * red, luma * green, luma * blue],
        [-chroma * red / u, -chroma * green / u, chroma / 2.0],
        [chroma / 2.0, -chroma * green / v, -chroma * blue / v],
        [least / 255.0, 128.0 / 255.0, 128.0 / 255.0],
        [1.0 / luma, 0.0, v / chroma],
        [1.0 / luma, -blue * u / (green * chroma), -red * v / (green * chroma)],
        [1.0 / luma, u / chroma, 0.0],
    ]
}

impl Report<'_> {
    /// Reports a variable of this type: standards can only be arguments of calls.
    pub(crate) fn report_yuv_standard(&mut self, name: &str, span: Span) {
        let message = format!(
            "`{name}` cannot be of type `yuvCscStandardEXT`: only local variables and parameters can"
        );
        self.error(Code::OpaqueVariable, span, message);
    }
}

impl Lowering<'_> {
    /// The type `yuvCscStandardEXT`.
    pub(crate) fn yuv_standard_type(&mut self) -> Type {
        self.structure_type(&YUV_STANDARD)
    }

    /// True if a type is `yuvCscStandardEXT`.
    pub(crate) fn is_yuv_standard(&self, ty: Type) -> bool {
        self.builtins.is_struct(ty, &YUV_STANDARD)
    }

    /// The standard that a word names.
    pub(crate) fn yuv_standard(&mut self, name: Symbol, text: &str) -> Option<Entity> {
        let standard = STANDARDS.iter().find(|row| row.0 == text)?;
        self.enabled(Extension::ExtYuvTarget).then_some(())?;
        let members = coefficients(standard).map(|row| {
            let parts = row.map(|value| self.module.constants.f32(value as f32));
            self.module.constants.composite(VEC3, &parts)
        });
        let ty = self.yuv_standard_type();
        let value = self.module.constants.composite(ty, &members);
        Some(self.constant_variable(name, value.into(), ty, vitrum_ir::Precision::None))
    }

    /// Checks that `yuv` is on an output of a fragment shader, and the only layout qualifier.
    pub(crate) fn check_yuv_layout(&mut self, qualifiers: &QualifierList) -> bool {
        let layout = &qualifiers.layout;
        if !layout.yuv {
            return true;
        }
        let (code, message) = if self.module.stage != Stage::Fragment {
            (Code::WrongStage, "`yuv` is allowed only in fragment shaders")
        } else if !layout.is_only_yuv() {
            (Code::MisplacedQualifier, "`yuv` cannot be combined with other layout qualifiers")
        } else {
            return true;
        };
        self.report.error(code, layout.span.unwrap_or(qualifiers.span), message);
        false
    }

    /// Checks that a shader with a YUV output has no other output, and does not write the depth.
    pub(crate) fn check_yuv_output(&mut self) {
        let outputs = self.variables.iter().filter_map(|(_, variable)| {
            let data = &self.module.globals[variable.global()?];
            (data.storage == Storage::Output).then_some((&data.decorations, variable.span))
        });
        let outputs: Vec<_> = outputs.collect();
        let Some(yuv) = outputs.iter().position(|it| it.0.qualifiers.contains(Qualifiers::YUV)) else {
            return;
        };
        let mut others = outputs.iter().enumerate().filter(|&(at, _)| at != yuv);
        let (Some((_, other)), Some(&(_, span))) = (others.next(), outputs.get(yuv)) else { return };
        let message = match other.0.builtin {
            Some(BuiltIn::FragDepth) => "shader with a `yuv` output cannot write to `gl_FragDepth`",
            _ => "shader with a `yuv` output cannot have other outputs",
        };
        self.report.misplaced(span, message);
    }

    /// `rgb_2_yuv` and `yuv_2_rgb`.
    pub(crate) fn emit_yuv_conversion(
        &mut self,
        conversion: YuvConversion,
        call: &Call<'_>,
    ) -> Option<Operand> {
        let &[color, standard] = call.operands.as_slice() else { return None };
        let precision = call.precision;
        self.cursor.span = call.span;
        let mut builder = self.builder();
        let offset = builder.extract(standard, OFFSET, precision);
        let (color, rows) = match conversion {
            YuvConversion::ToYuv => (color, TO_YUV),
            YuvConversion::ToRgb => (builder.op(Op::Fsub, &[color, offset], precision), TO_RGB),
        };
        let parts = rows.map(|row| {
            let row = builder.extract(standard, row, precision);
            builder.op(Op::Dot, &[color, row], precision)
        });
        let converted = self.construct(call.ty, &parts, call.span);
        Some(match conversion {
            YuvConversion::ToYuv => self.builder().op(Op::Fadd, &[converted, offset], precision),
            YuvConversion::ToRgb => converted,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{STANDARDS, coefficients};

    /// Conversions are inverse to each other, white has the maximum luma and no chroma, and black the minimum.
    #[test]
    fn conversions_undo_each_other() {
        for standard in STANDARDS {
            let [y, u, v, offset, r, g, b] = coefficients(standard);
            let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let [least, greatest, _] = standard.2;
            for (color, luma) in
                [([1.0, 1.0, 1.0], greatest), ([0.0, 0.0, 0.0], least), ([0.2, 0.7, 0.4], -1.0)]
            {
                let yuv = [dot(color, y), dot(color, u), dot(color, v)];
                let back = [dot(yuv, r), dot(yuv, g), dot(yuv, b)];
                for (wanted, found) in color.iter().zip(back) {
                    assert!(
                        (wanted - found).abs() < 1e-12,
                        "{}: {color:?} came back as {back:?}",
                        standard.0
                    );
                }
                if luma >= 0.0 {
                    assert!((255.0 * (yuv[0] + offset[0]) - luma).abs() < 1e-12);
                    assert!(yuv[1].abs() < 1e-12 && yuv[2].abs() < 1e-12);
                }
            }
        }
    }
}
