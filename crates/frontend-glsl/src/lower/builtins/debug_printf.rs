//! Literal strings, and functions that take a message: `debugPrintfEXT` and `abortEXT` (`GL_EXT_debug_printf`, `GL_EXT_abort`,
//! `GL_EXT_spirv_intrinsics`).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Precision, Scalar, Span, TypeData};

/// A function whose first argument is a string literal.
#[derive(Debug)]
pub(crate) struct MessageFunction {
    name: &'static str,
    extension: Extension,
    intrinsic: Intrinsic,
}

impl MessageFunction {
    /// True if its own check finds strings among the other arguments.
    pub(crate) fn takes_strings(&self) -> bool {
        self.intrinsic == Intrinsic::Abort
    }
}

const MESSAGE_FUNCTIONS: &[MessageFunction] = &[
    MessageFunction { name: "abortEXT", extension: Extension::ExtAbort, intrinsic: Intrinsic::Abort },
    MessageFunction {
        name: "debugPrintfEXT",
        extension: Extension::ExtDebugPrintf,
        intrinsic: Intrinsic::DebugPrintf,
    },
];

/// The maximum number of arguments behind a format.
const MOST_ARGUMENTS: usize = 31;

impl Lowering<'_> {
    /// The text of a literal string, escape sequences resolved.
    pub(crate) fn literal_text(&self, text: Symbol) -> String {
        unescape(self.symbols.text(text))
    }

    /// The function of this name that takes a message, if it is available.
    pub(crate) fn message_function(&self, name: Symbol) -> Option<&'static MessageFunction> {
        let text = self.symbols.text(name);
        MESSAGE_FUNCTIONS.iter().find(|row| row.name == text && self.enabled(row.extension))
    }

    /// `debugPrintfEXT("format", ...)` or `abortEXT("format", ...)`.
    pub(crate) fn message_call(
        &mut self,
        function: &'static MessageFunction,
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Option<Expr> {
        let name = function.name;
        let aborts = function.intrinsic == Intrinsic::Abort;
        let (text, rest) = match arguments.split_first() {
            Some((first, rest)) => {
                let ExprKind::Text(format) = first.expr.kind else {
                    let message = format!("first argument of `{name}` must be a string literal");
                    self.report.error(Code::NoOverload, first.expr.span, message);
                    return Some(Expr::error(span));
                };
                (self.literal_text(format), rest)
            }
            // Without a message.
            None if aborts => (String::new(), arguments),
            None => return None,
        };
        if rest.len() > MOST_ARGUMENTS {
            let message = format!("`{name}` accepts at most {MOST_ARGUMENTS} arguments after the format");
            self.report.error(Code::NoOverload, at, message);
            return Some(Expr::error(span));
        }
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
            let fault = match aborts {
                true => self.abort_argument_fault(argument),
                false => {
                    let is_number = self.module.types.scalar_of(argument.expr.ty).is_some();
                    (!is_number).then_some("a scalar or vector")
                }
            };
            if let Some(wanted) = fault {
                let found = match argument.expr.kind {
                    ExprKind::Text(_) => "a string literal".to_owned(),
                    _ => format!("`{}`", self.module.type_name(argument.expr.ty)),
                };
                let message = format!("argument of `{name}` must be {wanted}, found {found}");
                self.report.error(Code::NoOverload, argument.expr.span, message);
                return Some(Expr::error(span));
            }
            let value = argument.value?;
            // A bool has no form in memory.
            let scalar = self.module.types.scalar_of(argument.expr.ty).filter(|_| aborts);
            operands.push(match scalar {
                Some(Scalar::Bool) => {
                    let ty = self.module.types.with_scalar(argument.expr.ty, Scalar::U32)?;
                    self.convert(value, argument.expr.ty, ty, argument.expr.span)
                }
                _ => value,
            });
        }
        self.cursor.span = span;
        self.builder().intrinsic(function.intrinsic, &operands, common::VOID, Precision::None);
        self.body.writes += 1;
        Some(Expr::new(ExprKind::Nothing, common::VOID, span))
    }

    /// The demand on an argument of `abortEXT` that this one does not meet: it must have a form in memory.
    fn abort_argument_fault(&self, argument: &Argument) -> Option<&'static str> {
        if matches!(argument.expr.kind, ExprKind::Text(_)) {
            return Some("a value");
        }
        let types = &self.module.types;
        let mut work = vec![argument.expr.ty];
        while let Some(ty) = work.pop() {
            match types.get(ty) {
                TypeData::Scalar(Scalar::Bool) | TypeData::Vector { scalar: Scalar::Bool, .. }
                    if ty != argument.expr.ty =>
                {
                    return Some("free of bools inside a struct or an array");
                }
                TypeData::Scalar(_)
                | TypeData::Vector { .. }
                | TypeData::Matrix { .. }
                | TypeData::BufferReference { .. } => {}
                TypeData::Array { element, .. } => work.push(element),
                TypeData::Struct(id) => {
                    work.extend(self.module.structs[id].members.iter().map(|member| member.ty));
                }
                TypeData::RuntimeArray { .. } => return Some("of a size that is known"),
                _ => return Some("of a type that is not opaque"),
            }
        }
        None
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
