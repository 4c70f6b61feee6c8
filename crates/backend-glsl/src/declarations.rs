//! Prints a module: directives, types, globals, functions.

use crate::ast::{Local, LocalData, Stmt, Tree};
use crate::body::FunctionBuffers;
use crate::context::{Context, is_builtin_name};
use crate::last_exits::{any_return, dissolve};
use crate::layout::{Layout, has_frag_coord_layout, memory_words, modes_of};
use crate::names::Scopes;
use crate::places::{self, Marks};
use crate::render::Renderer;
use crate::types::{block_of, struct_or_block};
use crate::uses::Uses;
use crate::{Error, SpecConstants};
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::fmt::Write;
use vitrum_glsl::builtins::constants::QUERY_MICROMAPS;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_glsl::layout_qualifiers::{Meaning, NumberKey};
use vitrum_ir::{
    Behavior, BuiltIn, Decorations, Function, FunctionData, Global, GlobalData, LayoutRule, Modes, Op,
    ParamMode, Precision, Qualifiers, Stage, Storage, Struct, TypeData, types::common, visit,
};
use vitrum_passes::analysis::memory::{Path, Root};

/// Prints a module, with the places of its parts if the context wants them.
/// Gives global names, too, that hide a built-in function which the text calls: without any, the text is right.
pub(crate) fn print(mut cx: Context<'_>) -> Result<(String, Marks, Vec<String>), Error> {
    let module = cx.module;
    // Sizes for the largest function, since growing buffers are copied.
    let most = |count: fn(&FunctionData) -> usize| module.functions.values().map(count).max().unwrap_or(0);
    let (insts, values) = (most(|function| function.insts.len()), most(|function| function.values.len()));
    let mut spare = FunctionBuffers::new(cx.arena, insts, values);
    let mut bodies = Vec::new();
    if cx.target.is_es() {
        // The default precision depends on all declarations.
        for function in module.functions.values() {
            bodies.push(cx.body(function, &mut spare)?);
        }
        cx.defaults = crate::precision::choose_defaults(&cx, bodies.iter().flat_map(Definition::declared));
    }
    // The extensions at the top are known last.
    let mut text = Sections::default();
    // An instruction has about 12 characters.
    let insts: usize = module.functions.values().map(|function| function.insts.len()).sum();
    text.text.reserve(1024 + 12 * insts);
    // The first declaration determines the type of the constant.
    let constants_first = cx.has_converted_dimension() || cx.has_macro_dimension();
    if constants_first {
        text.section(|out| cx.spec_constants(out));
    }
    text.section(|out| {
        out.push_str(&cx.precision_statements());
        out.push_str(&cx.execution_lines());
    });
    if !constants_first {
        text.section(|out| cx.spec_constants(out));
    }
    text.section(|out| cx.structs(out));
    let constants_at = text.text.len();
    text.section(|out| cx.globals(out));
    text.section(|out| out.push_str(&cx.spirv_declarations()));
    text.section(|out| cx.prototypes(out));
    let mut scopes = Scopes::new(&cx);
    let mut bodies = bodies.into_iter();
    for (id, function) in module.functions.iter() {
        let body = match bodies.next() {
            Some(body) => body,
            None => cx.body(function, &mut spare)?,
        };
        if !function.is_import() {
            text.section(|out| cx.function_text(id, &body, &mut scopes, out));
        }
        spare.tree = body.tree;
    }
    // Constants have no places.
    let marks = cx.marks.take();
    let mut constants = Sections::default();
    constants.section(|out| {
        cx.named_numbers(out);
        cx.constants(out);
    });
    let mut marks = marks.map(RefCell::into_inner).unwrap_or_default();
    text.text.insert_str(constants_at, &constants.text);
    places::shift(&mut marks, constants_at, constants.text.len());
    if !module.source.language.is_glsl() {
        cx.need_extensions_of(&text.text);
    }
    let mut head = format!("#version {}\n", cx.target);
    let mut extensions: Vec<(&str, Behavior)> =
        cx.extensions.iter().map(|(name, behavior)| (name.as_str(), *behavior)).collect();
    let needed = cx.needed.borrow();
    if !needed.is_empty() {
        extensions.extend(needed.iter().map(|&name| (name, Behavior::Require)));
        extensions.sort_unstable();
        extensions.dedup();
    }
    for (name, behavior) in extensions {
        let _ = writeln!(head, "#extension {name} : {}", behavior.name());
    }
    if module.execution.modes.contains(Modes::VULKAN_MEMORY_MODEL) {
        head.push_str("#pragma use_vulkan_memory_model\n");
    }
    if module.execution.modes.contains(Modes::SHADER_64BIT_INDEXING) {
        head.push_str("#pragma shader_64bit_indexing\n");
    }
    text.text.insert_str(0, &head);
    places::shift(&mut marks, 0, head.len());
    drop(needed);
    Ok((text.text, marks, cx.shared_names.called.into_inner()))
}

/// Text in sections separated by empty lines.
#[derive(Default)]
struct Sections {
    text: String,
}

impl Sections {
    /// Adds a section unless it is empty.
    fn section(&mut self, write: impl FnOnce(&mut String)) {
        let before = self.text.len();
        self.text.push('\n');
        write(&mut self.text);
        if self.text.len() == before + 1 {
            self.text.truncate(before);
        }
    }
}

impl<'a> Context<'a> {
    fn spec_constants(&self, text: &mut String) {
        if self.module.execution.modes.contains(Modes::QUERY_MICROMAPS_ON) {
            let _ = writeln!(text, "const bool {QUERY_MICROMAPS} = true;");
        }
        for (id, data) in self.module.spec_constants.iter() {
            // `local_size_x_id` declares these.
            let axis = self.is_workgroup_axis(id);
            if axis && self.spec_style == SpecConstants::ConstantId {
                continue;
            }
            let (ty, name) = (self.type_name(data.ty), self.spec_constant(id));
            if self.switches_micromaps(data) && self.spec_style == SpecConstants::ConstantId {
                let _ = writeln!(text, "layout(constant_id = {}) {name};", data.id.unwrap_or(0));
                continue;
            }
            let default = self.constant_text(data.default);
            match (data.id, self.spec_style) {
                (Some(id), SpecConstants::Macro) => {
                    let _ = writeln!(
                        text,
                        "#ifndef SPEC_CONSTANT_{id}\n#define SPEC_CONSTANT_{id} {default}\n#endif"
                    );
                    if !axis {
                        let _ = writeln!(text, "const {ty} {name} = SPEC_CONSTANT_{id};");
                    }
                }
                (Some(id), SpecConstants::ConstantId) => {
                    let _ = writeln!(text, "layout(constant_id = {id}) const {ty} {name} = {default};");
                }
                (None, _) if axis => {}
                (None, _) => {
                    let _ = writeln!(text, "const {ty} {name} = {default};");
                }
            }
        }
    }

    /// Adds structs that are not blocks, then the blocks of buffer references.
    fn structs(&self, text: &mut String) {
        let module = self.module;
        if module.structs.is_empty() {
            return;
        }
        let mut blocks: FxHashSet<Struct> = FxHashSet::default();
        blocks.extend(module.globals.values().filter_map(|global| block_of(module, global)));
        blocks.extend(&self.unprinted.dropped);
        let mut descriptors = FxHashMap::default();
        for (_, data) in module.types.iter() {
            if let TypeData::Descriptor { block, layout, storage } = data
                && !self.unprinted.dropped.contains(&block)
            {
                descriptors.insert(block, (layout, storage));
            }
        }
        let mut references = Vec::new();
        let mut forward: FxHashSet<Struct> = FxHashSet::default();
        for (_, data) in module.types.iter() {
            let TypeData::BufferReference { block, layout, align } = data else { continue };
            if !self.unprinted.dropped.contains(&block) && forward.insert(block) {
                let _ = writeln!(text, "layout(buffer_reference) buffer {};", self.structure(block));
            }
            if blocks.insert(block) {
                references.push((block, layout, align));
            }
        }
        for id in self.ordered_structs() {
            if let Some(&(layout, storage)) = descriptors.get(&id) {
                self.buffer_type(id, layout, storage, text);
                continue;
            }
            if blocks.contains(&id)
                || self.unprinted.unused.contains(&id)
                || is_builtin_name(module.names.get(module.structs[id].name))
            {
                continue;
            }
            self.mark(text, module.structs[id].origin.span);
            text.push_str("struct ");
            self.members(self.structure(id), id, None, text);
            text.push_str(";\n");
        }
        for (block, rule, align) in references {
            // A block that is only declared has no members, and GLSL has no empty blocks.
            if module.structs[block].members.is_empty() {
                continue;
            }
            let mut parts = Layout::new(text);
            parts.word(Meaning::BufferReference.name());
            let members = &module.structs[block].members;
            if members.iter().any(|it| it.decorations.qualifiers.contains(Qualifiers::HIT_RECORD)) {
                parts.word(self.hit_word("hitobjectshaderrecordext", "hitobjectshaderrecordnv"));
            }
            if rule != vitrum_ir::LayoutRule::Std430 {
                parts.word(Meaning::Rule(rule).name());
            }
            if align != 16 {
                parts.number(NumberKey::BufferReferenceAlign, align);
            }
            parts.end();
            text.push_str("buffer ");
            self.members(self.structure(block), block, None, text);
            text.push_str(";\n");
        }
    }

    /// Adds a block that is the type of buffers in descriptor heaps.
    fn buffer_type(&self, block: Struct, layout: LayoutRule, storage: Storage, text: &mut String) {
        self.mark(text, self.module.structs[block].origin.span);
        let mut parts = Layout::new(text);
        parts.word(Meaning::BufferType.name());
        if let Some(rule) = self.block_rule(storage, layout) {
            parts.word(rule);
        }
        parts.end();
        text.push_str(if storage == Storage::Uniform { "uniform " } else { "buffer " });
        self.members(self.structure(block), block, Some(storage), text);
        text.push_str(";\n");
    }

    /// All structs in order of declaration, but after the structs of their members, which a lowering may add later.
    fn ordered_structs(&self) -> Vec<Struct> {
        let module = self.module;
        let mut order = Vec::new();
        let mut seen: FxHashSet<Struct> = FxHashSet::default();
        for (id, _) in module.structs.iter() {
            let mut stack = vec![(id, false)];
            while let Some((id, parts_known)) = stack.pop() {
                if parts_known {
                    order.push(id);
                } else if seen.insert(id) {
                    stack.push((id, true));
                    let members = module.structs[id].members.iter().rev();
                    let parts = members.filter_map(|member| struct_or_block(module, member.ty));
                    stack.extend(parts.filter(|part| !seen.contains(part)).map(|part| (part, false)));
                }
            }
        }
        order
    }

    /// Adds `Name { ... }` for a struct or block.
    fn members(&self, name: &str, id: Struct, storage: Option<Storage>, text: &mut String) {
        text.push_str(name);
        text.push_str(" {\n");
        for (index, member) in self.module.structs[id].members.iter().enumerate() {
            self.mark(text, member.origin.span);
            text.push_str("    ");
            self.spirv_decorations(member.decorations.spirv, text);
            self.member_qualifiers(&member.decorations, member.ty, storage, text);
            self.declare(text, member.ty, member.precision, self.member(id, index));
            text.push_str(";\n");
        }
        text.push('}');
    }

    fn globals(&self, text: &mut String) {
        let mut depth_said = false;
        let captured = self.captured_vertex();
        for id in self.ordered_globals() {
            let global = &self.module.globals[id];
            let before = text.len();
            if captured.contains(&id) {
                if captured.first() == Some(&id) {
                    self.captured_block(&captured, text);
                }
                continue;
            }
            self.mark(text, global.origin.span);
            depth_said |= global.decorations.builtin == Some(vitrum_ir::BuiltIn::FragDepth);
            self.global_text(id, global, text);
            self.unmark(text, before);
        }
        if let Some(depth) = self.module.execution.depth
            && !depth_said
        {
            let _ = writeln!(text, "layout({}) out float gl_FragDepth;", depth.name());
        }
    }

    /// The globals, in the author's order. A module that comes from no GLSL has none: resources come first there, by their
    /// bindings, then inputs and outputs, by their locations.
    fn ordered_globals(&self) -> Vec<Global> {
        let mut globals: Vec<Global> = self.module.globals.iter().map(|row| row.0).collect();
        if !self.module.source.language.is_glsl() {
            globals.sort_by_key(|&id| {
                let data = &self.module.globals[id];
                let own = &data.decorations;
                match data.storage {
                    Storage::PushConstant | Storage::ShaderRecord => (0, None, None),
                    Storage::Uniform | Storage::Opaque | Storage::Buffer | Storage::AtomicCounter => {
                        (1, own.set, own.binding)
                    }
                    Storage::Input => (2, own.location, own.component),
                    Storage::Output => (3, own.location, own.component),
                    _ => (4, None, None),
                }
            });
        }
        globals
    }

    fn global_text(&self, id: Global, global: &GlobalData, text: &mut String) {
        let qualifiers = global.decorations.qualifiers;
        let name = self.global(id);
        let block = block_of(self.module, global);
        let builtin =
            is_builtin_name(name) || block.is_some_and(|block| is_builtin_name(self.structure(block)));
        // A built-in decoration from `spirv_decorate` is unknown to the language.
        let known = builtin && global.decorations.spirv.is_none();
        if known && !qualifiers.contains(Qualifiers::REDECLARED) && !self.needs_redeclaration(global) {
            let is_invariant = |qualifiers| {
                self.printed_qualifiers(qualifiers, Some(global.storage)).contains(Qualifiers::INVARIANT)
            };
            if is_invariant(qualifiers) && !name.is_empty() {
                let _ = writeln!(text, "invariant {name};");
            }
            if qualifiers.contains(Qualifiers::PRECISE) && block.is_none() {
                let _ = writeln!(text, "precise {name};");
            }
            if let Some(block) = block {
                for (index, member) in self.module.structs[block].members.iter().enumerate() {
                    if is_invariant(member.decorations.qualifiers) && name.is_empty() {
                        let _ = writeln!(text, "invariant {};", self.member(block, index));
                    }
                }
            }
            return;
        }
        self.spirv_decorations(global.decorations.spirv, text);
        match self.module.is_structured_heap(global) {
            true => self.heap_qualifiers(id, global, text),
            false => self.global_qualifiers(global, text),
        }
        match block {
            Some(block) => {
                self.members(self.block_name(id, block), block, Some(global.storage), text);
                if !name.is_empty() {
                    text.push(' ');
                    text.push_str(name);
                    if !self.module.is_structured_heap(global) {
                        text.push_str(self.global_brackets(global));
                    }
                }
            }
            None => {
                // Without a precision, a redeclaration would keep that of the language.
                let is_bare = self.precision_prefix(global.ty, global.precision).is_empty();
                let builtin = global.decorations.builtin.filter(|_| is_bare && self.target.is_es());
                if builtin.is_some_and(BuiltIn::is_of_framebuffer) && global.precision == Precision::Medium {
                    text.push_str("mediump ");
                }
                text.push_str(self.precision_prefix(global.ty, global.precision));
                let _ =
                    write!(text, "{} {name}{}", self.type_parts(global.ty).0, self.global_brackets(global));
            }
        }
        if let Some(initializer) = global.initializer
            && global.storage == Storage::Shared
        {
            // This is the only possible value and its only spelling.
            text.push_str(" = {}");
            debug_assert!(self.module.constants.is_zero(initializer));
        } else if let Some(initializer) = global.initializer {
            let _ = write!(text, " = {}", self.constant_text(initializer));
        }
        text.push_str(";\n");
    }

    /// The built-in variables of a vertex, if one of them is captured: compilers take that in their block only.
    fn captured_vertex(&self) -> Vec<Global> {
        let is_single = !matches!(self.module.stage, Stage::TessControl | Stage::Mesh);
        let globals = || self.module.globals.iter().filter(|(_, data)| is_of_vertex(data));
        let mut buffers: Vec<u32> = globals().filter_map(|(_, data)| data.decorations.xfb_buffer).collect();
        buffers.dedup();
        match buffers.len() == 1 && is_single && Feature::PerVertexBlock.is_in(self.target) {
            true => globals().map(|(id, _)| id).collect(),
            false => Vec::new(),
        }
    }

    /// Declares the block of the built-in variables of a vertex with those that are captured.
    fn captured_block(&self, globals: &[Global], text: &mut String) {
        let data = |id: &Global| &self.module.globals[*id];
        let captured = || globals.iter().map(|id| &data(id).decorations);
        let whole = Decorations {
            xfb_buffer: captured().find_map(|it| it.xfb_buffer),
            xfb_stride: captured().find_map(|it| it.xfb_stride),
            stream: captured().find_map(|it| it.stream),
            ..Decorations::default()
        };
        self.member_qualifiers(&whole, common::VOID, Some(Storage::Output), text);
        text.push_str("out gl_PerVertex {\n");
        for id in globals {
            let global = data(id);
            let mut decorations = global.decorations.clone();
            (decorations.xfb_buffer, decorations.xfb_stride, decorations.stream) = (None, None, None);
            text.push_str("    ");
            self.member_qualifiers(&decorations, global.ty, Some(Storage::Output), text);
            self.declare(text, global.ty, global.precision, self.global(*id));
            text.push_str(";\n");
        }
        text.push_str("};\n");
    }

    /// True if the declaration of a built-in variable carries layout qualifiers of the shader.
    fn needs_redeclaration(&self, global: &GlobalData) -> bool {
        let execution = &self.module.execution;
        match global.decorations.builtin {
            Some(vitrum_ir::BuiltIn::FragDepth) => execution.depth.is_some(),
            Some(vitrum_ir::BuiltIn::FragCoord) => has_frag_coord_layout(execution.modes, self.vulkan),
            Some(vitrum_ir::BuiltIn::Layer) if execution.secondary_view_offset.is_some() => true,
            _ => modes_of(execution.modes, global).next().is_some(),
        }
    }

    /// Adds prototypes of functions that are called before their definition.
    fn prototypes(&self, text: &mut String) {
        if self.calls_in_order {
            return;
        }
        let mut defined: FxHashSet<Function> = FxHashSet::default();
        let mut said: FxHashSet<Function> = FxHashSet::default();
        for (id, function) in self.module.functions.iter() {
            for (_, inst) in visit::insts(function) {
                let callbacks = self.module.callbacks(function, inst);
                for callee in function.callee(inst).into_iter().chain(callbacks) {
                    if defined.contains(&callee) || callee == id || !said.insert(callee) {
                        continue;
                    }
                    self.function_head(callee, text);
                    text.push('(');
                    for (index, (prefix, data)) in self.parameters(&self.module.functions[callee]).enumerate()
                    {
                        text.push_str(if index > 0 { ", " } else { "" });
                        text.push_str(&prefix);
                        let param = self.declaration(data.ty, data.precision, "");
                        text.push_str(param.replace(" [", "[").trim_end());
                    }
                    text.push_str(");\n");
                }
            }
            if !function.is_import() {
                defined.insert(id);
            }
        }
    }

    /// Adds the result type and name of a function.
    fn function_head(&self, id: Function, text: &mut String) {
        let function = &self.module.functions[id];
        if let Some(inlining) = function.inlining
            && self.requests(Extension::ExtFunctionControlAttributes)
        {
            let _ = write!(text, "[[{}]] ", inlining.name());
        }
        self.spirv_decorations(function.spirv, text);
        text.push_str(self.precision_prefix(function.result, function.precision));
        text.push_str(self.type_name(function.result));
        text.push(' ');
        text.push_str(self.function(id));
    }

    /// The parameters of a function: the qualifiers before the type, and the local.
    fn parameters(&self, function: &FunctionData) -> impl Iterator<Item = (String, LocalData)> {
        let values = &function.blocks[function.body].params;
        values.iter().zip(&function.params).map(|(&value, param)| {
            let data = &function.values[value];
            let mut prefix = String::new();
            self.spirv_decorations(param.spirv, &mut prefix);
            prefix.push_str(match param.passing {
                ParamMode::In => "",
                ParamMode::ConstIn => "const ",
                ParamMode::Out => "out ",
                ParamMode::InOut => "inout ",
            });
            memory_words(&mut prefix, param.qualifiers);
            let ty = self.module.types.pointee(data.ty).unwrap_or(data.ty);
            let precise = param.qualifiers.contains(Qualifiers::PRECISE);
            let name = function.value_name(value);
            (prefix, LocalData { name, precision: data.precision, precise, ..LocalData::of(ty) })
        })
    }

    /// Builds the tree of a function.
    fn body(
        &self,
        function: &FunctionData,
        spare: &mut FunctionBuffers<'a>,
    ) -> Result<Definition<'a>, Error> {
        let values = &function.blocks[function.body].params;
        let mut params = Vec::with_capacity(values.len());
        let mut stmts = self.arena.list();
        let mut tree = spare.tree(self, function, |body| {
            for (&value, (prefix, data)) in values.iter().zip(self.parameters(function)) {
                let (local, expr) = body.tree.local(data);
                body.set(value, expr);
                params.push((prefix, local));
            }
            stmts = body.run(function.body).stmts;
            for global in self.unread_sample_inputs(function, body.uses).into_iter().rev() {
                let name = body.tree.text(self.global(global));
                stmts.insert(0, Stmt::Expr(name));
            }
        })?;
        dissolve(self.arena, &tree, params.len(), &mut stmts);
        self.find_hidden(&tree);
        if function.result == common::VOID && matches!(stmts.last(), Some(Stmt::Return(None))) {
            stmts.pop();
        }
        let has_zero =
            self.target_has(Feature::ArrayValues) || self.module.types.scalar_of(function.result).is_some();
        if function.result != common::VOID && has_zero && !any_return(&stmts) {
            // Its end is not reached, but compilers demand a value.
            let value = self.zero(&mut tree, function.result, 0);
            stmts.push(Stmt::Return(Some(value)));
        }
        Ok(Definition { tree, params, stmts })
    }

    /// For the entry point, unread inputs whose mention requests per-sample shading.
    fn unread_sample_inputs(&self, function: &FunctionData, uses: &Uses<'_>) -> Vec<Global> {
        let module = self.module;
        let is_entry = module.entry.is_some_and(|entry| std::ptr::eq(&module.functions[entry], function));
        let asks = |data: &GlobalData| data.is_per_sample() && data.block.is_none();
        if !is_entry || module.stage != Stage::Fragment || !module.globals.values().any(asks) {
            return Vec::new();
        }
        let mut named: FxHashSet<Global> = FxHashSet::default();
        for other in module.functions.values() {
            for (_, inst) in visit::insts(other) {
                let read = |value| !std::ptr::eq(other, function) || uses.value(value).count > 0;
                if other.op(inst) == Op::Load
                    && other.result(inst).is_some_and(read)
                    && let Some(&pointer) = other.operands(inst).first()
                    && let Root::Global(global) = Path::of(other, pointer).root
                {
                    named.insert(global);
                }
            }
        }
        let globals = module.globals.iter().filter(|row| asks(row.1)).map(|row| row.0);
        globals.filter(|global| !named.contains(global)).collect()
    }

    fn function_text(
        &self,
        id: Function,
        definition: &Definition<'a>,
        scopes: &mut Scopes<'_, 'a>,
        text: &mut String,
    ) {
        let Definition { tree, params, stmts } = definition;
        self.mark(text, self.module.functions[id].origin.span);
        scopes.begin(tree);
        self.function_head(id, text);
        text.push('(');
        let mut renderer = Renderer {
            cx: self,
            tree,
            function: Some(&self.module.functions[id]),
            scopes,
            out: text,
            indent: 0,
            location: String::new(),
        };
        for (index, (prefix, local)) in params.iter().enumerate() {
            if index > 0 {
                renderer.out.push_str(", ");
            }
            renderer.out.push_str(prefix);
            renderer.declare(*local);
        }
        renderer.out.push_str(") ");
        if self.module.entry == Some(id) {
            let modes = self.module.execution.modes;
            let said: Vec<&str> =
                ENTRY_ATTRIBUTES.iter().filter(|row| modes.contains(row.0)).map(|row| row.1).collect();
            if !said.is_empty() {
                let _ = write!(renderer.out, "[[{}]] ", said.join(", "));
            }
        }
        renderer.function_body(stmts);
    }
}

/// Modes that are attributes of `main`.
const ENTRY_ATTRIBUTES: [(vitrum_ir::Modes, &str); 2] = [
    (vitrum_ir::Modes::SUBGROUP_UNIFORM_CONTROL_FLOW, "subgroup_uniform_control_flow"),
    (vitrum_ir::Modes::MAXIMAL_RECONVERGENCE, "maximally_reconverges"),
];

/// A function as a tree.
struct Definition<'a> {
    tree: Tree<'a>,
    /// The qualifiers and the local of each parameter.
    params: Vec<(String, Local)>,
    stmts: BumpVec<'a, Stmt<'a>>,
}

impl Definition<'_> {
    /// The declared parameters and locals.
    fn declared(&self) -> impl Iterator<Item = &LocalData> {
        let mut found: Vec<Local> = self.params.iter().map(|&(_, local)| local).collect();
        let mut lists: Vec<&[Stmt<'_>]> = vec![&self.stmts];
        while let Some(list) = lists.pop() {
            for stmt in list {
                match stmt {
                    Stmt::Declare { local, .. } => found.push(*local),
                    Stmt::If { then, other, .. } => lists.extend([then.as_slice(), other.as_slice()]),
                    Stmt::Loop(data) => lists.extend([data.init.as_slice(), data.body.as_slice()]),
                    Stmt::Switch { cases, .. } => lists.extend(cases.iter().map(|case| case.body.as_slice())),
                    Stmt::Expr(_) | Stmt::Break | Stmt::Continue | Stmt::Return(_) | Stmt::Jump(_) => {}
                }
            }
        }
        let constants = self.tree.locals.iter().filter(|data| data.constant.is_some());
        found.into_iter().filter_map(|local| self.tree.locals.get(local.0 as usize)).chain(constants)
    }
}

/// True for a built-in output of a vertex that stands alone.
fn is_of_vertex(data: &GlobalData) -> bool {
    let builtin = data.decorations.builtin;
    let is_member = matches!(
        builtin,
        Some(BuiltIn::Position | BuiltIn::PointSize | BuiltIn::ClipDistance | BuiltIn::CullDistance)
    );
    data.storage == Storage::Output && data.block.is_none() && is_member
}
