//! The table of diagnostics: one row per kind, with a stable code.
//!
//! A new row goes to the end of its section, with the section's next number. Numbers are never reused. Sections: 00
//! text and limits, 01 preprocessor, 02 syntax, 03 and on for the lowering.

use crate::diagnostics::Severity;

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable code, such as `E0001`.
    pub code: &'static str,
    /// The severity, unless the report has another.
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

impl Code {
    /// The name in lower case with hyphens, as command lines have it: `extra-tokens`.
    pub fn kebab_name(self) -> String {
        let mut name = String::new();
        for letter in self.info().name.chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }

    /// True if it reports a limit of the compiler, not a fault of the shader.
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Self::SourceTooLarge
                | Self::ConditionalDepth
                | Self::MacroArgumentDepth
                | Self::MacroExpansionLimit
                | Self::IncludeDepth
                | Self::NestingLimit
                | Self::OverloadLimit
                | Self::TypeTooLarge
        )
    }

    /// The kind with this code or name: `E0102`, `extra-tokens` or `ExtraTokens`.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_it = |code: &&Self| {
            let info = code.info();
            info.code == name || info.name == name || code.kebab_name() == name
        };
        Self::ALL.iter().find(is_it).copied()
    }
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
    LineContinuation "E0011" Warning "a line continuation in a version that has none";
    FloatOutOfRange "E0012" Warning "a floating-point number that becomes infinity or zero";
    NameTooLong "E0013" Error "a name of more than 1024 characters";

    // Preprocessor.
    UnknownDirective "E0101" Error "a `#` with a word that is no directive";
    ExtraTokens "E0102" Warning "more on the line than the directive takes";
    MalformedDirective "E0103" Error "a directive that lacks something or is written wrongly";
    UserError "E0104" Error "an `#error` directive was reached";
    UnterminatedConditional "E0105" Error "an `#if` without `#endif`";
    UnmatchedConditional "E0106" Error "an `#else`, `#elif` or `#endif` without `#if`, or after `#else`";
    ConditionalDepth "E0107" Error "conditionals nested deeper than the limit";
    ConditionSyntax "E0108" Error "the condition of an `#if` is no expression";
    ConditionUndefinedName "E0109" Warning "an undefined name in the condition of an `#if`";
    ConditionDivision "E0110" Error "division by zero in the condition of an `#if`";
    MacroArgumentDepth "E0111" Error "macro calls within arguments nested deeper than the limit";
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
    ExtensionUsed "E0134" Warning "the use of an extension that `#extension` wants to be warned about";
    VersionForced "E0135" Warning "a `#version` that the caller's version overrules";

    // Syntax.
    SyntaxError "E0200" Error "a token that the grammar does not allow there";
    NestingLimit "E0201" Error "statements, expressions or types that nest deeper than the limit";

    // Names and scopes.
    UndeclaredName "E0300" Error "a name that nothing declares";
    Redefinition "E0301" Error "a name that is declared twice in one scope";
    ReservedName "E0302" Error "a name that belongs to the language";
    NotAType "E0303" Error "a name of something else where a type is needed";
    NotAVariable "E0304" Error "a name of something else where a variable is needed";
    NoMain "E0305" Error "a shader without `main`";

    // Types.
    TypeMismatch "E0400" Error "a value of a type that does not convert to the type that is needed";
    OperandTypes "E0401" Error "an operator that does not take these types";
    NotBoolean "E0402" Error "a condition that is no `bool`";
    TernaryTypes "E0403" Error "arms of `?:` whose types differ";
    NotIndexable "E0404" Error "an index into something without parts";
    IndexType "E0405" Error "an index that is no integer";
    IndexOutOfRange "E0406" Error "a constant index outside of what it indexes";
    NoSuchMember "E0407" Error "a member that the type does not have";
    NoSuchComponent "E0408" Error "a component that the vector does not have";
    MixedSwizzle "E0409" Error "a swizzle with letters of several sets";
    LongSwizzle "E0410" Error "a swizzle of more than four components";
    VoidValue "E0411" Error "a call that returns nothing where a value is needed";
    TypeAsValue "E0412" Error "a type where a value is needed";
    MissingIndex "E0413" Error "brackets without an index";
    MethodWithoutCall "E0414" Error "a method that is not called";
    ListLength "E0416" Error "a list with too few or too many initialisers";
    NotConstant "E0417" Error "something else where a constant expression is needed";
    NegativeValue "E0418" Error "a negative number where none can be";
    ArraySize "E0419" Error "an array size that is not allowed";
    UnsizedArray "E0420" Error "an array without a size where it needs one";
    VoidVariable "E0421" Error "a variable of type `void`";
    OpaqueVariable "E0422" Error "an opaque type where none can be";
    OpaqueOperand "E0423" Error "an opaque value where none can be";
    SwitchType "E0424" Error "a `switch` over something that is no integer";
    NotAnLValue "E0425" Error "something that cannot be written to";
    ReadWriteOnly "E0426" Error "a read of `writeonly` memory, or a write to a `readonly` image";
    TypeTooLarge "E0427" Error "a type or block of more bytes than the limit";
    UndefinedConstant "E0428" Warning "a constant expression whose value the language leaves undefined";

    // Declarations and qualifiers.
    DuplicateQualifier "E0500" Error "qualifiers that repeat or contradict each other";
    MisplacedQualifier "E0501" Error "a qualifier that cannot be there";
    UnknownLayout "E0502" Error "a layout qualifier that does not exist";
    LayoutValue "E0503" Error "a layout qualifier with a wrong value";
    LayoutStage "E0504" Error "a layout qualifier of another stage";
    LayoutConflict "E0505" Error "layout qualifiers that contradict each other";
    EmptyDeclaration "E0506" Warning "a declaration that declares nothing";
    MissingInitializer "E0507" Error "a constant without a value";
    Initializer "E0508" Error "an initial value where none can be";
    SpecConstant "E0509" Error "a specialisation constant that cannot be one";
    InterfaceType "E0510" Error "a type that inputs or outputs cannot have";
    NotFlat "E0511" Error "a fragment input that must be `flat`";
    NoDefaultPrecision "E0512" Error "a type without precision and without default precision";
    PrecisionStatement "E0513" Error "a precision for a type that has none";
    EmptyStruct "E0514" Error "a struct or block without members";
    BlockStorage "E0515" Error "a block without storage qualifier";
    VersionLacks "E0516" Error "a construct that the version does not have";
    SlotOverlap "E0518" Error "inputs or outputs that share a location";
    SecondBlock "E0519" Error "a second block where there can be one";
    ImageFormat "E0520" Error "an image without a format, or with one of another type";
    QualifierOrder "E0521" Error "qualifiers in an order that this version does not allow";
    FragmentOutputs "E0522" Error "writes to outputs of a fragment shader that exclude each other";
    SpirvIntrinsic "E0523" Error "something in SPIR-V's own terms that is written wrongly";
    AppendixA "E0524" Error "a loop or an index beyond the least that ESSL 1.00 asks for";
    MissingLayout "E0525" Error "a shader without a layout that its stage needs";

    // Statements.
    StrayJump "E0600" Error "a jump out of nothing";
    StrayLabel "E0601" Error "a label outside of a `switch`";
    DuplicateLabel "E0602" Error "a label that is there twice";
    StatementBeforeCase "E0603" Error "a statement before the first label of a `switch`";
    EmptyCase "E0604" Error "a label without a statement in a version that wants one";
    ReturnType "E0605" Error "a `return` that does not fit the function";
    MissingReturn "E0606" Error "a function that ends without `return`";
    UnknownAttribute "E0607" Warning "an attribute that is not known";
    AttributeArgument "E0608" Error "an attribute with a number that it cannot have";
    WrongStage "E0609" Error "something that this stage does not have";
    WrongPlace "E0610" Error "a call of a function that cannot be called there";

    // Functions and calls.
    NoOverload "E0700" Error "arguments that no function of the name takes";
    AmbiguousCall "E0701" Error "arguments that several functions take equally well";
    NotCallable "E0702" Error "a call of something that is no function";
    ConstructorArguments "E0703" Error "arguments that a constructor does not take";
    MainSignature "E0704" Error "a `main` with parameters or a result";
    LocalFunction "E0705" Error "a function in a function";
    MissingBody "E0706" Error "a call of a function without body";
    Recursion "E0707" Error "a function that calls itself, directly or not";
    BuiltinRedefined "E0708" Error "a built-in function that the shader declares again";
    Subroutine "E0709" Error "a subroutine type, function or uniform that is declared or used wrongly";
    MemorySemantics "E0710" Error "a scope or memory semantics that the function cannot have";
    OverloadLimit "E0711" Error "more functions of one name than the limit";
}
