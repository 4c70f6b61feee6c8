//! The table of rules.

/// The subject of a rule. A layer is checked only if those before it hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Ids and the order of tables.
    Ids,
    /// Types and constants.
    Types,
    /// Blocks, scopes and the values passed between them.
    Structure,
    /// Operands and results of operations.
    Operations,
    /// Storage classes, layout and interface.
    Storage,
    /// Facts of a stage.
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

            /// Its statement.
            pub fn statement(self) -> &'static str {
                match self { $(Self::$variant => $statement),* }
            }

            /// Its layer.
            pub fn layer(self) -> Layer {
                match self { $(Self::$variant => Layer::$layer),* }
            }
        }
    };
}

rules! {
    "V001" UnknownId Ids "every id refers to an entity of its module or function";
    "V002" TypeOrder Ids "a type comes after the types it contains";
    "V003" ConstantOrder Ids "a constant comes after the constants it contains";
    "V004" SizeConstant Ids "array lengths, sizes of cooperative matrices and dimensions of tensors are integer constants or specialisation constants";
    "V005" TypeDepth Ids "a type is nested at most 100 levels deep, not counting structs";

    "V010" VectorShape Types "a vector has two or more components";
    "V011" MatrixShape Types "a matrix has two to four columns and rows of floats";
    "V012" ArrayElement Types "array elements are data of known size";
    "V013" ArrayLength Types "an array has at least one element, and a vector one component";
    "V014" StructMember Types "struct members are data";
    "V015" RecursiveStruct Types "a struct does not contain itself";
    "V016" RuntimeArray Types "a runtime array is the last member of a block, or an array of descriptors or of an interface";
    "V017" PointerTarget Types "a pointer points to data";
    "V018" Texel Types "texels are floats of 16 or 32 bits or integers of 32 or 64 bits, and elements of cooperative matrices are numbers";
    "V019" Alignment Types "the alignment of a buffer reference is a power of two";
    "V020" ScalarBits Types "a scalar constant has a scalar type and no bits beyond its width";
    "V021" CompositeParts Types "a composite constant has one constant of matching type for each part";
    "V022" SpecConstant Types "a specialisation constant is a scalar whose default is a scalar constant of its type";
    "V023" SpecId Types "specialisation constants of one id differ in type or default";
    "V024" SpecOperation Types "an operation on specialisation constants can be specialised";
    "V025" ImageShape Types "an image has layers, samples, a comparison and a format only where its shape and use have them";
    "V026" HandleTarget Types "a handle is of an image, or of a texture with its sampler";

    "V030" Terminator Structure "a block ends with a terminator and has no other";
    "V031" OneOwner Structure "a block belongs to one control instruction, or is the body";
    "V032" OnePlace Structure "an instruction is in exactly one block";
    "V033" Control Structure "a control instruction owns blocks of its own kind, not shared with another";
    "V034" TerminatorPlace Structure "a terminator matches its enclosing construct: arm, loop, switch or continuing block";
    "V035" PassedValues Structure "values passed to a block match its parameters in number and type";
    "V036" Scope Structure "a value is used after its definition, in its block or a nested one";
    "V037" Definition Structure "a value refers to the place of its definition";
    "V038" Default Structure "a switch has exactly one default case";
    "V039" CaseValues Structure "case values are distinct integer constants of the selector's type";
    "V040" Parameters Structure "a function has one mode for each parameter; written and opaque ones are pointers";
    "V041" Entry Structure "the entry point has neither parameters nor a result";
    "V042" Recursion Structure "a function does not call itself, directly or indirectly";
    "V043" Linkage Structure "names of exports, imports and callbacks differ; an import has an empty body, and is not the entry point; an initialiser takes and gives nothing; a callback has a body";

    "V044" GenericParameter Structure "types and numbers follow from parameters of the generic function around them alone, which have distinct names; the entry point has none";
    "V045" GenericArguments Structure "an instance has an argument within its bound for each parameter of a generic function";
    "V046" Instance Structure "an instance has the signature that follows from its arguments, and no body, linkage or parameters of its own";
    "V047" Instances Structure "the instances of generic functions have at most 2^20 instructions and operands, with 32 for each function";

    "V050" OperandCount Operations "an operation has the right number of operands";
    "V051" OperandType Operations "operands have the types that the operation expects";
    "V052" ResultCount Operations "an operation has the right number of results";
    "V053" ResultType Operations "results have the types that the operation produces";
    "V054" Immediate Operations "the immediate of an operation is valid";
    "V055" Arguments Operations "arguments and results of a call match the signature of the function";
    "V056" RuntimeLength Operations "a runtime array whose length is queried is the last member of a block";
    "V057" ConstantOperand Operations "scopes, memory semantics and literal operands are integer constants";
    "V058" Semantics Operations "scopes and memory semantics of barriers and atomics are some that the memory model has";

    "V060" GlobalPointer Storage "the pointer type of a global matches its storage class and type";
    "V061" GlobalStorage Storage "globals are not in function storage";
    "V062" GlobalType Storage "the type of a global is allowed in its storage class";
    "V063" BlockLayout Storage "blocks of memory have a layout rule, and nothing else has one";
    "V064" Initializer Storage "an initialiser has the type of its variable, in storage that can be initialised";
    "V065" Component Storage "a component is between 0 and 3";
    "V066" ReadOnly Storage "inputs, uniforms, push constants and opaque variables are not written";
    "V067" PointerValue Storage "only variables, accesses and parameters produce pointers";
    "V068" OpaqueValue Storage "opaque values are not stored, selected, merged, constructed or returned";
    "V069" AtomicStorage Storage "atomics access memory that invocations share";
    "V070" Variable Storage "a local variable is data of known size";
    "V071" Interpolate Storage "only inputs are interpolated";
    "V072" SharedStart Storage "shared memory is zero-initialised or undefined";
    "V073" Placement Storage "a decoration is on a variable or member whose storage class and stage have it";
    "V074" Interpolation Storage "integers and floats of 64 bits that a fragment shader takes are flat, and an input for each vertex is an array";
    "V075" Locations Storage "a variable that begins at a component of a location ends within the location";
    "V076" BuiltInBlock Storage "a block has built-in members alone and no location, or none";
    "V077" Overlap Storage "inputs or outputs share no component of a location";
    "V078" Offsets Storage "members of a block do not overlap, and have alignments that are powers of two";

    "V080" ExecutionMode Stage "execution modes are allowed in the stage";
    "V081" WorkgroupSize Stage "the workgroup size is three positive integer constants";
    "V082" BuiltIn Stage "built-in variables are inputs or outputs of the stage";
    "V083" OperationStage Stage "operations are allowed in the stage";
    "V084" SpirvItem Stage "referenced SPIR-V items exist and are of the right kind";
    "V085" StorageStage Stage "globals are in storage classes that the stage has";
    "V086" BuiltInType Stage "a built-in variable has the type of its meaning";
    "V087" DuplicateBuiltIn Stage "a built-in input or output is declared once";
}
