//! The table of diagnostics: one row per kind, with a code that stays the same for ever.
//!
//! A new row goes to the end of its section, with the section's next number; a number is never used
//! again. Sections: 00 text and limits, 01 preprocessor, 02 syntax, 03 and on for the lowering.

use crate::diagnostics::Severity;

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable code, such as `E0001`.
    pub code: &'static str,
    /// How bad it is, unless the place of use says otherwise.
    pub severity: Severity,
    /// The name of the row, as in [`Code`].
    pub name: &'static str,
    /// One line of explanation.
    pub explanation: &'static str,
}

macro_rules! diagnostics {
    ($($name:ident $code:literal $severity:ident $explanation:literal;)*) => {
        /// A kind of diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = concat!($code, ": ", $explanation)] $name,)*
        }

        impl Code {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its row in the table.
            pub const fn info(self) -> CodeInfo {
                match self {
                    $(Self::$name => CodeInfo {
                        code: $code,
                        severity: Severity::$severity,
                        name: stringify!($name),
                        explanation: $explanation,
                    },)*
                }
            }
        }
    };
}

diagnostics! {
    // Text and limits.
    UnknownCharacter "E0001" Error "a character that no token of the language starts with";
    UnterminatedComment "E0002" Error "a comment that `/*` opens and nothing closes";
    UnterminatedString "E0003" Error "a string that the end of the line cuts off";
    UnexpectedString "E0004" Error "a string where the language has none";
    MalformedNumber "E0005" Error "digits, a suffix or an exponent that make no number";
    NumberTooLarge "E0006" Error "a number that its type cannot hold";
    NumberNeedsVersion "E0007" Error "a number of a type that this version or extension set does not have";
    ReservedWord "E0008" Error "a word that this version reserves";
    TooManyDiagnostics "E0009" Note "more diagnostics than the limit allows";
    SourceTooLarge "E0010" Error "more text than 32-bit offsets can address";
    LineContinuation "E0011" Error "a line continuation in a version that has none";
    FloatOutOfRange "E0012" Warning "a floating-point number that becomes infinity or zero";

    // Preprocessor.
    UnknownDirective "E0101" Error "a `#` with a word that is no directive";
    ExtraTokens "E0102" Warning "more on the line than the directive takes";
    MalformedDirective "E0103" Error "a directive that lacks something or is written wrongly";
    UserError "E0104" Error "an `#error` directive was reached";
    UnterminatedConditional "E0105" Error "an `#if` without `#endif`";
    UnmatchedConditional "E0106" Error "an `#else`, `#elif` or `#endif` without `#if`, or after `#else`";
    ConditionalDepth "E0107" Error "conditionals nested deeper than the limit";
    ConditionSyntax "E0108" Error "the condition of an `#if` is no expression";
    ConditionUndefinedName "E0109" Error "an undefined name in the condition of an `#if`";
    ConditionDivision "E0110" Error "division by zero in the condition of an `#if`";
    ConditionTooDeep "E0111" Error "a condition that nests deeper than the limit";
    VersionNotFirst "E0112" Error "a `#version` that something precedes";
    VersionUnknown "E0113" Error "a version or profile that does not exist";
    ExtensionUnknown "E0114" Error "a required extension that is not known";
    ExtensionNotInVersion "E0115" Error "a required extension that this version cannot have";
    ExtensionNotFirst "E0116" Warning "an `#extension` after the first token of the program";
    ExtensionBehavior "E0117" Error "a behavior other than require, enable, warn and disable";
    MacroRedefined "E0118" Error "a macro defined again with another body";
    MacroReservedName "E0119" Error "a macro name that belongs to the language";
    MacroDoubleUnderscore "E0120" Warning "a macro name with two underscores in a row";
    MacroParameters "E0121" Error "the parameter list of a macro is malformed";
    MacroArguments "E0122" Error "a macro call with too few or too many arguments";
    MacroUnterminatedCall "E0123" Error "a macro call whose `)` is missing";
    MacroExpansionLimit "E0124" Error "macros that expand to more tokens than the limit";
    PasteInvalid "E0125" Error "`##` makes something that is no token";
    PasteAtEdge "E0126" Error "`##` at an end of a macro body";
    PasteNotInVersion "E0127" Error "`##` in a version that does not have it";
    LineNumber "E0128" Error "a `#line` that is no line number";
    IncludeNotEnabled "E0129" Error "an `#include` without an extension that allows it";
    IncludeFailed "E0130" Error "an `#include` that finds nothing";
    IncludeDepth "E0131" Error "includes nested deeper than the limit";
    StrayHash "E0132" Error "a `#` that does not begin a directive";
    PragmaMalformed "E0133" Warning "a known pragma in a form that is not known";
    ConditionalAcrossFile "E0134" Error "a conditional that does not end in the file where it begins";

    // Syntax.
    SyntaxError "E0200" Error "a token that the grammar does not allow there";
}
