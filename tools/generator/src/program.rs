//! Whole programs.

use vitrum::{Stage, Target};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;

use crate::dialect::{DIALECTS, Dialect};
use crate::generate::{Generator, Surroundings};
use crate::memory::SHARED_BLOCKS;
use crate::tree::{Node, Part, Tree};

/// Properties of the generated programs.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Their stage; vertex, fragment or compute by turns if none is given.
    pub stage: Option<Stage>,
    /// The version they are written in; any if none is given.
    pub dialect: Option<&'static Dialect>,
    /// Maximum number of statements of `main`; other things grow with it.
    pub size: usize,
    /// Depth of expressions.
    pub depth: usize,
    /// True if there are doubles, where the version has them.
    pub double: bool,
    /// True if there are integers of 64 bits, where the version can have them.
    pub int64: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { stage: None, dialect: None, size: 10, depth: 3, double: true, int64: true }
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub source: String,
    /// Its stage.
    pub stage: Stage,
    /// The version it is written in.
    pub dialect: Dialect,
    /// Its parts.
    pub tree: Tree,
}

impl Program {
    /// The environment it is compiled for.
    pub fn target(&self) -> Target {
        if self.dialect.vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 }
    }
}

impl Program {
    /// The case to check.
    pub fn case(&self) -> crate::Case {
        crate::Case {
            source: self.source.clone(),
            stage: self.stage,
            target: self.target(),
            defines: Vec::new(),
            defined: true,
        }
    }
}

/// The program of a seed: always the same one. It is valid, ends after a few thousand operations, and everything it
/// gives is defined and exact: floats are small multiples of powers of two, so that no order of evaluation changes them.
///
/// A compute shader writes a slot of the buffer `Results` for each of up to 16 invocations in two workgroups; the other
/// stages write their outputs. Inputs are those of `vitrum_interp`'s made-up environment: integers from 0 to 4, floats
/// in eighths from -2 to 4.
pub fn program(seed: u64, options: &Options) -> Program {
    let mut random = crate::random::Random::new(seed ^ 0x5bd1_e995);
    let stage = options.stage.unwrap_or([Stage::Vertex, Stage::Fragment, Stage::Compute][random.below(3)]);
    let dialects: Vec<&Dialect> = DIALECTS.iter().filter(|dialect| dialect.has_stage(stage)).collect();
    let dialect = match options.dialect {
        Some(dialect) => *dialect,
        None => random.pick(&dialects).map_or(DIALECTS[0], |dialect| **dialect),
    };
    let options = Options {
        double: options.double && dialect.has(Feature::Double) && random.chance(15),
        int64: options.int64
            && (!dialect.version.is_es() && dialect.version.number >= 450)
            && random.chance(15),
        size: random.between(1, options.size),
        depth: random.between(1, options.depth),
        ..*options
    };
    let tree = Generator::new(seed, &options, dialect, stage).tree();
    Program { source: tree.source(), stage, dialect, tree }
}

impl Generator<'_> {
    fn tree(mut self) -> Tree {
        if self.options.int64 {
            self.extensions.insert(Extension::ArbGpuShaderInt64.name());
        }
        let mut items = self.declare_structs();
        let start_of_functions = items.len();
        items.extend(self.declare_constants());
        items.extend(self.declare_uniforms());
        items.extend(self.declare_buffer());
        items.extend(self.declare_inputs());
        let (outputs, start) = self.declare_outputs();
        items.extend(outputs);
        items.extend(self.declare_globals());
        items.push(Node::default());
        let count = self.random.below(self.options.size / 2 + 1);
        for _ in 0..count {
            let function = self.function();
            items.push(function);
        }
        let main = self.main(start, &mut items);
        items.push(main);
        for function in self.tame_functions() {
            items.insert(start_of_functions, function);
        }
        let header = self.dialect.prologue(&self.extensions);
        Tree { header, items, structs: self.structs }
    }

    fn main(&mut self, start: Vec<Node>, items: &mut Vec<Node>) -> Node {
        let compute = self.stage == Stage::Compute;
        self.cost = 0;
        self.weight = 1;
        // Every invocation must come to every barrier.
        self.around = Surroundings { result: (!compute).then_some(None), ..Surroundings::default() };
        self.open(true);
        let mut body = start;
        body.extend(self.statements(self.options.size));
        while compute && self.random.chance(40) {
            let plainly = !self.extensions.contains(SHARED_BLOCKS) && self.random.chance(50);
            self.shares_plainly |= plainly;
            let phase = if plainly { Some(self.shared_phase()) } else { self.memory_phase() };
            let Some((declared, phase)) = phase else { break };
            items.push(declared);
            body.push(phase);
            body.extend(self.statements(self.options.size / 2));
        }
        body.extend(self.tell());
        self.close();
        Node::text("void main() {").with(Part::Block(body)).then("}")
    }
}
