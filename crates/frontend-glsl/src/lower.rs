//! Lowering: what the parser calls, construct by construct, to type, fold and emit IR at once.
//!
//! The context holds the module so far, the scopes, and stacks for what is open: control statements, regions of
//! `&&` and `?:`, calls, lists, struct bodies. What the parser passes on is small and `Copy`.

pub(crate) mod appendix_a;
pub(crate) mod blocks;
pub(crate) mod branches;
pub(crate) mod builtin_calls;
pub(crate) mod builtin_images;
pub(crate) mod builtin_redeclarations;
pub(crate) mod builtin_special;
pub(crate) mod builtin_variables;
pub(crate) mod builtins;
pub(crate) mod calls;
pub(crate) mod constructors;
pub(crate) mod conversions;
pub(crate) mod cooperative;
pub(crate) mod declarations;
pub(crate) mod defaults;
pub(crate) mod emit;
pub(crate) mod errors;
pub(crate) mod expressions;
pub(crate) mod extensions;
pub(crate) mod features;
mod feedback;
pub(crate) mod functions;
pub(crate) mod globals;
mod implicit_locals;
pub(crate) mod interface;
mod interface_rules;
pub(crate) mod layout;
pub(crate) mod loops;
mod memory_semantics;
mod missing;
pub(crate) mod operators;
mod overloads;
pub(crate) mod placement;
pub(crate) mod places;
pub(crate) mod precise;
pub(crate) mod precision;
pub(crate) mod qualifiers;
mod references;
pub(crate) mod scopes;
mod sizes;
pub(crate) mod spirv;
pub(crate) mod statements;
pub(crate) mod states;
mod static_rules;
pub(crate) mod strings;
pub(crate) mod structs;
pub(crate) mod subroutines;
pub(crate) mod switches;
mod tile_images;
pub(crate) mod types;
mod undefined;
pub(crate) mod variables;
pub(crate) mod versions;
mod yuv;

use crate::Limits;
use crate::builtins::compatibility::Structure;
use crate::diagnostics::{Code, Diagnostic, Sink};
use crate::extensions::Extension;
use crate::parser::Spanned;
use crate::preprocess::{ExtensionState, ExtensionUse};
use crate::symbols::{Interner, Symbol};
use crate::version::{Dialect, Profile};
use blocks::DefaultLayout;
use builtin_variables::BuiltInBlock;
use calls::Argument;
use extensions::Enabled;
use feedback::Capture;
use functions::Functions;
use places::Places;
use precision::DefaultPrecisions;
use qualifiers::QualifierList;
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{Entity, Scopes, VariableId};
use statements::Enclosing;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use subroutines::Subroutines;
use types::DimensionLists;
use variables::Variables;
use versions::FragmentTarget;
use vitrum_ir::types::common;
use vitrum_ir::{
    Behavior, Block, Cursor, Function, FunctionData, LayoutRule, Module, Name, Op, Operand, Precision,
    SourceExtension, Span, Stage, Storage, Struct, Type,
};

/// Everything that is known while a shader is lowered.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(crate) module: Module,
    /// All tokens, for the values of literals.
    pub(crate) tokens: &'a [Spanned],
    pub(crate) symbols: &'a mut Interner,
    pub(crate) sink: &'a mut Sink,
    /// The version, and no extensions: those are in `extensions`.
    pub(crate) dialect: Dialect,
    pub(crate) extensions: Enabled<'a>,
    pub(crate) limits: &'a Limits,

    // What is bound and declared.
    pub(crate) scopes: Scopes,
    pub(crate) variables: Variables,
    pub(crate) functions: Functions,
    pub(crate) subroutines: Subroutines,
    pub(crate) precisions: DefaultPrecisions,
    pub(crate) opaque_structs: FxHashSet<Struct>,
    pub(crate) struct_depths: FxHashMap<Struct, u32>,
    /// Bytes that structs hold, without padding.
    pub(crate) struct_sizes: FxHashMap<Struct, u64>,
    /// The `constant_id`s that are taken.
    pub(crate) spec_ids: BTreeSet<u32>,
    pub(crate) block_names: FxHashMap<(Symbol, Storage), Span>,
    pub(crate) block_symbols: FxHashMap<Symbol, Span>,
    /// Blocks with explicit offsets: how they lie, and where their members are declared.
    pub(crate) offset_blocks: Vec<(Struct, LayoutRule, Vec<Span>)>,
    /// Sizes that constant indices give to members without a size.
    pub(crate) member_lengths: BTreeMap<(Struct, u32), u32>,
    /// Arrays of the current function that were declared without a size.
    pub(crate) implicit_locals: Vec<VariableId>,
    pub(crate) builtin_names: FxHashMap<Symbol, Entity>,
    pub(crate) builtin_structs: Vec<(&'static Structure, Type)>,
    pub(crate) builtin_blocks: Vec<BuiltInBlock>,
    /// Built-in blocks that the shader declares, and where.
    pub(crate) redeclared_blocks: BTreeMap<(String, Storage), Span>,
    /// Members that those declarations leave out.
    pub(crate) hidden_builtins: FxHashSet<&'static str>,

    // Where instructions go.
    pub(crate) cursor: Cursor,
    pub(crate) main: Function,
    pub(crate) main_block: Option<Block>,
    pub(crate) result: (Type, Precision),
    pub(crate) precise_result: bool,
    pub(crate) returns: bool,
    /// Counts what writes to memory, so that it is known whether something was written between two points.
    pub(crate) writes: u32,
    /// How many of them cannot have been to a variable of the function: calls that were given no address.
    pub(crate) outside_writes: u32,
    pub(crate) has_precision: bool,
    /// The precision of the constants that are being combined.
    pub(crate) constant_precision: Precision,
    /// Whether the shader can have said a precision so far: always where the language has them.
    pub(crate) says_precision: bool,
    /// True if any value is marked `nonuniformEXT`.
    pub(crate) marks_nonuniform: bool,
    /// Values of the current function that flow into something precise.
    pub(crate) precise_values: Vec<Operand>,

    // What is open.
    /// What declarations without qualifiers share.
    pub(crate) no_qualifiers: Rc<QualifierList>,
    /// The constructs around the statement being read, the innermost last. Jumps, labels and declarations look for theirs.
    pub(crate) enclosing: Vec<Enclosing>,
    /// How many operands of `&&`, `||` and `?:` the expression being read is in.
    pub(crate) open_regions: u32,
    /// All dimensions in brackets.
    pub(crate) dimensions: DimensionLists,
    pub(crate) places: Places,
    pub(crate) scratch: Vec<Operand>,
    /// Lists whose room is used again: operands of a call, and arguments of a constructor.
    pub(crate) spare_operands: Vec<Operand>,
    pub(crate) spare_arguments: Vec<Vec<Argument>>,
    pub(crate) spare_values: Vec<(Operand, Type, Span)>,
    /// The last construct that is no part of a constant expression, though its value is known.
    pub(crate) not_constant: Option<Span>,
    /// Where the latest number is.
    pub(crate) last_literal: Option<Span>,
    /// How far the critical section of a fragment shader is: before it, in it, or behind it.
    pub(crate) interlock: u8,

    // Defaults that stand alone.
    pub(crate) default_uniform: DefaultLayout,
    pub(crate) default_buffer: DefaultLayout,
    pub(crate) default_shared: DefaultLayout,
    pub(crate) default_xfb_buffer: Option<u32>,
    pub(crate) default_stream: Option<u32>,
    /// Strides that stand alone, by transform feedback buffer.
    pub(crate) xfb_strides: BTreeMap<u32, u32>,
    /// What is captured so far.
    pub(crate) captures: Vec<Capture>,
    /// Where the next atomic counter of each binding lies.
    pub(crate) atomic_offsets: BTreeMap<u32, u32>,
    /// Whether this is one text of several, and what it lacks is in the others.
    pub(crate) is_part: bool,
    /// Local variables of ray queries that are passed to functions.
    pub(crate) shared_states: rustc_hash::FxHashSet<(vitrum_ir::Function, vitrum_ir::Value)>,
    /// Where the lengths of arrays are that get their size later.
    pub(crate) late_lengths: BTreeMap<VariableId, vitrum_ir::Global>,
    /// Whether the shader is a library: its functions are there for other modules.
    pub(crate) is_library: bool,
    /// `#pragma STDGL invariant(all)`
    pub(crate) all_invariant: bool,
    /// Whether nothing beyond Appendix A of ESSL 1.00 is taken.
    pub(crate) appendix_a: bool,
    /// Whether there is an interlock between fragments.
    pub(crate) uses_interlock: bool,
    pub(crate) local_size_said: u8,
    /// Where a local size was said last.
    pub(crate) local_size_span: Option<Span>,
    /// What kind of output a fragment shader wrote to first, and where.
    pub(crate) fragment_target: Option<(FragmentTarget, Span)>,
    /// How many vertices arrays have so far, and where that was said.
    pub(crate) vertex_count: Option<(u32, Span)>,

    // Diagnostics.
    pub(crate) pending: Option<Diagnostic>,
    pub(crate) reported_names: FxHashSet<Symbol>,
    /// How many more misspelt names get a suggestion.
    pub(crate) suggestions_left: Cell<u32>,
    /// Whether something was wrong that need not be reported by itself.
    pub(crate) failed: bool,
}

/// How deep the stacks are between two declarations at global scope.
impl<'a> Lowering<'a> {
    /// A context for a shader without any declarations yet.
    pub(crate) fn new(
        stage: Stage,
        dialect: Dialect,
        extensions: Enabled<'a>,
        symbols: &'a mut Interner,
        sink: &'a mut Sink,
        limits: &'a Limits,
    ) -> Self {
        let mut module = Module::new(stage);
        let version = dialect.version;
        module.source.name = module.names.intern(if version.is_es() { "essl" } else { "glsl" });
        module.source.version = u32::from(version.number);
        module.source.profile = match version.profile {
            Profile::Core => module.names.intern("core"),
            Profile::Compatibility => module.names.intern("compatibility"),
            Profile::None | Profile::Es => Name::EMPTY,
        };
        let name = module.names.intern("main");
        let main = module.functions.alloc(FunctionData::with_room(name, common::VOID, 0));
        let block = module.functions[main].body;
        let cursor = Cursor { function: main, block: Some(block), span: Span::default(), precise: false };
        let scopes = Scopes::new(symbols.known_len());
        let mut this = Self {
            module,
            tokens: &[],
            symbols,
            sink,
            dialect,
            extensions,
            limits,
            scopes,
            variables: Variables::default(),
            functions: Functions::default(),
            subroutines: Subroutines::default(),
            precisions: DefaultPrecisions::default(),
            opaque_structs: FxHashSet::default(),
            struct_depths: FxHashMap::default(),
            struct_sizes: FxHashMap::default(),
            spec_ids: BTreeSet::new(),
            block_names: FxHashMap::default(),
            block_symbols: FxHashMap::default(),
            offset_blocks: Vec::new(),
            member_lengths: BTreeMap::new(),
            implicit_locals: Vec::new(),
            builtin_names: FxHashMap::default(),
            builtin_structs: Vec::new(),
            builtin_blocks: Vec::new(),
            redeclared_blocks: BTreeMap::new(),
            hidden_builtins: FxHashSet::default(),
            cursor,
            main,
            main_block: None,
            result: (common::VOID, Precision::None),
            precise_result: false,
            returns: false,
            writes: 0,
            outside_writes: 0,
            has_precision: version.is_es(),
            constant_precision: Precision::None,
            says_precision: version.is_es(),
            marks_nonuniform: false,
            precise_values: Vec::new(),
            no_qualifiers: Rc::default(),
            enclosing: Vec::new(),
            open_regions: 0,
            dimensions: DimensionLists::default(),
            places: Places::default(),
            scratch: Vec::new(),
            spare_operands: Vec::new(),
            spare_arguments: Vec::new(),
            spare_values: Vec::new(),
            not_constant: None,
            last_literal: None,
            interlock: 0,
            default_uniform: DefaultLayout::default(),
            default_buffer: DefaultLayout::default(),
            default_shared: DefaultLayout::default(),
            default_xfb_buffer: None,
            default_stream: None,
            xfb_strides: BTreeMap::new(),
            captures: Vec::new(),
            atomic_offsets: BTreeMap::new(),
            is_part: false,
            shared_states: rustc_hash::FxHashSet::default(),
            late_lengths: BTreeMap::new(),
            is_library: false,
            all_invariant: false,
            appendix_a: false,
            uses_interlock: false,
            local_size_said: 0,
            local_size_span: None,
            fragment_target: None,
            vertex_count: None,
            pending: None,
            reported_names: FxHashSet::default(),
            suggestions_left: Cell::new(32),
            failed: false,
        };
        this.predefine_precisions();
        this
    }

    /// Notes in the module which extensions are enabled anywhere, and how: as strictly as anybody says who names them.
    pub(crate) fn set_extensions(&mut self, states: &[ExtensionState], uses: &[ExtensionUse]) {
        let used = |extension: &Extension| states.iter().any(|state| state.enabled.contains(*extension));
        let mut all: Vec<Extension> = match states {
            [] => Vec::new(),
            _ => Extension::ALL.iter().copied().filter(used).collect(),
        };
        all.sort_unstable_by_key(|extension| extension.name());
        for extension in all {
            let named = uses.iter().filter(|of| of.extension == extension);
            let behavior = named.filter_map(|of| of.behavior.in_module()).max();
            let name = self.module.names.intern(extension.name());
            // One that nobody names is implied by another one, and need not be known by its own name.
            let implied = |state: &ExtensionState| {
                state.enabled.contains(extension) && !state.warned.contains(extension)
            };
            let implied = if states.iter().any(implied) { Behavior::Enable } else { Behavior::Warn };
            self.module.extensions.push(SourceExtension { name, behavior: behavior.unwrap_or(implied) });
        }
    }

    /// Notes in the module an extension that the shader need not name.
    pub(crate) fn module_needs(&mut self, extension: Extension) {
        let place = self
            .module
            .extensions
            .binary_search_by(|known| self.module.names.get(known.name).cmp(extension.name()));
        if let Err(place) = place {
            let name = self.module.names.intern(extension.name());
            self.module.extensions.insert(place, SourceExtension { name, behavior: Behavior::Require });
        }
    }

    /// What a name stands for here.
    pub(crate) fn lookup(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(found) = self.scopes.lookup(name) {
            return Some(found.entity);
        }
        self.builtin_variable(name)
    }

    /// The module, if nothing was wrong.
    pub(crate) fn finish(mut self, end: Span) -> Option<Module> {
        let lacks_main = self.main_block.is_none();
        if lacks_main && !self.is_part && !self.is_library && !self.sink_has_errors() {
            self.error(Code::NoMain, end, "there is no function `main`");
        }
        if lacks_main && self.is_library && self.initializes_at_run_time() {
            self.error(
                Code::NotConstant,
                end,
                "global variables with initial values that are computed need a function `main`",
            );
        }
        self.finish_subroutines();
        self.check_stage_layouts(end);
        let lacks_bodies = self.check_functions();
        self.size_implicit_arrays();
        self.size_implicit_members();
        self.set_late_lengths();
        self.default_interlock();
        self.spread_strides();
        self.check_interface_as_a_whole();
        self.check_shared_blocks();
        self.flush_diagnostic();
        if lacks_main && !self.is_library || lacks_bodies || self.failed || self.sink.has_errors() {
            return None;
        }
        self.finish_functions();
        self.module.library = self.is_library;
        Some(self.module)
    }

    fn sink_has_errors(&self) -> bool {
        self.sink.has_errors() || self.pending.is_some() || self.failed
    }

    /// `demote`
    pub(crate) fn demote(&mut self, span: Span) {
        self.cursor.span = span;
        self.builder().push(Op::Intrinsic, &[], vitrum_ir::Intrinsic::Demote as u32, &[]);
        self.writes += 1;
    }
}
