//! Refuses modules that exceed limits: of names, of nesting, of calls, of memory, of interfaces.
//!
//! ```text
//! struct #A { b: #B } ... nested 5 deep      =>      error at the declaration of #A: structs nest 5 deep, at most 4
//! ```
//!
//! The module stays as it is. Each limit is an option, and off without it. A preset sets those that WebGL and the browsers
//! have: reserved prefixes, lengths of names, nesting of structs, depth of calls and expressions, parameters, private memory.
//! Numbers of attributes, varyings and uniforms are those of a device; they are counted by the packing rules of
//! ESSL 1.00 appendix A.7, in `analysis::packing`.
//!
//! ANGLE: `limitExpressionComplexity`, `limitCallStackDepth`, `validateIdentifier...`, `VariablePacker`.

use crate::analysis::calls::Calls;
use crate::analysis::loops::Loops;
use crate::analysis::packing::{Shape, Shapes};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::webgl::{LONGEST_TOKENS, RESERVED_PREFIXES, STRUCT_NESTING};
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    FunctionData, GlobalData, LayoutRule, Module, Name, Op, SideTable, Span, Stage, Storage, Struct,
    StructData, Type, TypeData, Value, visit,
};

/// The limits; none where there is no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Calls within calls, the entry point counted.
    pub call_depth: Option<u32>,
    /// Operations within operands of operations.
    pub expression_depth: Option<u32>,
    /// Loops within loops.
    pub loop_nesting: Option<u32>,
    /// Structs within structs.
    pub struct_nesting: Option<u32>,
    /// Parameters of a function.
    pub parameters: Option<u32>,
    /// Bytes of private globals and local variables.
    pub private_bytes: Option<u32>,
    /// Vectors of inputs of a vertex shader.
    pub attributes: Option<u32>,
    /// Vectors of outputs of a vertex shader, or inputs of a fragment shader.
    pub varyings: Option<u32>,
    /// Vectors of loose uniforms.
    pub uniforms: Option<u32>,
    /// Bytes of a uniform block.
    pub uniform_block_bytes: Option<u32>,
    /// Bytes of a name.
    pub name_length: Option<u32>,
    /// True if names may not begin with `webgl_` or `_webgl_`.
    pub reserves_names: bool,
}

impl ResourceLimits {
    /// The limits of WebGL 1 that hold on every device.
    pub const WEBGL_1: Self = Self {
        call_depth: Some(256),
        expression_depth: Some(256),
        loop_nesting: None,
        struct_nesting: Some(STRUCT_NESTING),
        parameters: Some(1024),
        private_bytes: Some(16 << 20),
        attributes: None,
        varyings: None,
        uniforms: None,
        uniform_block_bytes: None,
        name_length: Some(LONGEST_TOKENS[0]),
        reserves_names: true,
    };
    /// The limits of WebGL 2 that hold on every device.
    pub const WEBGL_2: Self = Self { name_length: Some(LONGEST_TOKENS[1]), ..Self::WEBGL_1 };
}

/// A row of options that sets a limit.
macro_rules! limit {
    ($field:ident, $name:literal, $summary:literal) => {
        PassOption {
            name: $name,
            values: "N|off",
            summary: $summary,
            set: |options, text| {
                let limit = if text == "off" { None } else { Some(text.parse().ok()?) };
                options.change::<ResourceLimits>(|it| it.$field = limit);
                Some(())
            },
        }
    };
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "preset",
        values: "webgl1|webgl2|off",
        summary: "the limits of WebGL that hold on every device; options behind it change them",
        set: |options, text| {
            let limits = match text {
                "webgl1" => ResourceLimits::WEBGL_1,
                "webgl2" => ResourceLimits::WEBGL_2,
                "off" => ResourceLimits::default(),
                _ => return None,
            };
            options.change::<ResourceLimits>(|it| *it = limits);
            Some(())
        },
    },
    limit!(call_depth, "call-depth", "calls within calls, the entry point counted"),
    limit!(expression_depth, "expression-depth", "operations within operands of operations"),
    limit!(loop_nesting, "loop-nesting", "loops within loops"),
    limit!(struct_nesting, "struct-nesting", "structs within structs"),
    limit!(parameters, "parameters", "parameters of a function"),
    limit!(private_bytes, "private-bytes", "bytes of private globals and local variables"),
    limit!(attributes, "attributes", "vectors of inputs of a vertex shader"),
    limit!(varyings, "varyings", "vectors that a vertex shader gives, or a fragment shader takes"),
    limit!(uniforms, "uniforms", "vectors of loose uniforms"),
    limit!(uniform_block_bytes, "uniform-block-bytes", "bytes of a uniform block"),
    limit!(name_length, "name-length", "bytes of a name"),
    PassOption {
        name: "reserved-names",
        values: "on|off",
        summary: "names may not begin with `webgl_` or `_webgl_`",
        set: |options, text| {
            let on = crate::safety::switches::on_off(text)?;
            options.change::<ResourceLimits>(|it| it.reserves_names = on);
            Some(())
        },
    },
];

/// Runs the pass; it changes nothing.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let limits: ResourceLimits = session.settings().options.get();
    let mut check = Check { module, session, limits };
    check.names();
    check.structs();
    check.calls();
    for id in check.module.code_ids() {
        check.function(&check.module.functions[id]);
    }
    check.memory();
    check.interface();
    0
}

struct Check<'a> {
    module: &'a Module,
    session: &'a mut Session,
    limits: ResourceLimits,
}

impl Check<'_> {
    fn names(&mut self) {
        let module = self.module;
        let mut checked: FxHashSet<Name> = FxHashSet::default();
        for data in module.globals.values().filter(|data| data.decorations.builtin.is_none()) {
            self.name(&mut checked, data.name, data.origin.span);
        }
        for data in module.structs.values().filter(|data| !is_built_in(data)) {
            self.name(&mut checked, data.name, data.origin.span);
            for member in data.members.iter().filter(|member| member.decorations.builtin.is_none()) {
                self.name(&mut checked, member.name, member.origin.span);
            }
        }
        for data in module.spec_constants.values() {
            self.name(&mut checked, data.name, data.origin.span);
        }
        for function in module.functions.values() {
            self.name(&mut checked, function.name, function.origin.span);
            let params = function.blocks[function.body].params.iter().zip(&function.params);
            for (&value, data) in params {
                self.name(&mut checked, function.value_name(value), data.origin.span);
            }
            visit::each_in_order(function, |_, inst| {
                if let Some(result) = function.result(inst)
                    && function.has_name(result)
                {
                    let span = function.insts[inst].span();
                    self.name(&mut checked, function.value_name(result), span);
                }
            });
        }
    }

    /// Checks a name once.
    fn name(&mut self, checked: &mut FxHashSet<Name>, name: Name, span: Span) {
        let text = self.module.names.get(name);
        if text.is_empty() || !checked.insert(name) {
            return;
        }
        if let Some(limit) = self.limits.name_length
            && text.len() > limit as usize
        {
            let begin: String = text.chars().take(16).collect();
            let message =
                format!("the name `{begin}...` has {} bytes, at most {limit} are allowed", text.len());
            self.session.refuse(span, message);
        }
        if self.limits.reserves_names
            && let Some(prefix) = RESERVED_PREFIXES.iter().find(|prefix| text.starts_with(**prefix))
        {
            self.session.refuse(span, format!("names that begin with `{prefix}` are reserved"));
        }
    }

    fn structs(&mut self) {
        let Some(limit) = self.limits.struct_nesting else { return };
        let module = self.module;
        // The body of a block is no struct.
        let of_blocks = module.globals.values().filter(|data| data.block.is_some());
        let blocks: FxHashSet<Type> = of_blocks.map(|data| module.types.innermost(data.ty)).collect();
        let mut depths: FxHashMap<Struct, u32> = FxHashMap::default();
        let within = |member: Type| match module.types.get(module.types.innermost(member)) {
            TypeData::Struct(id) => Some(id),
            _ => None,
        };
        for (id, _) in module.structs.iter() {
            // Structs nest as deeply as the input likes, so they wait on a stack of their own.
            let mut pending = vec![(id, false)];
            let mut open: FxHashSet<Struct> = FxHashSet::default();
            while let Some((id, members_are_known)) = pending.pop() {
                if depths.contains_key(&id) {
                    continue;
                }
                let inner = module.structs[id].members.iter().filter_map(|member| within(member.ty));
                if !members_are_known && open.insert(id) {
                    pending.push((id, true));
                    pending.extend(inner.map(|inner| (inner, false)));
                } else {
                    let deepest = inner.filter_map(|inner| depths.get(&inner)).max().copied().unwrap_or(0);
                    depths.insert(id, deepest + 1);
                }
            }
        }
        for (id, data) in module.structs.iter() {
            let is_block = module.types.find(TypeData::Struct(id)).is_some_and(|ty| blocks.contains(&ty));
            let depth = depths.get(&id).copied().unwrap_or(0);
            // Outer ones are too deep as well, because of this one.
            if depth == limit + 1 && !is_block {
                let name = module.names.get(data.name);
                let message = format!("structs nest {depth} deep in `{name}`, at most {limit} are allowed");
                self.session.refuse(data.origin.span, message);
            }
        }
    }

    fn calls(&mut self) {
        let Some(limit) = self.limits.call_depth else { return };
        let calls = Calls::new(self.module);
        let mut depths = SideTable::filled(self.module.functions.len(), 1u32);
        for &id in calls.bottom_up() {
            let deepest = calls.callees(id).iter().map(|&callee| depths.at(callee)).max().unwrap_or(0);
            depths.set(id, deepest.saturating_add(1));
        }
        for id in self.module.roots() {
            let depth = depths.at(id);
            if depth > limit {
                let function = &self.module.functions[id];
                let name = self.module.names.get(function.name);
                let message = format!("calls nest {depth} deep in `{name}`, at most {limit} are allowed");
                self.session.refuse(function.origin.span, message);
            }
        }
    }

    fn function(&mut self, function: &FunctionData) {
        let count = function.params.len();
        if let Some(limit) = self.limits.parameters
            && count > limit as usize
        {
            let name = self.module.names.get(function.name);
            let message = format!("`{name}` has {count} parameters, at most {limit} are allowed");
            self.session.refuse(function.origin.span, message);
        }
        if let Some(limit) = self.limits.loop_nesting {
            let loops = Loops::new(self.module, function);
            for info in loops.iter().filter(|info| info.depth == limit) {
                let span = function.insts[info.inst].span();
                let message = format!("loops nest {} deep, at most {limit} are allowed", limit + 1);
                self.session.refuse(span, message);
            }
        }
        if let Some(limit) = self.limits.expression_depth {
            self.expressions(function, limit);
        }
    }

    /// Reports the first operation of a function that is too deep.
    fn expressions(&mut self, function: &FunctionData, limit: u32) {
        let mut depths: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
        let mut place = None;
        visit::each_in_order(function, |_, inst| {
            let op = function.op(inst);
            if op == Op::Var || op.is_control() || op.is_terminator() {
                return;
            }
            let deepest = function.used_values(inst).map(|value| depths.at(value)).max().unwrap_or(0);
            let depth = deepest.saturating_add(1);
            for result in function.results(inst) {
                depths.set(result, depth);
            }
            if depth > limit && place.is_none() {
                place = Some(function.insts[inst].span());
            }
        });
        if let Some(span) = place {
            self.session
                .refuse(span, format!("an expression nests deeper than the {limit} that are allowed"));
        }
    }

    fn memory(&mut self) {
        let module = self.module;
        let mut layouts = Layouts::new(module, LayoutRule::Scalar);
        if let Some(limit) = self.limits.private_bytes {
            let mut sum = 0u64;
            let mut places: Vec<(Span, u32)> = Vec::new();
            for data in module.globals.values().filter(|data| data.storage == Storage::Private) {
                places.push((data.origin.span, layouts.size(data.ty, false)));
            }
            for function in module.functions.values().filter(|function| function.has_code()) {
                visit::each_in_order(function, |_, inst| {
                    let pointer = function.result(inst).filter(|_| function.op(inst) == Op::Var);
                    let pointee = pointer.and_then(|it| module.types.pointee(function.values[it].ty));
                    if let Some(ty) = pointee {
                        places.push((function.insts[inst].span(), layouts.size(ty, false)));
                    }
                });
            }
            for (span, size) in places {
                let before = sum;
                sum += u64::from(size);
                if before <= u64::from(limit) && sum > u64::from(limit) {
                    let message =
                        format!("variables take {sum} bytes up to here, at most {limit} are allowed");
                    self.session.refuse(span, message);
                }
            }
        }
        let Some(limit) = self.limits.uniform_block_bytes else { return };
        for data in module.globals.values().filter(|data| data.storage == Storage::Uniform) {
            let Some(rule) = data.block else { continue };
            let size = Layouts::new(module, rule).size(module.types.innermost(data.ty), false);
            if size > limit {
                let message = format!("the uniform block takes {size} bytes, at most {limit} are allowed");
                self.session.refuse(data.origin.span, message);
            }
        }
    }

    fn interface(&mut self) {
        let module = self.module;
        let (inputs, outputs) = match module.stage {
            Stage::Vertex => (self.limits.attributes, self.limits.varyings),
            Stage::Fragment => (self.limits.varyings, None),
            _ => (None, None),
        };
        let inputs_are = if module.stage == Stage::Vertex { "inputs of the vertices" } else { "varyings" };
        for (storage, limit, what) in [
            (Storage::Input, inputs, inputs_are),
            (Storage::Output, outputs, "varyings"),
            (Storage::Uniform, self.limits.uniforms, "uniforms"),
        ] {
            let Some(limit) = limit else { continue };
            let counts = |data: &&GlobalData| {
                let block = match module.types.get(module.types.innermost(data.ty)) {
                    TypeData::Struct(id) => Some(&module.structs[id]),
                    _ => None,
                };
                data.storage == storage
                    && data.decorations.builtin.is_none()
                    && !block.is_some_and(is_built_in)
                    && (storage != Storage::Uniform || data.block.is_none())
            };
            let globals: Vec<&GlobalData> = module.globals.values().filter(counts).collect();
            if let Some(data) = first_too_many(module, &globals, limit) {
                let name = self.module.names.get(data.name);
                let message = format!("`{name}` does not fit into the {limit} vectors for {what}");
                self.session.refuse(data.origin.span, message);
            }
        }
    }
}

/// True for the body of a block of the language, such as `gl_PerVertex`.
fn is_built_in(data: &StructData) -> bool {
    !data.members.is_empty() && data.members.iter().all(|member| member.decorations.builtin.is_some())
}

/// The first variable that does not fit into so many vectors together with those before it.
fn first_too_many<'m>(module: &Module, globals: &[&'m GlobalData], limit: u32) -> Option<&'m GlobalData> {
    let shapes = Shapes::new(module);
    let fit = |count: usize| {
        let mut all = Shape::default();
        globals.iter().take(count).for_each(|data| all.add(&shapes.of(data.ty), 1));
        all.fits(limit)
    };
    let counts: Vec<usize> = (1..=globals.len()).collect();
    globals.get(counts.partition_point(|&count| fit(count))).copied()
}
