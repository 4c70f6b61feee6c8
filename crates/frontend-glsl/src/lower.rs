//! Lowering: the parser calls a method for each construct, which types it, folds it and emits IR at once.
//!
//! The context, [`Lowering`], is made of parts with one purpose each: declarations, the function being lowered,
//! settings, diagnostics. An open construct is no part of it: the beginning of a construct returns a value that its end
//! takes, and the parser holds that value on its stack. Expressions that the parser passes on are small and `Copy`.
//!
//! | modules | content |
//! |---|---|
//! | `declarations` | types, variables, blocks, functions, qualifiers |
//! | `expressions`, `statements` | expressions and statements |
//! | `builtins` | built-in functions and variables |
//! | `checks` | rules about the interface as a whole, about usage, and of single versions |
//! | `extensions` | extensions and features |
//! | `body`, `scopes`, `settings`, `report` | parts of the context |
//! | `emit`, `queries` | the emission of instructions, and queries on the module |

mod body;
mod builtins;
mod checks;
pub(crate) mod declarations;
mod emit;
pub(crate) mod expressions;
pub(crate) mod extensions;
mod queries;
mod recorder;
pub(crate) mod report;
pub(crate) mod scopes;
pub(crate) mod settings;
pub(crate) mod statements;

use crate::diagnostics::Sink;
use crate::extensions::Extension;
use crate::index::Index;
use crate::parser::Spanned;
use crate::preprocess::{ExtensionState, ExtensionUse};
use crate::symbols::{Interner, Symbol};
use crate::version::{Profile, Version};
use body::Body;
use builtins::variables::DeclaredBuiltins;
use checks::interface::Interface;
use checks::transform_feedback::TransformFeedback;
use declarations::blocks::Blocks;
use declarations::default_precision::Precisions;
use declarations::functions::EntryPoint;
use declarations::overload_sets::Functions;
use declarations::qualifiers::QualifierList;
use declarations::stage_layouts::LayoutDefaults;
use declarations::structs::Structs;
use declarations::subroutines::Subroutines;
use declarations::types::DimensionLists;
use declarations::unsized_arrays::ImplicitSizes;
use declarations::variables::Variables;
use emit::Scratch;
use expressions::places::Places;
use extensions::Enabled;
use recorder::Recorder;
use report::Report;
use scopes::{Entity, ScopeLists, Scopes};
use settings::Settings;
use std::cell::Cell;
use std::rc::Rc;
use vitrum_ir::types::common;
use vitrum_ir::{
    Behavior, Cursor, FunctionData, Module, Source, SourceExtension, SourceLanguage, SourceProfile, Span,
    Spare, Stage,
};

/// Everything that is known while a shader is lowered, in parts that can be borrowed alone.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(crate) module: Module,
    /// All tokens, to look around in.
    pub(crate) tokens: &'a [Spanned],
    pub(crate) symbols: &'a mut Interner,
    pub(crate) settings: Settings<'a>,
    pub(crate) extensions: Enabled<'a>,
    pub(crate) report: Report<'a>,

    // Declarations.
    pub(crate) scopes: Scopes<'a>,
    pub(crate) variables: Variables,
    pub(crate) functions: Functions,
    pub(crate) entry: EntryPoint,
    pub(crate) subroutines: Subroutines,
    pub(crate) structs: Structs,
    pub(crate) blocks: Blocks,
    pub(crate) implicit: ImplicitSizes,
    pub(crate) builtins: DeclaredBuiltins,
    pub(crate) interface: Interface,
    pub(crate) defaults: LayoutDefaults,
    pub(crate) feedback: TransformFeedback,
    pub(crate) precision: Precisions,
    /// All dimensions in brackets.
    pub(crate) dimensions: DimensionLists,
    /// The empty list that declarations without qualifiers share.
    pub(crate) no_qualifiers: Rc<QualifierList>,

    // The function being lowered.
    pub(crate) cursor: Cursor,
    pub(crate) body: Body,
    pub(crate) places: Places,
    pub(crate) scratch: Scratch,

    /// Lists of earlier shaders.
    pub(crate) memory: &'a mut Memory,
}

/// Lists that one shader leaves to the next.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Those of modules.
    pub(crate) spare: Spare,
    scopes: ScopeLists,
    variables: Variables,
    places: Places,
    scratch: Scratch,
}

impl<'a> Lowering<'a> {
    /// A context for a shader without any declarations yet.
    pub(crate) fn new(
        stage: Stage,
        settings: Settings<'a>,
        extensions: Enabled<'a>,
        symbols: &'a mut Interner,
        sink: &'a mut Sink,
        memory: &'a mut Memory,
    ) -> Self {
        let mut module = memory.spare.module(stage);
        let version = settings.dialect.version;
        module.source = Source {
            language: if version.is_es() { SourceLanguage::Essl } else { SourceLanguage::Glsl },
            version: u32::from(version.number),
            profile: match version.profile {
                Profile::Core => SourceProfile::Core,
                Profile::Compatibility => SourceProfile::Compatibility,
                Profile::None | Profile::Es => SourceProfile::None,
            },
        };
        let name = module.names.intern("main");
        let main = module.functions.alloc(FunctionData::with_room(name, common::VOID, 0));
        let block = module.functions[main].body;
        let cursor = Cursor { function: main, block: Some(block), span: Span::default(), precise: false };
        let scopes = Scopes::new(Interner::KNOWN, std::mem::take(&mut memory.scopes));
        let precision = Precisions::new(version.is_es(), &mut module);
        Self {
            module,
            tokens: &[],
            symbols,
            settings,
            extensions,
            report: Report::new(sink),
            scopes,
            variables: std::mem::take(&mut memory.variables).with_room(),
            functions: Functions::default(),
            entry: EntryPoint { function: main, body: None },
            subroutines: Subroutines::default(),
            structs: Structs::default(),
            blocks: Blocks::default(),
            implicit: ImplicitSizes::default(),
            builtins: DeclaredBuiltins::default(),
            interface: Interface::default(),
            defaults: LayoutDefaults::default(),
            feedback: TransformFeedback::default(),
            precision,
            dimensions: DimensionLists::default(),
            no_qualifiers: Rc::default(),
            cursor,
            body: Body::default(),
            places: std::mem::take(&mut memory.places).with_room(),
            scratch: std::mem::take(&mut memory.scratch),
            memory,
        }
    }

    /// The version of the language.
    #[inline]
    pub(crate) fn version(&self) -> Version {
        self.settings.dialect.version
    }

    /// Records names for an index. `position` is the number of tokens that the parser has read.
    pub(crate) fn record_names(&mut self, position: &'a Cell<usize>) {
        self.scopes.recorder = Some(Box::new(Recorder::new(position)));
    }

    /// Records in the module the extensions that are enabled anywhere, with the strictest behavior of all directives.
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
            // An extension that no directive names is implied by another one, and a consumer need not support it by
            // its own name.
            let implied = |state: &ExtensionState| {
                state.enabled.contains(extension) && !state.warned.contains(extension)
            };
            let implied = if states.iter().any(implied) { Behavior::Enable } else { Behavior::Warn };
            self.module.extensions.push(SourceExtension { name, behavior: behavior.unwrap_or(implied) });
        }
    }

    /// Records in the module an extension that the shader need not name.
    pub(crate) fn module_needs(&mut self, extension: Extension) {
        let index = self
            .module
            .extensions
            .binary_search_by(|known| self.module.names.get(known.name).cmp(extension.name()));
        if let Err(index) = index {
            let name = self.module.names.intern(extension.name());
            self.module.extensions.insert(index, SourceExtension { name, behavior: Behavior::Require });
        }
    }

    /// Looks a name up: the shader's declarations first, then built-in ones.
    pub(crate) fn lookup(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(found) = self.scopes.lookup(name) {
            return Some(found.entity);
        }
        self.builtin_variable(name)
    }

    /// The module, if there was no error, and the index, if it is asked for.
    pub(crate) fn finish(mut self, end: Span) -> (Option<Module>, Option<Box<Index>>) {
        let lacks_main = self.entry.body.is_none();
        if lacks_main && !self.settings.is_unit && !self.report.has_errors() {
            self.report_no_main(end);
        }
        self.supersede_literals();
        self.finish_subroutines();
        if !self.report.may_hide_layouts() {
            self.check_stage_layouts(end);
        }
        self.check_functions();
        self.size_implicit_arrays();
        self.size_implicit_members();
        self.set_late_lengths();
        self.default_interlock();
        self.choose_ray_tracing();
        self.choose_meshes();
        self.choose_gather_levels();
        self.choose_groups();
        self.choose_hit_objects();
        self.choose_query_micromaps();
        self.spread_strides();
        self.check_interface_as_a_whole();
        self.check_shared_blocks();
        self.report.flush();
        let mut index = self.take_index();
        if self.report.has_errors() {
            if let Some(index) = &mut index {
                index.partial = Some(self.module);
            }
            return (None, index);
        }
        self.finish_functions();
        self.module.spelling.sort();
        let Self { module, memory, scopes, mut variables, mut places, mut scratch, .. } = self;
        variables.clear();
        places.clear();
        scratch.clear();
        *memory = Memory {
            spare: std::mem::take(&mut memory.spare),
            scopes: scopes.into_lists(),
            variables,
            places,
            scratch,
        };
        (Some(module), index)
    }
}
