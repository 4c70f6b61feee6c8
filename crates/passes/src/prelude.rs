//! The prelude: functions in the IR that stand for operations which a target lacks.
//!
//! They are written in the files `prelude/*.vir`. A function has the mnemonic of the operation as its name; overloads for other types
//! are told apart by numbers, as in `&determinant.1`, and the first whose parameters fit is taken. An operation with two results has
//! two functions, with `_first` and `_second` behind the mnemonic. The export name of an alternative for some targets ends in a
//! [`Condition`], as in `"ldexp(vec)@bit_casts"`; it stands before the one for all others.
//!
//! Functions with other names are for passes that call them (`prelude::import`): equations of blending and of colours, arithmetic
//! of doubles.
//!
//! The crate holds the binary form of these files, which needs no parser; `UPDATE_EXPECT=1 cargo test -p vitrum-passes --test
//! prelude` writes it, and that test compares it with the files. It is read when a function is first wanted.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use vitrum_glsl::features::Feature;
use vitrum_ir::generics::{infer_arguments, instantiate, specialize};
use vitrum_ir::link::Importer;
use vitrum_ir::{Function, FunctionData, Linkage, Module, Op, Type, named_enum};

/// The binary form of the prelude.
static BYTES: &[u8] = include_bytes!("prelude/prelude.virb");

named_enum! {
    /// A condition on the target, under which an alternative of the prelude is taken.
    Condition {
        /// It has casts between floats and integers.
        BitCasts "bit_casts",
        /// It has unsigned integers and operators on bits.
        BitOperators "bit_operators",
    }
}

impl Condition {
    /// The feature of GLSL that the target must have.
    pub(crate) fn feature(self) -> Feature {
        match self {
            Self::BitCasts => Feature::BitCasts,
            Self::BitOperators => Feature::IntegerOperators,
        }
    }
}

/// The prelude as a module, and its functions by name, in the order of the files.
struct Prelude {
    module: Module,
    functions: FxHashMap<String, Vec<Function>>,
}

fn prelude() -> &'static Prelude {
    static PRELUDE: OnceLock<Prelude> = OnceLock::new();
    PRELUDE.get_or_init(|| {
        // A test reads the same bytes.
        let read = vitrum_ir_bytes::read(BYTES).map(|read| read.0);
        let module = read.unwrap_or_else(|_| Module::new(vitrum_ir::Stage::Fragment));
        let mut functions: FxHashMap<String, Vec<Function>> = FxHashMap::default();
        for (id, data) in module.functions.iter() {
            functions.entry(module.names.get(data.name).to_owned()).or_default().push(id);
        }
        Prelude { module, functions }
    })
}

/// The operations that the prelude has a function for.
pub fn operations() -> impl Iterator<Item = Op> {
    Op::ALL.iter().copied().filter(|&op| {
        let has = |suffix: &str| prelude().functions.contains_key(&format!("{}{suffix}", op.mnemonic()));
        has("") || has("_first")
    })
}

/// The function for a result of an operation on operands of these types of `module`, alone in a module of its own, without
/// generic parameters; `None` if the prelude has none. `holds` says which conditions the target meets.
///
/// ```
/// use vitrum_ir::{Module, Op, Stage, types::common};
///
/// let module = Module::new(Stage::Fragment);
/// let (prelude, function) =
///     vitrum_passes::prelude::function(&module, Op::Trunc, 0, &[common::VEC2], |_| true).unwrap();
/// assert_eq!(prelude.functions[function].result, common::VEC2);
/// ```
pub fn function(
    module: &Module,
    op: Op,
    result: usize,
    types: &[Type],
    holds: impl Fn(Condition) -> bool,
) -> Option<(Module, Function)> {
    let prelude = prelude();
    let both = prelude.functions.get(op.mnemonic());
    let suffix = if result == 0 { "_first" } else { "_second" };
    let overloads = both.or_else(|| prelude.functions.get(&format!("{}{suffix}", op.mnemonic())))?;
    let may_be = |&&id: &&Function| match condition(&prelude.module, &prelude.module.functions[id]) {
        Some(name) => Condition::from_name(name).is_some_and(&holds),
        None => true,
    };
    overloads.iter().filter(may_be).find_map(|&id| instance(module, types, id))
}

/// Puts a function of the prelude that is no operation's into a module, with those that it calls. Each call adds it again.
pub(crate) fn import(module: &mut Module, name: &str) -> Option<Function> {
    import_all(module, &[name]).into_iter().next().flatten()
}

/// The same for several functions, which share those that they call.
pub(crate) fn import_all(module: &mut Module, names: &[&str]) -> Vec<Option<Function>> {
    let prelude = prelude();
    let before = module.functions.len();
    let mut importer = Importer::new(&prelude.module, module);
    let find = |name: &&str| prelude.functions.get(*name).and_then(|all| all.first().copied());
    let copies = names.iter().map(|name| find(name).map(|function| importer.function(function))).collect();
    importer.finish();
    for id in module.function_ids().skip(before) {
        module.functions[id].linkage = Linkage::Internal;
    }
    copies
}

/// The condition at the end of the export name of a function.
fn condition<'a>(module: &'a Module, data: &FunctionData) -> Option<&'a str> {
    let Linkage::Export(name) = data.linkage else { return None };
    module.names.get(name).split_once('@').map(|parts| parts.1)
}

/// A function of the prelude for operands of these types, if it takes them.
fn instance(from: &Module, types: &[Type], id: Function) -> Option<(Module, Function)> {
    let prelude = &prelude().module;
    let mut module = Module::new(from.stage);
    let mut importer = Importer::new(from, &mut module);
    let types: Vec<Type> = types.iter().map(|&ty| importer.ty(ty)).collect();
    let mut importer = Importer::new(prelude, &mut module);
    let copy = importer.function(id);
    importer.finish();
    for data in module.functions.values_mut() {
        data.linkage = Linkage::Internal;
    }
    let root = if module.functions[copy].is_generic() {
        let arguments = infer_arguments(&module, copy, &types)?;
        instantiate(&mut module, copy, &arguments)
    } else {
        copy
    };
    let data = &module.functions[root];
    let params = data.blocks[data.body].params.iter().map(|&param| data.values[param].ty);
    if !params.eq(types) {
        return None;
    }
    // Others go, and the numbers change.
    let name = module.names.intern("instance");
    module.functions[root].name = name;
    specialize(&mut module).ok()?;
    let found = module.functions.iter().find(|row| row.1.name == name).map(|row| row.0)?;
    Some((module, found))
}
