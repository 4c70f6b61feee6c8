//! Literal strings, and `debugPrintfEXT` (`GL_EXT_debug_printf`, `GL_EXT_spirv_intrinsics`).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Precision, Span};

/// The maximum number of arguments behind a format.
const MOST_ARGUMENTS: usize = 31;

impl Lowering<'_> {
    /// The text of a literal string, escape sequences resolved.
    pub(crate) fn literal_text(&self, text: Symbol) -> String {
        unescape(self.symbols.text(text))
    }

    /// True if this is `debugPrintfEXT`, and available.
    pub(crate) fn is_debug_printf(&self, name: Symbol) -> bool {
        self.enabled(Extension::ExtDebugPrintf) && self.symbols.text(name) == "debugPrintfEXT"
    }

    /// `debugPrintfEXT("format", ...)`: no argument is converted.
    pub(crate) fn debug_printf(&mut self, arguments: &[Argument], at: Span, span: Span) -> Option<Expr> {
        let (first, rest) = arguments.split_first()?;
        let ExprKind::Text(format) = first.expr.kind else {
            let message = "first argument of `debugPrintfEXT` must be a string literal";
            self.report.error(Code::NoOverload, first.expr.span, message);
            return Some(Expr::error(span));
        };
        if rest.len() > MOST_ARGUMENTS {
            let message =
                format!("`debugPrintfEXT` accepts at most {MOST_ARGUMENTS} arguments after the format");
            self.report.error(Code::NoOverload, at, message);
            return Some(Expr::error(span));
        }
        let text = self.literal_text(format);
        let text = self.module.names.intern(&text);
        let index = match self.module.strings.iter().position(|&known| known == text) {
            Some(index) => index,
            None => {
                self.module.strings.push(text);
                self.module.strings.len() - 1
            }
        };
        let mut operands = vec![self.module.constants.u32(index as u32).into()];
        for argument in rest {
            if self.module.types.scalar_of(argument.expr.ty).is_none() {
                let name = self.module.type_name(argument.expr.ty);
                let message =
                    format!("argument of `debugPrintfEXT` must be a scalar or vector, found `{name}`");
                self.report.error(Code::NoOverload, argument.expr.span, message);
                return Some(Expr::error(span));
            }
            operands.push(argument.value?);
        }
        self.cursor.span = span;
        self.builder().intrinsic(Intrinsic::DebugPrintf, &operands, common::VOID, Precision::None);
        self.body.writes += 1;
        Some(Expr::new(ExprKind::Nothing, common::VOID, span))
    }
}

/// Resolves the escape sequences of a literal string. A code beyond ASCII is undefined; its low 8 bits are taken.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '\\' {
            out.push(char);
            continue;
        }
        let Some(escaped) = chars.next() else {
            out.push('\\');
            break;
        };
        let number =
            |first: u32, radix: u32, most: usize, chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
                let mut value = first;
                let mut digits = 0;
                while let Some(digit) = chars.peek().and_then(|char| char.to_digit(radix)) {
                    if digits == most {
                        break;
                    }
                    chars.next();
                    digits += 1;
                    value = value.wrapping_mul(radix).wrapping_add(digit) & 0xff;
                }
                char::from(value as u8)
            };
        out.push(match escaped {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'x' => number(0, 16, usize::MAX, &mut chars),
            '0'..='7' => number(escaped.to_digit(8).unwrap_or(0), 8, 2, &mut chars),
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escape_sequences_are_characters() {
        assert_eq!(unescape(r"a\\b\'\?\n"), "a\\b'?\n");
        assert_eq!(unescape(r"\x41\x000042Z\102\0438\7"), "ABZB#8\u{7}");
        assert_eq!(unescape("\\"), "\\");
    }
}
