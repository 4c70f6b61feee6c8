//! The structured SSA intermediate representation of the vitrum shader compiler.
//!
//! A [`Module`] is one shader stage: types, constants, structs, globals and functions. A function body is a tree of
//! blocks ([`FunctionData`]): control instructions own blocks and give results, block parameters carry values
//! around loops, so neither phis nor a separate control-flow graph exist. Operations are rows of one table ([`Op`]) or
//! of the table of [`Intrinsic`]s.
//!
//! Ids (`Foo`) are small and `Copy`; contents are `FooData`. Types, constants and names are interned: equal
//! contents have equal ids.
//!
//! ```
//! use vitrum_ir::types::common;
//! use vitrum_ir::{
//!     Builder, Cursor, FunctionData, MemoryAccess, Module, Op, Precision, Span, Stage, Storage,
//! };
//!
//! let mut module = Module::new(Stage::Fragment);
//! let color = module.add_global("color", common::F32, Storage::Output);
//! module.globals[color].decorations.location = Some(0);
//! let main = FunctionData::new(module.names.intern("main"), common::VOID);
//! let block = Some(main.body);
//! let function = module.functions.alloc(main);
//! module.entry = Some(function);
//!
//! let mut cursor = Cursor { function, block, span: Span::default(), precise: false };
//! let mut builder = Builder::new(&mut module, &mut cursor);
//! let quarter = builder.module.constants.f32(0.25).into();
//! let half = builder.op(Op::Sqrt, &[quarter], Precision::High); // folds
//! builder.store(color.into(), half, MemoryAccess::NONE);
//! builder.terminate(Op::Return, &[]);
//!
//! assert!(vitrum_ir::verify(&module).is_ok());
//! assert!(vitrum_ir::print(&module).contains("0.5f32"));
//! ```

mod amd;
mod builder;
mod builtin;
mod callbacks;
mod constants;
mod decorations;
pub mod edit;
mod effects;
pub mod eval;
pub mod fold;
mod function;
pub mod generics;
mod heaps;
mod immediates;
mod integers;
mod intrinsic;
pub mod layout;
pub mod link;
pub mod machine;
pub mod matrix_lines;
mod modes;
mod module;
mod names;
mod ops;
mod passthrough;
mod positions;
mod side_table;
mod snapshot;
mod source;
mod span;
mod spare;
mod spelling;
mod spirv;
mod stages;
mod storage;
pub mod text;
pub mod types;
pub mod typing;
mod unlinked;
mod verify;
pub mod visit;

pub use amd::AmdFunction;
pub use builder::{Builder, Cursor};
pub use builtin::{BuiltIn, BuiltInInterface, BuiltInShape};
pub use constants::{Constant, ConstantData, ConstantKind, Constants};
pub use effects::Effects;
pub use function::{
    Block, BlockData, Capacity, Case, ControlData, ControlHints, ControlKind, FunctionData, Inlining, Inst,
    InstData, Insts, Linkage, List, LoopHints, Operand, OperandKind, ParamData, ParamMode, Value, ValueData,
    ValueDef, ValueFlags,
};
pub use immediates::{
    AtomicAccess, ImageOperands, MemoryAccess, Shuffle, Swizzle, SwizzledStore, scope, semantics,
};
pub use integers::IntegerFunction;
pub use intrinsic::{Intrinsic, IntrinsicInfo, OperandClass, matrix_conversion};
pub use modes::{EXECUTION_MODES, ModeInfo};
pub use module::{
    Behavior, BlendEquations, Decorations, DepthMode, Execution, Function, Global, GlobalData, Interpolation,
    LayoutRule, Member, Modes, Module, Named, NamedSet, Precision, Primitive, Qualifiers, Source,
    SourceExtension, SourceLanguage, SourceProfile, Spacing, SpecConstant, SpecConstantData, Stage, Storage,
    Struct, StructData, SubroutineUniform,
};
pub use names::{Name, Names};
pub use ops::{Class, Laws, Op, OpInfo, OpSet, Sig, SpirvCode};
pub use positions::{Positions, mix};
pub use side_table::{Id, IdSet, SideTable};
pub use snapshot::Snapshot;
pub use source::{Excerpt, Location, Renumbering, SourceId, SourceMap, TooLarge};
pub use span::{Origin, Span};
pub use spare::Spare;
pub use spelling::{Letters, NamedConstant, Naming, Spelled, Spelling, SpellingEntry};
pub use spirv::{SpirvItem, SpirvKind, SpirvOperand, renumber_globals};
pub use stages::Stages;
pub use storage::{Content, StorageInfo, StorageTraits, Storages};
pub use text::print;
pub use types::{Dim, ImageFormat, ImageType, Length, MatrixUse, Scalar, Type, TypeData, Types};
pub use unlinked::{Lacks, Unlinked};
pub use verify::{Layer, Rule, VerifyError, VerifyErrors, verify, verify_declarations};

#[cfg(test)]
mod tests {
    use super::Module;

    #[test]
    fn modules_cross_threads() {
        fn check<T: Send + Sync + Clone>() {}
        check::<Module>();
    }
}
