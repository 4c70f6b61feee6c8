//! The context of the printer: the module, the target, and the final names of globals.

use crate::ast::{Expr, Node, TextArena, Tree};
use crate::bump_table::BumpCells;
use crate::declared_constants::DeclaredConstant;
use crate::effects::{Effects, summarise};
use crate::names::{is_reserved, legal, unique_name};
use crate::places::Marks;
use crate::spelling::ModuleSpelling;
use crate::types::{block_of, is_opaque, used_structs};
use crate::{Options, SourceLocations, SpecConstants};
use bumpalo::collections::Vec as BumpVec;
use la_arena::ArenaMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};
use vitrum_glsl::builtins::constants::QUERY_MICROMAPS;
use vitrum_glsl::builtins::{is_builtin_function, is_es_function};
use vitrum_glsl::extensions::{Extension, ExtensionSet};
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Version;
use vitrum_ir::{
    Behavior, Constant, Function, Global, GlobalData, Id, Member, Modes, Module, Name, Qualifiers, Scalar,
    SideTable, SourceExtension, SpecConstant, SpecConstantData, Storage, Struct, Type, TypeData,
};

/// The module, the target and all global names.
pub(crate) struct Context<'a> {
    pub(crate) module: &'a Module,
    pub(crate) arena: TextArena<'a>,
    pub(crate) target: Version,
    pub(crate) vulkan: bool,
    pub(crate) spec_style: SpecConstants,
    /// True if the caller chose the target, rather than the module's source.
    pub(crate) forced: bool,
    /// True if names inside the shader are shortened.
    pub(crate) minify: bool,
    /// The source locations, if comments are wanted.
    pub(crate) locations: Option<&'a SourceLocations<'a>>,
    /// The places in the source of parts of the text, if they are wanted.
    pub(crate) marks: Option<RefCell<Marks>>,
    globals: GlobalNames<'a>,
    /// The number of components of scalar and vector globals, by name; rarely needed.
    sizes: OnceCell<FxHashMap<&'a str, u32>>,
    structs: ArenaMap<Struct, &'a str>,
    /// Names of the members of each struct.
    members: ArenaMap<Struct, BumpVec<'a, &'a str>>,
    functions: ArenaMap<Function, &'a str>,
    spec_constants: SideTable<SpecConstant, &'a str>,
    /// The name of each type and its brackets, computed on first use.
    pub(crate) type_names: BumpCells<'a, Type, (&'a str, &'a str)>,
    /// The legal form of each name, computed on first use.
    legal_names: BumpCells<'a, Name, &'a str>,
    /// The text of each scalar constant, computed on first use.
    pub(crate) literals: BumpCells<'a, Constant, Option<Node<'a>>>,
    /// The constants with a declaration, parts before composites.
    pub(crate) declared_constants: Vec<DeclaredConstant>,
    pub(crate) constant_names: FxHashMap<Constant, &'a str>,
    summaries: SideTable<Function, Effects>,
    /// True if every function follows its callees.
    pub(crate) calls_in_order: bool,
    struct_names: FxHashSet<&'a str>,
    pub(crate) unprinted: UnprintedStructs,
    pub(crate) shared_names: SharedNames<'a>,
    /// The extensions that the text requests.
    pub(crate) extensions: Vec<(String, Behavior)>,
    /// The same extensions as a set, with those that they imply.
    requested: ExtensionSet,
    /// Extensions whose need was found while printing.
    pub(crate) needed: RefCell<Vec<&'static str>>,
    pub(crate) spelling: ModuleSpelling<'a>,
    /// The default precision of floats, integers and samplers, once it is known.
    pub(crate) defaults: crate::precision::Defaults,
}

/// The names of globals.
struct GlobalNames<'a> {
    variables: ArenaMap<Global, &'a str>,
    /// Names of blocks whose struct an earlier block of the same interface has.
    more_blocks: FxHashMap<Global, &'a str>,
}

/// Structs without a declaration in the text.
pub(crate) struct UnprintedStructs {
    /// Structs of blocks that lowerings split.
    pub(crate) dropped: Vec<Struct>,
    /// Structs that nothing uses, of a module that comes from another language than GLSL.
    pub(crate) unused: FxHashSet<Struct>,
}

/// Global names that built-in functions have as well.
#[derive(Default)]
pub(crate) struct SharedNames<'a> {
    all: FxHashSet<&'a str>,
    /// Those of them that are also called as built-in functions.
    pub(crate) called: RefCell<Vec<String>>,
}

impl<'a> Context<'a> {
    /// Chooses all global names but the avoided ones.
    pub(crate) fn new(
        module: &'a Module,
        arena: TextArena<'a>,
        options: &Options,
        extensions: Option<Vec<(String, Behavior)>>,
        dropped: Vec<Struct>,
        avoided: &[String],
    ) -> Self {
        let target = options.target.unwrap_or_else(|| Version::of_source(module.source));
        let (summaries, calls_in_order) = summarise(module);
        let extensions = extensions.unwrap_or_else(|| own_extensions(module, target));
        let mut cx = Self {
            module,
            arena,
            target,
            vulkan: options.vulkan,
            forced: options.target.is_some(),
            minify: options.minify,
            locations: None,
            marks: None,
            spec_style: options.spec_constants.unwrap_or(if options.vulkan || options.target.is_none() {
                SpecConstants::ConstantId
            } else {
                SpecConstants::Macro
            }),
            globals: GlobalNames {
                variables: ArenaMap::with_capacity(module.globals.len()),
                more_blocks: FxHashMap::default(),
            },
            sizes: OnceCell::new(),
            structs: ArenaMap::with_capacity(module.structs.len()),
            members: ArenaMap::with_capacity(module.structs.len()),
            type_names: BumpCells::new(arena, module.types.len()),
            legal_names: BumpCells::new(arena, module.names.len()),
            literals: BumpCells::new(arena, module.constants.len()),
            functions: ArenaMap::with_capacity(module.functions.len()),
            spec_constants: SideTable::new(),
            declared_constants: crate::declared_constants::find(module, target),
            constant_names: FxHashMap::default(),
            summaries,
            calls_in_order,
            struct_names: FxHashSet::default(),
            unprinted: UnprintedStructs { dropped, unused: unused_structs(module) },
            shared_names: SharedNames::default(),
            requested: enabled_extensions(&extensions),
            extensions,
            needed: RefCell::default(),
            spelling: ModuleSpelling::default(),
            defaults: crate::precision::Defaults::default(),
        };
        cx.name_everything(avoided);
        cx.find_shared_names();
        cx
    }

    /// Finds the chosen names that built-in functions have. A function of a GLSL source hides a built-in one on purpose.
    fn find_shared_names(&mut self) {
        let open = self.globals.variables.iter().filter(|(_, name)| name.is_empty());
        let blocks = open.filter_map(|(id, _)| block_of(self.module, &self.module.globals[id]));
        let in_scope = blocks.filter_map(|block| self.members.get(block)).flatten().copied();
        let mut names: FxHashSet<&'a str> = in_scope.collect();
        names.extend(self.globals.variables.iter().map(|row| *row.1));
        names.extend(self.structs.iter().map(|row| *row.1));
        names.extend(self.spec_constants.values().copied());
        names.extend(self.constant_names.values().copied());
        if !self.module.source.language.is_glsl() {
            names.extend(self.functions.iter().map(|row| *row.1));
        }
        names.retain(|name| is_builtin_function(name));
        self.shared_names.all = names;
    }

    /// Notes the global names that hide a built-in function which the tree of a function calls.
    pub(crate) fn find_hidden(&self, tree: &Tree<'a>) {
        if self.shared_names.all.is_empty() {
            return;
        }
        for node in tree.nodes() {
            if let Node::Call(name, _) = node
                && self.shared_names.all.contains(name)
            {
                self.shared_names.called.borrow_mut().push(name.to_owned());
            }
        }
    }

    fn name_everything(&mut self, avoided: &[String]) {
        let (module, arena) = (self.module, self.arena);
        let mut taken: FxHashSet<&'a str> = taken_words(module);
        let avoided: Vec<&'a str> = avoided.iter().map(|name| arena.keep(name)).collect();
        taken.extend(&avoided);
        taken.reserve(module.globals.len() + module.structs.len() + self.declared_constants.len());
        let mut counters = FxHashMap::default();
        let mut name = |text: &'a str, fallback: &'static str, taken: &mut FxHashSet<&'a str>| {
            let wanted = legal(arena, if text.is_empty() { fallback } else { text });
            unique_name(arena, wanted, &mut counters, |name| !taken.insert(name))
        };
        let blocks: FxHashSet<Struct> =
            module.globals.values().filter_map(|global| block_of(module, global)).collect();
        let resources: FxHashSet<Struct> = module
            .globals
            .values()
            .filter(|global| is_resource_block(global))
            .filter_map(|global| block_of(module, global))
            .collect();
        // Nothing else at global scope has the name of a block (GLSL 4.60 section 4.3.9).
        let mut block_names: FxHashSet<&'a str> = avoided.iter().copied().collect();
        let mut named_blocks: FxHashMap<Struct, &'a str> = FxHashMap::default();
        for (id, data) in module.structs.iter().filter(|row| blocks.contains(&row.0)) {
            let text = module.names.get(data.name);
            // The language has no such block of resources, but compilers make some.
            let is_builtin = is_builtin_name(text) && !resources.contains(&id);
            let name = if is_builtin { text } else { name(text, "Block", &mut block_names) };
            named_blocks.insert(id, name);
        }
        // Members that are in scope have no name of a block either.
        let mut in_scope = block_names.clone();
        taken.extend(block_names);
        // Without an instance name, a block that references lead to is no block.
        let reference = |(_, data)| match data {
            TypeData::BufferReference { block, .. } => Some(block),
            _ => None,
        };
        let references: FxHashSet<Struct> = module.types.iter().filter_map(reference).collect();
        for (id, global) in module.globals.iter() {
            let text = module.names.get(global.name);
            let is_open =
                text.is_empty() && block_of(module, global).is_some_and(|block| !references.contains(&block));
            if is_open && may_be_open(module, global, &in_scope) {
                // The members are in scope without a qualifier.
                let block = module.types.innermost(global.ty);
                for (index, member) in module.members(block).iter().enumerate() {
                    let text = module.names.get(member.name);
                    in_scope.insert(text);
                    taken.insert(member_name(arena, text, index, !is_resource_block(global)));
                }
                self.globals.variables.insert(id, "");
            } else if is_builtin_name(text)
                && !is_placed(global)
                // A variable or image that a lowering put in the place of a built-in one is none.
                && !matches!(global.storage, Storage::Private | Storage::Opaque)
            {
                self.globals.variables.insert(id, text);
            } else {
                let name = name(text, "g", &mut taken);
                self.globals.variables.insert(id, name);
            }
        }
        let mut declared: FxHashSet<(Storage, Struct)> = FxHashSet::default();
        for (id, global) in module.globals.iter() {
            let interface = match global.storage {
                Storage::PushConstant => Storage::Uniform,
                Storage::ShaderRecord => Storage::Buffer,
                storage => storage,
            };
            let Some(block) = block_of(module, global) else { continue };
            if !declared.insert((interface, block))
                && let Some(first) = named_blocks.get(&block)
            {
                self.globals.more_blocks.insert(id, name(first, "Block", &mut taken));
            }
        }
        for (id, constant) in module.spec_constants.iter() {
            let text = module.names.get(constant.name);
            let name = if self.is_workgroup_axis(id) {
                ""
            } else if self.switches_micromaps(constant) {
                QUERY_MICROMAPS
            } else {
                name(text, "k", &mut taken)
            };
            self.spec_constants.push(name);
        }
        let (unused, used): (Vec<_>, Vec<_>) =
            module.structs.iter().partition(|(id, _)| self.unprinted.unused.contains(id));
        for (id, data) in used.into_iter().chain(unused) {
            let text = module.names.get(data.name);
            let name = match named_blocks.get(&id) {
                Some(name) => name,
                None if is_builtin_name(text) => text,
                None => name(text, "S", &mut taken),
            };
            self.struct_names.insert(name);
            self.structs.insert(id, name);
            let mut members = arena.list_of(data.members.len());
            let may_be_builtin = !resources.contains(&id);
            let texts = || data.members.iter().map(|member| module.names.get(member.name));
            let mut legal = (!module.source.language.is_glsl()).then(|| LegalMembers::new(texts()));
            for (index, text) in texts().enumerate() {
                let text = legal.as_mut().map_or(text, |legal| legal.name(arena, text));
                members.push(member_name(arena, text, index, may_be_builtin));
            }
            self.members.insert(id, members);
        }
        for (index, table) in self.declared_constants.iter().enumerate() {
            let text = module.names.get(module.constants.name(table.constant));
            let text = if self.minify { arena.keep(&crate::minify::short_name(index)) } else { text };
            let name = name(text, "table", &mut taken);
            self.constant_names.insert(table.constant, name);
        }
        self.find_spelling(|text| name(text, "k", &mut taken));
        self.name_functions(&mut taken);
    }

    /// Names functions. Functions may share a name if their parameters differ; the entry point is `main`.
    fn name_functions(&mut self, taken: &mut FxHashSet<&'a str>) {
        let (module, arena) = (self.module, self.arena);
        let mut signatures: FxHashSet<(&'a str, SmallVec<[Type; 8]>)> = FxHashSet::default();
        let mut counters = FxHashMap::default();
        for (id, function) in module.functions.iter() {
            if module.entry == Some(id) {
                self.functions.insert(id, "main");
                continue;
            }
            let types: SmallVec<[Type; 8]> = function.blocks[function.body]
                .params
                .iter()
                .map(|&param| {
                    let ty = function.values[param].ty;
                    module.types.pointee(ty).unwrap_or(ty)
                })
                .collect();
            let text = module.names.get(function.name);
            // A name mangled by another tool ends at the parenthesis.
            let text = text.split('(').next().unwrap_or(text);
            let short = |id: Function| crate::minify::short_name(id.index());
            let wanted = legal(
                arena,
                if self.minify && function.link_name().is_none() {
                    arena.keep(&short(id))
                } else if text.is_empty() {
                    "f"
                } else {
                    text
                },
            );
            let name = unique_name(arena, wanted, &mut counters, |name| {
                // In ESSL, a shader cannot redefine the name of a built-in function.
                let builtin = self.target.is_es() && self.forced && is_es_function(name);
                builtin || taken.contains(name) || signatures.contains(&(name, types.clone()))
            });
            signatures.insert((name, types));
            self.functions.insert(id, name);
        }
    }

    /// The effects of calling a function.
    pub(crate) fn summary(&self, id: Function) -> Effects {
        self.summaries.get(id).copied().unwrap_or(Effects::NONE)
    }

    /// The legal form of a name.
    pub(crate) fn legal(&self, name: Name) -> &'a str {
        let known = self.legal_names.get(name);
        known.map_or("n", |known| known.get_or_init(|| legal(self.arena, self.module.names.get(name))))
    }

    /// True if GLSL locals cannot hold values of a type: addresses and opaque types.
    pub(crate) fn is_reference(&self, ty: Type) -> bool {
        match self.module.types.get(ty) {
            TypeData::Void | TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. } => false,
            TypeData::Pointer { .. } => true,
            _ => self.module.types.pointee(ty).is_some() || is_opaque(self.module, ty),
        }
    }

    /// The name of a global; empty for a block without an instance name.
    pub(crate) fn global(&self, id: Global) -> &'a str {
        self.globals.variables.get(id).copied().unwrap_or_default()
    }

    /// The number of components of a name or marked vector, if it is known; 1 for scalars.
    pub(crate) fn vector_size(&self, tree: &Tree<'_>, expr: Expr) -> Option<u32> {
        match tree.get(expr) {
            Node::Local(local) => {
                tree.locals.get(local.0 as usize).and_then(|data| self.module.types.vector_size(data.ty))
            }
            Node::Text(name) => {
                let sizes = self.module.globals.iter().filter_map(|(id, global)| {
                    Some((*self.globals.variables.get(id)?, self.module.types.vector_size(global.ty)?))
                });
                self.sizes.get_or_init(|| sizes.collect()).get(name).copied()
            }
            _ => tree.whole(expr),
        }
    }

    /// The type of a variable or of a part of one; none for other expressions.
    pub(crate) fn type_of_path(&self, tree: &Tree<'_>, expr: Expr) -> Option<Type> {
        match tree.get(expr) {
            Node::Local(local) => tree.locals.get(local.0 as usize).map(|data| data.ty),
            Node::Text(name) => {
                let mut globals = self.module.globals.iter();
                globals.find_map(|(id, global)| match self.global(id) {
                    "" => self.type_of_member(global.ty, name),
                    own => (own == name).then_some(global.ty),
                })
            }
            Node::Field(base, name) => self.type_of_member(self.type_of_path(tree, base)?, name),
            Node::Index(base, _) => {
                vitrum_ir::typing::part_type(self.module, self.type_of_path(tree, base)?, 0)
            }
            _ => None,
        }
    }

    fn type_of_member(&self, ty: Type, name: &str) -> Option<Type> {
        let TypeData::Struct(id) = self.module.types.get(ty) else { return None };
        let mut members = self.module.structs[id].members.iter().enumerate();
        members.find(|(index, _)| self.member(id, *index) == name).map(|(_, member)| member.ty)
    }

    /// True if a specialisation constant says whether ray queries see opacity micromaps.
    pub(crate) fn switches_micromaps(&self, data: &SpecConstantData) -> bool {
        data.id.is_some() && data.id == self.module.execution.query_micromaps_id
    }

    /// True if a specialisation constant is the unnamed one of a `local_size_x_id`.
    pub(crate) fn is_workgroup_axis(&self, id: SpecConstant) -> bool {
        let sizes = self.module.execution.local_size.into_iter().flatten();
        let mut kinds = sizes.map(|size| &self.module.constants.get(size).kind);
        self.module.spec_constants[id].name.is_empty()
            && kinds.any(|kind| *kind == vitrum_ir::ConstantKind::Spec(id))
    }

    /// The name of a struct or block.
    pub(crate) fn structure(&self, id: Struct) -> &'a str {
        self.structs.get(id).map_or("", |name| name)
    }

    /// The name of the block that a variable is.
    pub(crate) fn block_name(&self, global: Global, block: Struct) -> &'a str {
        self.globals.more_blocks.get(&global).copied().unwrap_or_else(|| self.structure(block))
    }

    /// The name of a function.
    pub(crate) fn function(&self, id: Function) -> &'a str {
        self.functions.get(id).copied().unwrap_or_default()
    }

    /// The name of a specialisation constant.
    pub(crate) fn spec_constant(&self, id: SpecConstant) -> &'a str {
        self.spec_constants.at(id)
    }

    /// True if a struct or block has this name.
    pub(crate) fn is_struct_name(&self, name: &str) -> bool {
        self.struct_names.contains(name)
    }

    /// The name of a member.
    pub(crate) fn member(&self, id: Struct, index: usize) -> &'a str {
        let known = self.members.get(id).and_then(|names| names.get(index));
        known.copied().unwrap_or_else(|| self.arena.format(format_args!("m{index}")))
    }

    /// True if there is arithmetic on 8-bit or 16-bit numbers, not just storage.
    pub(crate) fn has_small_arithmetic(&self, scalar: Scalar) -> bool {
        // The first extension adds arithmetic, the second one storage. Without either, the first is requested.
        let mut extensions = type_feature(scalar).into_iter().flat_map(Feature::extensions);
        let mut asks_for_next = || extensions.next().is_some_and(|extension| self.requests(extension));
        asks_for_next() || !asks_for_next()
    }

    /// Requests the extension for a scalar type.
    pub(crate) fn needs_scalar(&self, scalar: Scalar) {
        if let Some(feature) = type_feature(scalar) {
            self.needs_type(feature);
        }
    }

    /// Notes that a type of an extension is printed.
    pub(crate) fn needs_type(&self, feature: Feature) {
        if let Some(first) = feature.extensions().next()
            && !feature.extensions().any(|extension| self.requests(extension))
        {
            let mut needed = self.needed.borrow_mut();
            if !needed.contains(&first.name()) {
                needed.push(first.name());
            }
        }
    }

    /// True if the target has a feature by its version, by an extension that the printer may request, or by one that
    /// the text requests.
    pub(crate) fn target_has(&self, feature: Feature) -> bool {
        feature.is_available_in(self.target) || self.text_has(feature)
    }

    /// True if the text has a feature by its version or by an extension that it requests.
    pub(crate) fn text_has(&self, feature: Feature) -> bool {
        feature.is_in(self.target) || feature.extensions().any(|extension| self.requests(extension))
    }

    /// A word of `GL_EXT_ray_tracing` as this module writes it: `GL_NV_ray_tracing` has other names.
    pub(crate) fn ray_word<'w>(&self, word: &'w str) -> &'w str {
        // Other stages may have an acceleration structure.
        let has_others = self.requests(Extension::ExtRayTracing) || self.requests(Extension::ExtRayQuery);
        let is_nv = self.module.execution.modes.contains(Modes::NV_RAY_TRACING)
            || self.requests(Extension::NvRayTracing) && !has_others;
        if !is_nv {
            return word;
        }
        NV_RAY_WORDS.iter().find(|row| row.0 == word).map_or(word, |row| row.1)
    }

    /// The word of `GL_EXT_shader_invocation_reorder` or of `GL_NV_shader_invocation_reorder`.
    pub(crate) fn hit_word<'w>(&self, ext: &'w str, nv: &'w str) -> &'w str {
        if self.module.execution.modes.contains(Modes::NV_HIT_OBJECTS) { nv } else { ext }
    }

    /// The word of `GL_EXT_mesh_shader` or of `GL_NV_mesh_shader`.
    pub(crate) fn mesh_word<'w>(&self, ext: &'w str, nv: &'w str) -> &'w str {
        if self.module.execution.modes.contains(Modes::NV_MESH) { nv } else { ext }
    }

    /// True if the text requests an extension, or one that implies it.
    pub(crate) fn requests(&self, extension: Extension) -> bool {
        self.requested.contains(extension)
    }
}

/// Words of `GL_EXT_ray_tracing` with those of `GL_NV_ray_tracing`.
const NV_RAY_WORDS: &[(&str, &str)] = &[
    ("accelerationStructureEXT", "accelerationStructureNV"),
    ("callableDataEXT ", "callableDataNV "),
    ("callableDataInEXT ", "callableDataInNV "),
    ("executeCallableEXT", "executeCallableNV"),
    ("hitAttributeEXT ", "hitAttributeNV "),
    ("ignoreIntersectionEXT", "ignoreIntersectionNV()"),
    ("rayPayloadEXT ", "rayPayloadNV "),
    ("rayPayloadInEXT ", "rayPayloadInNV "),
    ("reportIntersectionEXT", "reportIntersectionNV"),
    ("shaderRecordEXT", "shaderRecordNV"),
    ("terminateRayEXT", "terminateRayNV()"),
    ("traceRayEXT", "traceNV"),
];

/// The extensions that the lines enable, with those that they imply.
fn enabled_extensions(lines: &[(String, Behavior)]) -> ExtensionSet {
    let mut set = ExtensionSet::EMPTY;
    for extension in lines.iter().filter_map(|line| Extension::from_name(&line.0)) {
        set.insert(extension);
        for &implied in extension.info().implies {
            set.insert(implied);
        }
    }
    set
}

/// The feature of a component type that no version has.
fn type_feature(scalar: Scalar) -> Option<Feature> {
    match scalar {
        Scalar::I8 | Scalar::U8 => Some(Feature::Int8Types),
        Scalar::I16 | Scalar::U16 => Some(Feature::Int16Types),
        Scalar::F16 => Some(Feature::HalfTypes),
        Scalar::Bf16 => Some(Feature::Bfloat16Types),
        Scalar::F8E4M3 => Some(Feature::FloatE4m3Types),
        Scalar::F8E5M2 => Some(Feature::FloatE5m2Types),
        Scalar::F4E2M1 => Some(Feature::FloatE2m1Types),
        Scalar::F6E2M3 => Some(Feature::FloatE2m3Types),
        Scalar::F6E3M2 => Some(Feature::FloatE3m2Types),
        Scalar::F8E8M0 => Some(Feature::FloatUe8m0Types),
        Scalar::MxInt8 => Some(Feature::FloatMxint8Types),
        Scalar::I64 | Scalar::U64 => Some(Feature::Int64Types),
        Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::F32 | Scalar::F64 => None,
    }
}

/// The structs that are not printed: GLSL of other sources has those alone that it uses.
fn unused_structs(module: &Module) -> FxHashSet<Struct> {
    if module.source.language.is_glsl() || module.structs.is_empty() {
        return FxHashSet::default();
    }
    let used = used_structs(module);
    module.structs.iter().map(|row| row.0).filter(|id| !used.contains(id)).collect()
}

/// Words that are names in modules without what they belong to.
pub(crate) fn taken_words<'a>(module: &Module) -> FxHashSet<&'a str> {
    let has_long_vectors = module.types.iter().any(|row| matches!(row.1, TypeData::LongVector { .. }));
    has_long_vectors.then_some(vitrum_glsl::words::VECTOR).into_iter().collect()
}

/// The extensions that the source requests.
fn own_extensions(module: &Module, target: Version) -> Vec<(String, Behavior)> {
    let named = |of: &SourceExtension| (module.names.get(of.name).to_owned(), of.behavior);
    let mut lines: Vec<(String, Behavior)> = module.extensions.iter().map(named).collect();
    for of in &module.extensions {
        for other in crate::requirements::printed_as(module.names.get(of.name), target) {
            if lines.iter().all(|line| line.0 != other) {
                lines.push((other.to_owned(), Behavior::Enable));
                lines.sort();
            }
        }
    }
    lines
}

/// True if a block can do without an instance name: it is no array, and its members have names that no other such block has.
fn may_be_open<'a>(module: &'a Module, global: &GlobalData, in_scope: &FxHashSet<&'a str>) -> bool {
    let has_own_name = |member: &Member| {
        let text = module.names.get(member.name);
        is_builtin_name(text) || !text.is_empty() && !in_scope.contains(text)
    };
    // Nothing indexes what is passed through, or blocks of a heap that are all of it.
    let is_one = matches!(module.types.get(global.ty), TypeData::Struct(_))
        || module.is_structured_heap(global)
        || global.decorations.qualifiers.contains(Qualifiers::PASSTHROUGH);
    is_one && module.members(module.types.innermost(global.ty)).iter().all(has_own_name)
}

/// True for an input or output with a location, which no built-in variable has. Compilers leave it the name of one that they replace.
fn is_placed(global: &GlobalData) -> bool {
    matches!(global.storage, Storage::Input | Storage::Output)
        && global.decorations.builtin.is_none()
        && global.decorations.location.is_some()
}

/// True for a block of memory that the application gives.
fn is_resource_block(global: &GlobalData) -> bool {
    global.block.is_some()
        && matches!(
            global.storage,
            Storage::Uniform | Storage::Buffer | Storage::PushConstant | Storage::ShaderRecord
        )
}

/// The names of members that come from another language, where nobody asks for them by their names.
struct LegalMembers<'a> {
    taken: FxHashSet<&'a str>,
    counters: FxHashMap<&'a str, u32>,
}

impl<'a> LegalMembers<'a> {
    fn new(texts: impl Iterator<Item = &'a str>) -> Self {
        Self { taken: texts.collect(), counters: FxHashMap::default() }
    }

    /// The name, or one like it: glslang takes `length` for the method, and two underscores in a row are reserved (GLSL 4.60
    /// section 3.7).
    fn name(&mut self, arena: TextArena<'a>, text: &'a str) -> &'a str {
        if text.is_empty() || is_builtin_name(text) || text != "length" && !text.contains("__") {
            return text;
        }
        let name = if text == "length" { "length_" } else { legal(arena, text) };
        unique_name(arena, name, &mut self.counters, |name| !self.taken.insert(name))
    }
}

/// The printed name of a member.
fn member_name<'a>(arena: TextArena<'a>, text: &'a str, index: usize, may_be_builtin: bool) -> &'a str {
    let is_builtin = is_builtin_name(text);
    if is_builtin && may_be_builtin || !is_builtin && !text.is_empty() && !is_reserved(text) {
        text
    } else if text.is_empty() {
        arena.format(format_args!("m{index}"))
    } else {
        legal(arena, text)
    }
}

/// True if a name is reserved for the language.
pub(crate) fn is_builtin_name(text: &str) -> bool {
    text.starts_with("gl_")
}
