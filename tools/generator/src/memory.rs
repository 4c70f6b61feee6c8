//! Memory of a compute shader beyond its slots: arrays of blocks, storage images, shared blocks.
//!
//! Each phase is a declaration and some statements of `main`, which every invocation comes to. An invocation writes only places of
//! its own, and reads those of others behind a barrier, so that nothing races.

use crate::generate::{Access, Generator};
use crate::tree::{Expr, Node};
use crate::types::{Scalar, Type};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;

/// Places of each kind: one for each invocation.
const PLACES: u8 = 16;

/// The binding of the first block or image of a phase, and how many there are at most.
const FIRST_BINDING: usize = 3;
const MOST: usize = 4;

/// The qualifiers of a block or image; the last two change nothing for one that is written by its own invocation only.
const QUALIFIERS: [&str; 4] = ["", "volatile ", "coherent ", "restrict "];

/// The extension that shared blocks need; with them, no shared memory is outside of blocks.
pub(crate) const SHARED_BLOCKS: &str = Extension::ExtSharedMemoryBlock.name();

impl Generator<'_> {
    /// A phase, if there may be another one.
    pub(crate) fn memory_phase(&mut self) -> Option<(Node, Node)> {
        let binding = FIRST_BINDING + self.phases;
        if self.phases >= MOST {
            return None;
        }
        self.phases += 1;
        Some(match self.random.below(3) {
            0 if self.dialect.shared_blocks() && !self.shares_plainly => self.shared_blocks_phase(),
            0 | 1 => self.block_array_phase(binding),
            _ => self.image_phase(binding),
        })
    }

    /// A whole expression, of which one that is read again is a variable.
    fn noted(&mut self, ty: &Type) -> (String, Expr) {
        (self.name("v"), self.stored(ty, 2))
    }

    /// An array of storage blocks: one element is written, and one is read before and after.
    fn block_array_phase(&mut self, binding: usize) -> (Node, Node) {
        let ty = Type::Numbers(self.any_plain_scalar(), self.random.between(1, 4) as u8);
        let (block, name) = (self.name("Cell"), self.name("cells"));
        let length = self.random.between(2, 3);
        let qualifier = QUALIFIERS[self.random.below(QUALIFIERS.len())];
        let member = ["", "volatile "][usize::from(self.random.chance(15))];
        let keyword = ty.name(&self.structs);
        let declared = Node::text(format!(
            "layout(std430, binding = {binding}) {qualifier}buffer {block} {{\n    {member}{keyword} own[{PLACES}];\n    \
             int more;\n}} {name}[{length}];"
        ));
        let mut element = || match self.random.below(3) {
            // The same in all invocations that run together.
            0 if self.dialect.has(Feature::UniformBlockIndex) => format!("gl_WorkGroupID.x % {length}u"),
            _ => self.random.below(length).to_string(),
        };
        let elements = [element(), element(), element()];
        let [first, second, third] = elements.map(|element| format!("{name}[{element}].own[self]"));
        let more = format!("{name}[{}].more", self.random.below(length));
        let (before, value) = self.noted(&ty);
        let (after, extra) = (self.name("v"), self.name("v"));
        let node = Node::pattern(
            &format!(
                "{keyword} {before} = {first};\n{second} = @;\n{keyword} {after} = {third};\nint {extra} = {more};"
            ),
            vec![value],
        );
        self.declare(&before, ty.clone(), Access::Write);
        self.declare(&after, ty, Access::Write);
        self.declare(&extra, Type::INT, Access::Write);
        (declared, node)
    }

    /// A storage image: each invocation has a texel, which it reads, writes and, of integers, adds to.
    fn image_phase(&mut self, binding: usize) -> (Node, Node) {
        let scalar = self.any_plain_scalar();
        let ty = Type::Numbers(scalar, 1);
        let (format, prefix) = match scalar {
            Scalar::Int => ("r32i", "i"),
            Scalar::Uint => ("r32ui", "u"),
            _ => ("r32f", ""),
        };
        let name = self.name("picture");
        let qualifier = QUALIFIERS[self.random.below(QUALIFIERS.len())];
        let precision = if self.dialect.version.is_es() { "highp " } else { "" };
        let declared = Node::text(format!(
            "layout({format}, binding = {binding}) {qualifier}uniform {precision}{prefix}image2D {name};"
        ));
        let keyword = ty.name(&self.structs);
        let at = "ivec2(int(self) & 7, int(self) >> 3)";
        let (before, value) = self.noted(&ty);
        let after = self.name("v");
        let atomic = match scalar {
            Scalar::Int | Scalar::Uint
                if self.random.chance(50) && self.dialect.has(Feature::ImageAtomic) =>
            {
                let function = ["imageAtomicAdd", "imageAtomicXor", "imageAtomicMax", "imageAtomicExchange"]
                    [self.random.below(4)];
                let operand = self.expr(&ty, 1);
                Some((format!("{function}({name}, {at}, @);\n"), operand))
            }
            _ => None,
        };
        let vector = if prefix == "u" {
            "uvec4"
        } else if prefix == "i" {
            "ivec4"
        } else {
            "vec4"
        };
        let (middle, operand) = atomic.map_or((String::new(), None), |(text, operand)| (text, Some(operand)));
        let pattern = format!(
            "{keyword} {before} = imageLoad({name}, {at}).x;\nimageStore({name}, {at}, {vector}(@));\n{middle}\
             {keyword} {after} = imageLoad({name}, {at}).x;"
        );
        let node = Node::pattern(&pattern, [Some(value), operand].into_iter().flatten().collect());
        self.declare(&before, ty.clone(), Access::Write);
        self.declare(&after, ty, Access::Write);
        (declared, node)
    }

    /// Two shared blocks, which lie over each other: a value that is written through one is read through the other.
    fn shared_blocks_phase(&mut self) -> (Node, Node) {
        self.extensions.insert(SHARED_BLOCKS);
        let [one, other] = [self.name("Board"), self.name("Board")];
        let [whole, parts, result] = [self.name("w"), self.name("p"), self.name("v")];
        let declared = Node::text(format!(
            "shared {one} {{\n    uvec2 {whole}[{PLACES}];\n}};\nshared {other} {{\n    int {parts}[2 * {PLACES}];\n}};"
        ));
        let value = self.expr(&Type::Numbers(Scalar::Uint, 2), 2);
        let shift = self.random.between(0, 7);
        let half = self.random.below(2);
        let count = "gl_WorkGroupSize.x * gl_WorkGroupSize.y";
        let node = Node::pattern(
            &format!(
                "barrier();\n{whole}[gl_LocalInvocationIndex] = @;\nmemoryBarrierShared();\nbarrier();\n\
                 int {result} = {parts}[2u * ((gl_LocalInvocationIndex + {shift}u) % ({count})) + {half}u];\nbarrier();"
            ),
            vec![value],
        );
        self.declare(&result, Type::INT, Access::Write);
        (declared, node)
    }

    fn any_plain_scalar(&mut self) -> Scalar {
        [Scalar::Int, Scalar::Uint, Scalar::Float][self.random.below(3)]
    }
}
