//! The table of rules.

/// What a rule is about. A layer is checked only where those before it hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Ids and the order of tables.
    Ids,
    /// Types and constants.
    Types,
    /// Blocks, scopes and what is passed between them.
    Structure,
    /// Operands and results of operations.
    Operations,
    /// Storage classes, layout and interface.
    Storage,
    /// What a stage has.
    Stage,
}

macro_rules! rules {
    ($($number:literal $variant:ident $layer:ident $statement:literal;)*) => {
        /// A rule of the verifier.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $( #[doc = $statement] $variant ),* }

        impl Rule {
            /// Every rule, in order of its number.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its number, which never changes: `V001`.
            pub fn number(self) -> &'static str {
                match self { $(Self::$variant => $number),* }
            }

            /// What it says.
            pub fn statement(self) -> &'static str {
                match self { $(Self::$variant => $statement),* }
            }

            /// What it is about.
            pub fn layer(self) -> Layer {
                match self { $(Self::$variant => Layer::$layer),* }
            }
        }
    };
}

rules! {
    "V001" UnknownId Ids "every id names something of its module or function";
    "V002" TypeOrder Ids "a type comes after the types it is made of";
    "V003" ConstantOrder Ids "a constant comes after the constants it is made of";
    "V004" SizeConstant Ids "lengths of arrays and sizes of cooperative matrices are integer constants or specialisation constants";
    "V005" TypeDepth Ids "a type nests at most 100 deep, structs not counted";

    "V010" VectorShape Types "a vector has two or more components";
    "V011" MatrixShape Types "a matrix has two to four columns and rows of floats";
    "V012" ArrayElement Types "elements of an array hold data of a size that is known";
    "V013" ArrayLength Types "an array has at least one element";
    "V014" StructMember Types "members of a struct hold data";
    "V015" RecursiveStruct Types "a struct does not hold itself";
    "V016" RuntimeArray Types "a runtime array is the last member of a block, or an array of descriptors or of an interface";
    "V017" PointerTarget Types "a pointer leads to data";
    "V018" Texel Types "texels and elements of cooperative matrices are numbers";
    "V019" Alignment Types "the alignment of a buffer reference is a power of two";
    "V020" ScalarBits Types "a scalar constant has a scalar type and no bits beyond its width";
    "V021" CompositeParts Types "a composite constant has one constant for each part, of the type of the part";
    "V022" SpecConstant Types "a specialisation constant is a scalar whose default is a scalar constant of its type";
    "V023" SpecId Types "specialisation constants have distinct ids";
    "V024" SpecOperation Types "an operation on specialisation constants is one that can be specialised";

    "V030" Terminator Structure "a block ends with a terminator and has no other";
    "V031" OneOwner Structure "a block belongs to one control instruction, or is the body";
    "V032" OnePlace Structure "an instruction stands in one place";
    "V033" Control Structure "a control instruction owns blocks of its own kind, not shared with another";
    "V034" TerminatorPlace Structure "a terminator has something to end: an arm, a loop, a switch, a continuing block";
    "V035" PassedValues Structure "values passed to a block or given as results are as many as it takes, of its types";
    "V036" Scope Structure "a value is used after its definition, in the block of it or blocks within";
    "V037" Definition Structure "a value says truly where it is defined";
    "V038" Default Structure "a switch has exactly one default case";
    "V039" CaseValues Structure "values of cases are distinct integer constants of the selector's type";
    "V040" Parameters Structure "a function passes each parameter in one way, by pointer where it is written or opaque";
    "V041" Entry Structure "the entry point has no parameters and gives nothing";
    "V042" Recursion Structure "a function does not call itself, by others neither";

    "V050" OperandCount Operations "an operation has as many operands as it takes";
    "V051" OperandType Operations "operands have the types that the operation takes";
    "V052" ResultCount Operations "an operation has as many results as it gives";
    "V053" ResultType Operations "results have the types that the operation gives";
    "V054" Immediate Operations "the immediate of an operation means something";
    "V055" Arguments Operations "a call passes what the function takes and gets what it gives";
    "V056" RuntimeLength Operations "the length of a runtime array is that of the last member of a block";
    "V057" ConstantOperand Operations "scopes, memory semantics and literal operands are integer constants";

    "V060" GlobalPointer Storage "the pointer to a global has its storage class and type";
    "V061" GlobalStorage Storage "globals are not in storage that is made by functions";
    "V062" GlobalType Storage "a global holds what its storage class is for";
    "V063" BlockLayout Storage "blocks of memory have a layout rule, and nothing else has one";
    "V064" Initializer Storage "an initialiser has the type of its variable, in storage that has a value at start";
    "V065" Component Storage "a component is 0 to 3";
    "V066" ReadOnly Storage "inputs, uniforms, push constants and opaque variables are not written";
    "V067" PointerValue Storage "pointers are made by variables, accesses and parameters alone";
    "V068" OpaqueValue Storage "opaque values are not stored, chosen, merged, constructed or returned";
    "V069" AtomicStorage Storage "atomics work on memory that others see";
    "V070" Variable Storage "a variable of a function holds data of a size that is known";
    "V071" Interpolate Storage "interpolation works on inputs";
    "V072" SharedStart Storage "shared memory begins as zero or undefined";

    "V080" ExecutionMode Stage "execution modes are those of the stage";
    "V081" WorkgroupSize Stage "the size of a workgroup is three integer constants, none of them zero";
    "V082" BuiltIn Stage "built-in variables are those of the stage";
    "V083" OperationStage Stage "operations are those of the stage";
    "V084" SpirvItem Stage "items of SPIR-V that are named exist and are of the kind that is needed";
}
