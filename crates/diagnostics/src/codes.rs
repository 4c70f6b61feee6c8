//! The table of diagnostics: one row per kind, with a stable code.
//!
//! A new row goes to the end of its section, with the section's next number. Numbers are never reused. Sections: 00
//! text and limits, 01 preprocessor, 02 syntax, 03 to 07 lowering, 08 linking, 09 transformations, 10 warnings of the groups.
//!
//! A warning of a group, `Warning in All`, is only looked for if its group or its name is asked for.

use crate::Severity;
use crate::levels::WarningGroup;

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable code, such as `E0001`.
    pub code: &'static str,
    /// The severity, unless the report has another.
    pub severity: Severity,
    /// The name of the row, as in [`Code`].
    pub name: &'static str,
    /// The group that enables it; [`WarningGroup::Default`] for errors, and for warnings that are always looked for.
    pub group: WarningGroup,
    /// The explanation: a sentence, with the section of the specification.
    pub explanation: &'static str,
}

/// The column of groups: nothing, or `in GROUP`.
macro_rules! group {
    () => {
        WarningGroup::Default
    };
    ($group:ident) => {
        WarningGroup::$group
    };
}

macro_rules! diagnostics {
    ($($name:ident $code:literal $severity:ident $(in $group:ident)? $explanation:literal;)*) => {
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
                        group: group!($($group)?),
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
    UnknownCharacter "E0001" Error "A character does not begin any token (GLSL 4.60 section 3.1).";
    UnterminatedComment "E0002" Error "A block comment is not closed by `*/` (GLSL 4.60 section 3.4).";
    UnterminatedString "E0003" Error "A string literal is not closed before the end of its line (GL_EXT_debug_printf).";
    UnexpectedString "E0004" Error "A string literal is used without an extension that allows it (GL_EXT_debug_printf, GL_EXT_spirv_intrinsics).";
    MalformedNumber "E0005" Error "A numeric literal has invalid digits, an invalid suffix or an invalid exponent (GLSL 4.60 sections 4.1.3 and 4.1.4).";
    NumberTooLarge "E0006" Error "An integer literal does not fit in its type (GLSL 4.60 section 4.1.3).";
    NumberNeedsVersion "E0007" Error "The type of a literal is not supported by this version and its extensions (GLSL 4.60 sections 4.1.3 and 4.1.4).";
    ReservedWord "E0008" Error "A word reserved by this version is used as a name (GLSL 4.60 section 3.6).";
    TooManyDiagnostics "E0009" Note "The number of diagnostics exceeds the limit, and the rest are not shown.";
    SourceTooLarge "E0010" Error "The source text exceeds the limit of 4 GiB.";
    LineContinuation "E0011" Warning "A line ends in a backslash in a version that does not support line continuation (GLSL 4.20 section 3.2).";
    FloatOutOfRange "E0012" Warning "A floating-point literal is out of range and becomes infinity or zero (GLSL 4.60 section 4.1.4).";
    NameTooLong "E0013" Error "An identifier is longer than 1024 characters (GLSL 4.60 section 3.7), or a token of WebGL 1 longer than 256 (WebGL 1.0 section 6.20).";

    // Preprocessor.
    UnknownDirective "E0101" Error "The word after `#` is not a directive (GLSL 4.60 section 3.3).";
    ExtraTokens "E0102" Error "A directive is followed by unexpected tokens (GLSL 4.60 section 3.3).";
    MalformedDirective "E0103" Error "A directive is incomplete or malformed (GLSL 4.60 section 3.3).";
    UserError "E0104" Error "An `#error` directive was reached (GLSL 4.60 section 3.3).";
    UnterminatedConditional "E0105" Error "A conditional is not closed by `#endif` (GLSL 4.60 section 3.3).";
    UnmatchedConditional "E0106" Error "An `#else`, `#elif` or `#endif` has no matching `#if`, or follows `#else` (GLSL 4.60 section 3.3).";
    ConditionalDepth "E0107" Error "Conditionals are nested more deeply than the limit.";
    ConditionSyntax "E0108" Error "The condition of `#if` or `#elif` is not a valid expression (GLSL 4.60 section 3.3).";
    ConditionUndefinedName "E0109" Warning "The condition of `#if` or `#elif` uses an undefined name (GLSL 4.60 section 3.3).";
    ConditionDivision "E0110" Error "The condition of `#if` or `#elif` divides by zero (GLSL 4.60 section 3.3).";
    MacroArgumentDepth "E0111" Error "Macro calls within macro arguments are nested more deeply than the limit.";
    VersionNotFirst "E0112" Error "`#version` is preceded by other tokens (GLSL 4.60 section 3.3).";
    VersionUnknown "E0113" Error "The version or profile in `#version` does not exist (GLSL 4.60 section 3.3).";
    ExtensionUnknown "E0114" Error "A required extension is unknown (GLSL 4.60 section 3.3).";
    ExtensionNotInVersion "E0115" Error "A required extension is not supported by this version.";
    ExtensionNotFirst "E0116" Warning "`#extension` follows other tokens of the shader (GLSL 4.60 section 3.3).";
    ExtensionBehavior "E0117" Error "An extension behavior is not `require`, `enable`, `warn` or `disable` (GLSL 4.60 section 3.3).";
    MacroRedefined "E0118" Error "A macro is redefined with a different body (GLSL 4.60 section 3.3).";
    MacroReservedName "E0119" Error "A macro has a reserved name (GLSL 4.60 section 3.3).";
    MacroDoubleUnderscore "E0120" Warning "A macro name contains two consecutive underscores (GLSL 4.60 section 3.3).";
    MacroParameters "E0121" Error "The parameter list of a macro is malformed (GLSL 4.60 section 3.3).";
    MacroArguments "E0122" Error "A macro call has too few or too many arguments (GLSL 4.60 section 3.3).";
    MacroUnterminatedCall "E0123" Error "A macro call is not closed by `)` (GLSL 4.60 section 3.3).";
    MacroExpansionLimit "E0124" Error "Macro expansion produces more tokens than the limit.";
    PasteInvalid "E0125" Error "`##` produces an invalid token (GLSL 4.60 section 3.3).";
    PasteAtEdge "E0126" Error "`##` is at the beginning or end of a macro body (GLSL 4.60 section 3.3).";
    PasteNotInVersion "E0127" Error "`##` is not supported by this version (GLSL 4.60 section 3.3).";
    LineNumber "E0128" Error "The argument of `#line` is not a valid line number (GLSL 4.60 section 3.3).";
    IncludeNotEnabled "E0129" Error "`#include` is used without an extension that allows it (GL_GOOGLE_include_directive, GL_ARB_shading_language_include).";
    IncludeFailed "E0130" Error "An included file cannot be found or read (GL_GOOGLE_include_directive).";
    IncludeDepth "E0131" Error "Includes are nested more deeply than the limit.";
    StrayHash "E0132" Error "A `#` does not begin a directive (GLSL 4.60 section 3.3).";
    PragmaMalformed "E0133" Warning "A known pragma is malformed (GLSL 4.60 section 3.3).";
    ExtensionUsed "E0134" Warning "An extension with behavior `warn` is used (GLSL 4.60 section 3.3).";
    VersionForced "E0135" Warning "`#version` is overridden by the version that the caller selected.";

    // Syntax.
    SyntaxError "E0200" Error "A token is not allowed by the grammar at this position (GLSL 4.60 chapter 9).";
    NestingLimit "E0201" Error "Statements, expressions or types are nested more deeply than the limit.";

    // Names and scopes.
    UndeclaredName "E0300" Error "A name is not declared in any enclosing scope (GLSL 4.60 section 4.2).";
    Redefinition "E0301" Error "A name is declared more than once in the same scope (GLSL 4.60 section 4.2).";
    ReservedName "E0302" Error "A declared name is reserved by the language (GLSL 4.60 section 3.7).";
    NotAType "E0303" Error "A type is required, but the name denotes something else (GLSL 4.60 section 4.1).";
    NotAVariable "E0304" Error "A variable is required, but the name denotes something else (GLSL 4.60 section 5.1).";
    NoMain "E0305" Error "The shader does not define `main` (GLSL 4.60 section 6.1).";

    // Types.
    TypeMismatch "E0400" Error "A value has a type that does not implicitly convert to the required type (GLSL 4.60 section 4.1.10).";
    OperandTypes "E0401" Error "An operator cannot be applied to operands of these types (GLSL 4.60 section 5.9).";
    NotBoolean "E0402" Error "A condition is not a `bool` (GLSL 4.60 sections 5.9, 6.2 and 6.3).";
    TernaryTypes "E0403" Error "The arms of `?:` have incompatible types (GLSL 4.60 section 5.9).";
    NotIndexable "E0404" Error "A value of this type cannot be indexed (GLSL 4.60 section 5.7).";
    IndexType "E0405" Error "An index is not an integer scalar (GLSL 4.60 section 5.7).";
    IndexOutOfRange "E0406" Error "A constant index is out of bounds (GLSL 4.60 sections 4.1.9 and 5.5).";
    NoSuchMember "E0407" Error "The type has no member of this name (GLSL 4.60 section 5.7).";
    NoSuchComponent "E0408" Error "The vector has no such component (GLSL 4.60 section 5.5).";
    MixedSwizzle "E0409" Error "A swizzle mixes components of different naming sets (GLSL 4.60 section 5.5).";
    LongSwizzle "E0410" Error "A swizzle has more than four components (GLSL 4.60 section 5.5).";
    VoidValue "E0411" Error "A value is required, but the call returns `void` (GLSL 4.60 section 4.1.1).";
    TypeAsValue "E0412" Error "A value is required, but the name denotes a type (GLSL 4.60 section 5.1).";
    MissingIndex "E0413" Error "An index is missing between brackets (GLSL 4.60 section 5.7).";
    MethodWithoutCall "E0414" Error "A function, or the method `length`, is named but not called (GLSL 4.60 sections 4.1.9 and 6.1).";
    ListLength "E0416" Error "An initialiser list has too few or too many elements (GLSL 4.60 section 4.1.11).";
    NotConstant "E0417" Error "A constant expression is required (GLSL 4.60 section 4.3.3).";
    NegativeValue "E0418" Error "A value is negative or too large (GLSL 4.60 section 4.4).";
    ArraySize "E0419" Error "The size of an array is invalid (GLSL 4.60 section 4.1.9).";
    UnsizedArray "E0420" Error "An array must have a size where it is declared or used in this way (GLSL 4.60 section 4.1.9).";
    VoidVariable "E0421" Error "A variable or parameter has type `void` (GLSL 4.60 section 4.1.1).";
    OpaqueVariable "E0422" Error "A variable of opaque type is declared where it is not allowed (GLSL 4.60 section 4.1.7).";
    OpaqueOperand "E0423" Error "A value of opaque type is used where it is not allowed (GLSL 4.60 section 4.1.7).";
    SwitchType "E0424" Error "The selector of `switch` is not an integer scalar (GLSL 4.60 section 6.2).";
    NotAnLValue "E0425" Error "The target of a write is not an l-value (GLSL 4.60 section 5.8).";
    ReadWriteOnly "E0426" Error "`writeonly` memory is read, or a `readonly` image is written to (GLSL 4.60 section 4.10).";
    TypeTooLarge "E0427" Error "A type or block is larger than the limit.";
    UndefinedConstant "E0428" Warning "The result of a constant expression is undefined (GLSL 4.60 section 5.9).";
    BlockValue "E0429" Error "A block is used as a value. Only its members are variables (GLSL 4.60 section 4.3.9).";

    // Declarations and qualifiers.
    DuplicateQualifier "E0500" Error "Qualifiers are repeated or conflict with each other (GLSL 4.60 section 4.12).";
    MisplacedQualifier "E0501" Error "A qualifier is not allowed here (GLSL 4.60 sections 4.3 to 4.10).";
    UnknownLayout "E0502" Error "A layout qualifier is unknown (GLSL 4.60 section 4.4).";
    LayoutValue "E0503" Error "The value of a layout qualifier is invalid (GLSL 4.60 section 4.4).";
    LayoutStage "E0504" Error "A layout qualifier is not allowed in this stage (GLSL 4.60 section 4.4).";
    LayoutConflict "E0505" Error "Layout qualifiers conflict with each other (GLSL 4.60 section 4.4).";
    EmptyDeclaration "E0506" Warning "A declaration does not declare anything (GLSL 4.60 section 4.13).";
    MissingInitializer "E0507" Error "A constant is not initialised (GLSL 4.60 section 4.3.2).";
    Initializer "E0508" Error "A variable that cannot be initialised has an initialiser (GLSL 4.60 section 4.1.11).";
    SpecConstant "E0509" Error "A specialisation constant is invalid (GLSL 4.60 section 4.11).";
    InterfaceType "E0510" Error "An input or output cannot be of this type (GLSL 4.60 sections 4.3.4 and 4.3.6).";
    NotFlat "E0511" Error "A variable between stages has a type that cannot be interpolated and must be `flat` (GLSL 4.60 section 4.3.4).";
    NoDefaultPrecision "E0512" Error "A type has neither a precision qualifier nor a default precision (GLSL ES 3.20 section 4.7.4).";
    PrecisionStatement "E0513" Error "A precision qualifier is not allowed on this type (GLSL 4.60 section 4.7.3).";
    EmptyStruct "E0514" Error "A struct or block has no members (GLSL 4.60 section 4.1.8).";
    BlockStorage "E0515" Error "A block has no storage qualifier (GLSL 4.60 section 4.3.9).";
    VersionLacks "E0516" Error "A construct is not supported by this version.";
    SlotOverlap "E0518" Error "Inputs or outputs have overlapping locations, or atomic counters overlapping offsets (GLSL 4.60 sections 4.4.1 and 4.4.7).";
    SecondBlock "E0519" Error "A shader declares more than one block of a kind that may occur once (GL_KHR_vulkan_glsl).";
    ImageFormat "E0520" Error "An image has no format, or a format that does not match its type (GLSL 4.60 section 4.4.8).";
    QualifierOrder "E0521" Error "Qualifiers are in an order that this version does not allow (GLSL 4.60 section 4.12).";
    FragmentOutputs "E0522" Error "A shader writes to mutually exclusive outputs (GLSL 4.60 section 7.1.5).";
    SpirvIntrinsic "E0523" Error "A SPIR-V intrinsic is used incorrectly (GL_EXT_spirv_intrinsics).";
    AppendixA "E0524" Error "A loop or index is more general than ESSL 1.00 requires implementations to support (GLSL ES 1.00 appendix A).";
    MissingLayout "E0525" Error "A layout qualifier that the stage requires is missing (GLSL 4.60 section 4.4).";
    PixelLocalStorage "E0526" Error "A shader has too much pixel local storage, or does something that is not allowed beside it (GL_ANGLE_shader_pixel_local_storage, GL_EXT_shader_pixel_local_storage).";
    DeprecatedWord "E0527" Warning "A qualifier is deprecated, and later versions do not have it (GLSL 1.30 section 1.2.2).";

    // Statements.
    StrayJump "E0600" Error "`break` or `continue` is outside of a loop or `switch` (GLSL 4.60 section 6.4).";
    StrayLabel "E0601" Error "A label is outside of a `switch` (GLSL 4.60 section 6.2).";
    DuplicateLabel "E0602" Error "A `switch` contains the same label more than once (GLSL 4.60 section 6.2).";
    StatementBeforeCase "E0603" Error "A statement precedes the first label of a `switch` (GLSL 4.60 section 6.2).";
    EmptyCase "E0604" Error "The last label of a `switch` is not followed by a statement (GLSL ES 3.20 section 6.2).";
    ReturnType "E0605" Error "A `return` does not match the return type of the function (GLSL 4.60 section 6.4).";
    MissingReturn "E0606" Error "A function can end without returning a value (GLSL 4.60 section 6.1).";
    UnknownAttribute "E0607" Warning "An attribute is unknown and ignored (GL_EXT_control_flow_attributes).";
    AttributeArgument "E0608" Error "An attribute has an invalid argument, or contradicts another one (GL_EXT_control_flow_attributes, GL_EXT_function_control_attributes).";
    WrongStage "E0609" Error "A construct is not allowed in this stage.";
    MisplacedCall "E0610" Error "A function is called where it is not allowed (GLSL 4.60 chapter 8).";
    EndlessLoop "E0611" Error "A loop never ends, which browsers refuse in shaders of WebGL (WebGL 1.0 section 4.4).";

    // Functions and calls.
    NoOverload "E0700" Error "No overload of the function accepts these arguments (GLSL 4.60 section 6.1).";
    AmbiguousCall "E0701" Error "Several overloads match a call equally well (GLSL 4.60 section 6.1).";
    NotCallable "E0702" Error "The called expression is not a function (GLSL 4.60 section 5.3).";
    ConstructorArguments "E0703" Error "A constructor does not accept these arguments (GLSL 4.60 section 5.4).";
    MainSignature "E0704" Error "`main` is not declared as `void main()` (GLSL 4.60 section 6.1).";
    LocalFunction "E0705" Error "A function is declared inside a function (GLSL 4.60 section 6.1).";
    MissingBody "E0706" Error "A called function is not defined (GLSL 4.60 section 6.1).";
    Recursion "E0707" Error "A function calls itself, directly or indirectly (GLSL 4.60 section 6.1).";
    BuiltinRedefined "E0708" Error "A built-in function is redefined (GLSL ES 3.20 section 6.1).";
    Subroutine "E0709" Error "A subroutine type, function or uniform is declared or used incorrectly (GLSL 4.60 section 6.1.2).";
    MemorySemantics "E0710" Error "A scope or memory semantics argument is invalid (GL_KHR_memory_scope_semantics).";
    OverloadLimit "E0711" Error "A function has more overloads than the limit.";

    // Linking.
    LinkInput "E0800" Error "The shaders cannot be linked: their stages, languages or versions do not go together (GLSL 4.60 section 3.3).";
    LinkDuplicate "E0801" Error "Two units define the same function (GLSL 4.60 section 6.1).";
    LinkMissing "E0802" Error "No unit defines a function that is called, or declares what the stage requires (GLSL 4.60 sections 4.4 and 6.1).";
    LinkMismatch "E0803" Error "Two units or stages declare a variable or block in different ways (GLSL 4.60 sections 4.3 and 9).";
    LinkNoOutput "E0804" Error "A stage uses an input that no output of the stage before matches (GLSL 4.60 section 4.3.4).";
    LinkConflict "E0805" Error "Different things of a program have the same name, location or binding (GLSL 4.60 sections 4.3 and 4.4).";
    LinkLimit "E0806" Error "The stages of a program have more inputs, outputs or resources than the limits allow (GLSL 4.60 section 7.3).";
    LinkPrimitives "E0807" Warning "Tessellation makes other primitives than the geometry stage takes (OpenGL 4.6 section 11.3.1).";
    AssignedLocation "E0808" Warning "Inputs, outputs or uniforms of a stage without `location` have assigned ones, which other stages may not have; without assignment, an error (GL_KHR_vulkan_glsl).";
    AssignedBinding "E0809" Warning "Resources without `binding` have assigned ones, which other stages may not have; without assignment, an error (GL_KHR_vulkan_glsl).";
    SharedBinding "E0810" Warning "Different resources have one binding, which no descriptor fits, or for no apparent reason (Vulkan 1.3 section 15.5.3, OpenGL 4.6 section 7.11).";
    UnlinkedStages "E0811" Warning "Shaders that are compiled together leave locations or bindings open and do not match, so that each is compiled alone (GLSL 4.60 section 4.3).";

    // Transformations.
    Transformation "E0900" Error "A transformation that the options ask for cannot be made for this shader and this target.";
    Target "E0901" Error "The target of SPIR-V or the version of printed GLSL lacks a construct of the shader.";

    // Warnings of the groups.
    Uninitialized "E1001" Warning in All "A variable is read that nothing has written on any path to there (GLSL 4.60 section 4.3).";
    MaybeUninitialized "E1002" Warning in Extra "A variable is read that nothing has written on some path to there (GLSL 4.60 section 4.3).";
    MissingReturnOnPath "E1003" Warning in All "A function that returns values on some paths can end without one on others (GLSL 4.60 section 6.1).";
    UnreachableCode "E1004" Warning in All "A statement is never executed, as the statements before it never come to their end (GLSL 4.60 section 6.4).";
    UnusedValue "E1005" Warning in All "A statement computes a value that is not used, and has no other effect (GLSL 4.60 section 6).";
    DivisionByZero "E1006" Warning in All "An integer is divided by a constant that is zero, which is undefined (GLSL 4.60 section 5.9).";
    ShiftOutOfRange "E1007" Warning in All "An integer is shifted by a constant that is negative or not less than its width, which is undefined (GLSL 4.60 section 5.9).";
    IntegerOverflow "E1008" Warning in All "A constant or a literal exceeds the range of `int` and wraps around (GLSL 4.60 section 4.1.3).";
    FloatEqual "E1009" Warning in Extra "Floating-point values are compared by `==` or `!=`, which rounding errors make unreliable (GLSL 4.60 section 5.9).";
    EmptyBody "E1010" Warning in All "An `if`, or a loop in front of a block, ends in a `;` right behind its condition (GLSL 4.60 section 6.2).";
    InfiniteLoop "E1011" Warning in All "A loop never ends once it is entered: nothing leaves it, or nothing in it changes its condition (GLSL 4.60 section 6.3).";
    DivergentDerivative "E1012" Warning in Extra "A derivative is taken where not all invocations come together, so that it is undefined (GLSL 4.60 section 8.14.1).";
    DivergentTexture "E1013" Warning in Extra "A texture lookup chooses its level by derivatives where not all invocations come together, so that the level is undefined (GLSL 4.60 section 8.9).";
    DivergentBarrier "E1014" Warning in All "A barrier is in control flow that not all invocations of the workgroup take, so that its effect is undefined (GLSL 4.60 section 8.16).";
    UnusedVariable "E1015" Warning in All "A variable is never used, or only written (GLSL 4.60 section 4.2).";
    UnusedParameter "E1016" Warning in Extra "A parameter of a function is never used (GLSL 4.60 section 6.1).";
    UnusedFunction "E1017" Warning in Extra "A function is defined, but `main` never comes to call it (GLSL 4.60 section 6.1).";
    UnusedUniform "E1018" Warning in Extra "A uniform, a resource or a block is declared, but nothing that `main` calls uses it (GLSL 4.60 section 4.3.5).";
    UnwrittenOutput "E1019" Warning in All "An output is declared, but nothing that `main` calls writes it, so that its value is undefined (GLSL 4.60 section 4.3.6).";
    Shadow "E1020" Warning in Extra "A declaration hides a variable of the same name in a scope around it (GLSL 4.60 section 4.2.2).";
    LostPrecision "E1021" Warning in Extra "A result that is computed in `mediump` or `lowp` is assigned to a `highp` variable (GLSL ES 3.20 section 4.7.3).";
    ImpossibleUnroll "E1022" Warning in All "A loop marked by `[[unroll]]` has no constant number of iterations (GL_EXT_control_flow_attributes).";
    RecursiveMacro "E1023" Warning in Extra "The expansion of a macro contains its own name, which is not expanded again (GLSL 4.60 section 3.3).";
    LossyConversion "E1024" Warning in Extra "An implicit conversion to a floating-point type can lose bits of an integer (GLSL 4.60 section 4.1.10).";
}
