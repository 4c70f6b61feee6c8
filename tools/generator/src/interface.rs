//! The interface of a program: structs, constants, globals, blocks, inputs and outputs.

use vitrum::Stage;
use vitrum_glsl::features::Feature;

use crate::generate::{Access, Generator};
use crate::places::RUNTIME_ARRAY;
use crate::tree::{Expr, Node};
use crate::types::{Scalar, StructData, Type};

/// Invocations of a compute shader in all its workgroups: a slot for each.
const SLOTS: u8 = 16;

impl Generator<'_> {
    /// The structs that everything may use.
    pub(crate) fn declare_structs(&mut self) -> Vec<Node> {
        let count = self.random.below(4);
        (0..count)
            .map(|_| {
                let name = self.name("S");
                let node = self.struct_of(&name, 4);
                let Type::Struct(_) = node.1 else { return node.0 };
                node.0
            })
            .collect()
    }

    /// A struct with this name.
    fn struct_of(&mut self, name: &str, most: usize) -> (Node, Type) {
        let count = self.random.between(1, most);
        let mut members = Vec::new();
        for _ in 0..count {
            members.push((self.name("m"), self.member_type()));
        }
        let lines: String =
            members.iter().map(|(name, ty)| format!("    {} {name};\n", ty.name(&self.structs))).collect();
        self.structs.push(StructData { name: name.to_owned(), members });
        let ty = Type::Struct(self.structs.len() - 1);
        (Node::text(format!("struct {name} {{\n{lines}}};\n")), ty)
    }

    fn member_type(&mut self) -> Type {
        // Nested, but not for ever.
        let ty = self.any_type();
        if ty.size(&self.structs) > 12 { self.any_numbers() } else { ty }
    }

    /// `const` globals, whose values are constant expressions.
    pub(crate) fn declare_constants(&mut self) -> Vec<Node> {
        let count = self.random.below(4);
        let mut nodes = Vec::new();
        self.constant = true;
        for _ in 0..count {
            let ty = self.any_type();
            let value = self.stored(&ty, 3);
            let name = self.name("C");
            nodes.push(Node::pattern(&format!("const {} {name} = @;", ty.name(&self.structs)), vec![value]));
            self.declare(&name, ty, Access::Constant);
        }
        self.constant = false;
        if self.dialect.vulkan && self.random.chance(25) {
            let (name, number) = (self.name("N"), self.random.below(5));
            nodes.push(Node::text(format!("layout(constant_id = {number}) const int {name} = {number};")));
            self.declare(&name, Type::INT, Access::Read);
        }
        nodes
    }

    /// Variables of the whole program.
    pub(crate) fn declare_globals(&mut self) -> Vec<Node> {
        let count = self.random.below(4);
        let mut nodes = Vec::new();
        for _ in 0..count {
            let ty = self.any_type();
            self.constant = true;
            let value = self.stored(&ty, 2);
            self.constant = false;
            let name = self.name("g");
            nodes.push(Node::pattern(&format!("{} {name} = @;", ty.name(&self.structs)), vec![value]));
            self.declare(&name, ty, Access::Write);
        }
        nodes
    }

    /// Uniforms: in a block where there are blocks, or loose.
    pub(crate) fn declare_uniforms(&mut self) -> Vec<Node> {
        let count = self.random.between(1, 5);
        let members: Vec<(String, Type)> = (0..count).map(|_| (self.name("u"), self.member_type())).collect();
        if !self.dialect.has(Feature::UniformBlock) || !self.dialect.vulkan && self.random.chance(25) {
            return members
                .into_iter()
                .map(|(name, ty)| {
                    let node = Node::text(format!("uniform {} {name};", ty.name(&self.structs)));
                    self.declare(&name, ty, Access::Read);
                    node
                })
                .collect();
        }
        let binding = if self.dialect.has(Feature::Binding) {
            "layout(std140, binding = 0) "
        } else {
            "layout(std140) "
        };
        let instance = self.random.chance(50);
        let prefix = if instance { "input_data." } else { "" };
        let mut lines = String::new();
        for (name, ty) in members {
            let row_major = matches!(ty, Type::Matrix(..)) && self.random.chance(30);
            let layout = if row_major { "layout(row_major) " } else { "" };
            lines += &format!("    {layout}{} {name};\n", ty.name(&self.structs));
            self.declare(&format!("{prefix}{name}"), ty, Access::Read);
        }
        let end = if instance { " input_data" } else { "" };
        vec![Node::text(format!("{binding}uniform Input {{\n{lines}}}{end};"))]
    }

    /// A buffer that is read.
    pub(crate) fn declare_buffer(&mut self) -> Vec<Node> {
        if !self.dialect.has(Feature::StorageBlock)
            || self.stage != Stage::Compute && (self.dialect.version.is_es() || self.random.chance(60))
        {
            return Vec::new();
        }
        let element = self.any_numbers();
        let member = self.member_type();
        let (name, element_name) = (member.name(&self.structs), element.name(&self.structs));
        self.declare("source.first", member, Access::Read);
        self.declare(RUNTIME_ARRAY, Type::Array(Box::new(element), SLOTS), Access::Read);
        vec![Node::text(format!(
            "layout(std430, binding = 1) readonly buffer Source {{\n    {name} first;\n    \
             {element_name} items[];\n}} source;"
        ))]
    }

    /// Inputs of a vertex or fragment shader.
    pub(crate) fn declare_inputs(&mut self) -> Vec<Node> {
        let count = if self.stage == Stage::Compute { 0 } else { self.random.between(1, 4) };
        let mut nodes = Vec::new();
        for location in 0..count {
            let scalar = [Scalar::Int, Scalar::Uint, Scalar::Float, Scalar::Float][self.random.below(4)];
            let ty = Type::Numbers(scalar, self.random.between(1, 4) as u8);
            let name = self.name("a");
            let flat = if self.stage == Stage::Fragment && scalar != Scalar::Float { "flat " } else { "" };
            let located = if self.stage == Stage::Vertex {
                self.dialect.has(Feature::InterfaceLocation)
            } else {
                self.dialect.has(Feature::VaryingLocation)
            };
            let layout = if located { format!("layout(location = {location}) ") } else { String::new() };
            nodes.push(Node::text(format!("{layout}{flat}in {} {name};", ty.name(&self.structs))));
            self.declare(&name, ty, Access::Read);
        }
        nodes
    }

    /// Outputs of a vertex or fragment shader, or the slots of a compute shader; and the first statements of `main`.
    pub(crate) fn declare_outputs(&mut self) -> (Vec<Node>, Vec<Node>) {
        if self.stage == Stage::Compute {
            return self.declare_slots();
        }
        let count = self.random.between(1, 3);
        let (mut nodes, mut start) = (Vec::new(), Vec::new());
        let fragment = self.stage == Stage::Fragment;
        for location in 0..=count {
            let scalar = [Scalar::Int, Scalar::Uint, Scalar::Float][self.random.below(3)];
            let mut ty = Type::Numbers(scalar, self.random.between(1, 4) as u8);
            // The first one tells of everything.
            let name = if location == 0 { "hash".to_owned() } else { self.name("o") };
            if location == 0 {
                ty = Type::Numbers(Scalar::Uint, 1);
            }
            let flat = if !fragment && ty.scalar() != Some(Scalar::Float) { "flat " } else { "" };
            let located = if fragment {
                self.dialect.has(Feature::InterfaceLocation)
            } else {
                self.dialect.has(Feature::VaryingLocation)
            };
            let layout = if located { format!("layout(location = {location}) ") } else { String::new() };
            nodes.push(Node::text(format!("{layout}{flat}out {} {name};", ty.name(&self.structs))));
            start.push(Node::text(format!("{name} = {};", ty.constant(&self.structs, '0'))));
            self.declare(&name, ty, Access::Write);
        }
        if !fragment {
            start.push(Node::text("gl_Position = vec4(0.0, 0.0, 0.0, 1.0);"));
        }
        (nodes, start)
    }

    fn declare_slots(&mut self) -> (Vec<Node>, Vec<Node>) {
        let (width, height) = (self.random.between(1, 4), self.random.between(1, 2));
        let count = self.random.between(1, 4);
        let mut lines = "    uint hash;\n".to_owned();
        self.declare("results[self].hash", Type::UINT, Access::Write);
        for _ in 0..count {
            let (name, ty) = (self.name("r"), self.any_numbers());
            lines += &format!("    {} {name};\n", ty.name(&self.structs));
            self.declare(&format!("results[self].{name}"), ty, Access::Write);
        }
        self.declare("self", Type::UINT, Access::Read);
        let size = width * height;
        let nodes = vec![
            Node::text(format!("layout(local_size_x = {width}, local_size_y = {height}) in;")),
            Node::text("uint self;"),
            Node::text(format!("struct Slot {{\n{lines}}};")),
            Node::text(format!(
                "layout(std430, binding = 2) buffer Results {{\n    Slot results[{SLOTS}];\n}};"
            )),
        ];
        let start = vec![Node::text(format!("self = gl_WorkGroupID.x * {size}u + gl_LocalInvocationIndex;"))];
        (nodes, start)
    }

    /// Shared memory, and a phase of `main` that uses it: each invocation writes its own element, or all add to one
    /// counter, and they read after a barrier.
    pub(crate) fn shared_phase(&mut self) -> (Node, Node) {
        let ty = self.any_numbers();
        let name = self.name("shared_");
        let depth = 2;
        if ty.scalar().is_some_and(Scalar::is_int) && self.random.chance(50) {
            let unsigned = ty.scalar() == Some(Scalar::Uint);
            let (ty, suffix) = if unsigned { (Type::UINT, "u") } else { (Type::INT, "") };
            let keyword = ty.name(&self.structs);
            let function =
                ["atomicAdd", "atomicOr", "atomicXor", "atomicMax", "atomicMin"][self.random.below(5)];
            let value = self.expr(&ty, depth);
            let result = self.name("v");
            let node = Node::pattern(
                &format!(
                    "if (gl_LocalInvocationIndex == 0u) {name} = 3{suffix};\nmemoryBarrierShared();\nbarrier();\n\
                     {function}({name}, @);\nmemoryBarrierShared();\nbarrier();\n\
                     {keyword} {result} = {name};\nbarrier();"
                ),
                vec![value],
            );
            self.declare(&result, ty, Access::Write);
            return (Node::text(format!("shared {keyword} {name};")), node);
        }
        let keyword = ty.name(&self.structs);
        let value = self.stored(&ty, depth);
        let result = self.name("v");
        let shift = self.random.between(0, 7);
        let count = "gl_WorkGroupSize.x * gl_WorkGroupSize.y";
        let node = Node::pattern(
            &format!(
                "{name}[gl_LocalInvocationIndex] = @;\nmemoryBarrierShared();\nbarrier();\n\
                 {keyword} {result} = {name}[(gl_LocalInvocationIndex + {shift}u) % ({count})];\nbarrier();"
            ),
            vec![value],
        );
        self.declare(&result, ty, Access::Write);
        (Node::text(format!("shared {keyword} {name}[{count}];")), node)
    }

    /// Statements that mix the variables of `main` into `hash`.
    pub(crate) fn tell(&mut self) -> Vec<Node> {
        let hash = if self.stage == Stage::Compute { "results[self].hash" } else { "hash" };
        let seen: Vec<String> = self
            .visible(|variable| variable.access == Access::Write)
            .into_iter()
            .map(|variable| variable.text.clone())
            .collect();
        let mut nodes = Vec::new();
        for text in seen {
            let variable = self.visible(|variable| variable.text == text).first().map(|it| it.ty.clone());
            let Some(ty) = variable else { continue };
            for scalar in
                [Scalar::Uint, Scalar::Int, Scalar::Float, Scalar::Bool, Scalar::Double, Scalar::Int64]
            {
                let wanted = Type::Numbers(scalar, 1);
                if !ty.contains(&wanted, &self.structs) {
                    continue;
                }
                let value = self.part_named(&text, &wanted);
                let pattern = match scalar {
                    Scalar::Bool => "(@ ? 7u : 1u)",
                    Scalar::Float | Scalar::Double => "uint(int(@ * 16.0))",
                    _ => "uint(@)",
                };
                nodes.push(Node::pattern(&format!("{hash} = {hash} * 33u ^ {pattern};"), vec![value]));
            }
        }
        nodes
    }

    /// A part of the variable with this name.
    fn part_named(&mut self, text: &str, wanted: &Type) -> Expr {
        let variable = self.visible(|variable| variable.text == text).first().map(|&it| it.clone());
        match variable {
            Some(variable) => self.part_of(&variable, wanted, 1, false),
            None => self.literal(Scalar::Uint),
        }
    }
}
