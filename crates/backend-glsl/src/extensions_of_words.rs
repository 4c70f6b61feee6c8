//! The extensions that the words of a printed text need.
//!
//! A module that comes from no GLSL names no extensions. Most of what extensions bring to Vulkan is words: functions, types,
//! qualifiers, built-in variables and constants, whose tables say which extensions have them. Atomics and functions of subgroups
//! have further kinds of numbers by extensions; what else an extension adds to a function of the version is not seen here.

use crate::context::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use std::iter::Peekable;
use std::str::CharIndices;
use vitrum_glsl::builtins::hit_objects::second_extension;
use vitrum_glsl::builtins::table::{Lower, Row, Since};
use vitrum_glsl::builtins::{Missing, available, extension_of_kind, functions, variables::builtin_names};
use vitrum_glsl::extensions::{Extension, ExtensionSet};
use vitrum_glsl::layout_qualifiers::LayoutQualifier;
use vitrum_glsl::version::Dialect;
use vitrum_glsl::words::{WordStatus, row_of};
use vitrum_ir::{GlobalData, Modes, Module, Op, Scalar, Stages, Storage, TypeData, typing};

impl Context<'_> {
    /// Notes the extensions that the words of a text need beside those that are there.
    pub(crate) fn need_extensions_of(&self, text: &str) {
        let mut extensions = ExtensionSet::EMPTY;
        for known in self.extensions.iter().filter_map(|row| Extension::from_name(&row.0)) {
            extensions.insert(known);
        }
        let version = self.target;
        let mut dialect = Dialect { extensions, vulkan: self.vulkan, ..Dialect::new(version) };
        // A variable has a row for each group of stages.
        let mut names: FxHashMap<&str, Vec<Since>> = FxHashMap::default();
        for (name, since) in builtin_names() {
            names.entry(name).or_default().push(since);
        }
        let stage = Stages::of(self.module.stage);
        let kinds = Kinds::of(self.module);
        let is_shared = |data: &GlobalData| data.storage == Storage::Shared && data.block.is_some();
        if self.module.globals.values().any(is_shared) {
            self.enable(&[Extension::ExtSharedMemoryBlock], &mut dialect);
        }
        let is_unsized = |data: &GlobalData| {
            let is_resource = matches!(data.storage, Storage::Opaque | Storage::Uniform | Storage::Buffer);
            let is_array = matches!(self.module.types.get(data.ty), TypeData::RuntimeArray { .. });
            is_resource && is_array && data.decorations.heap.is_none()
        };
        if self.module.globals.values().any(is_unsized) {
            self.enable(&[Extension::ExtNonuniformQualifier], &mut dialect);
        }
        if reads_without_sampler(self.module) {
            self.enable(&[Extension::ExtSamplerlessTextureFunctions], &mut dialect);
        }
        if self.module.execution.modes.contains(Modes::SUBGROUP_UNIFORM_CONTROL_FLOW) {
            self.enable(&[Extension::ExtSubgroupUniformControlFlow], &mut dialect);
        }
        if self.module.execution.modes.contains(Modes::MAXIMAL_RECONVERGENCE) {
            self.enable(&[Extension::ExtMaximalReconvergence], &mut dialect);
        }
        // Only captured outputs of 16 bits have such strides.
        let has_half_stride =
            |data: &GlobalData| data.decorations.xfb_stride.is_some_and(|stride| !stride.is_multiple_of(4));
        if self.module.globals.values().any(has_half_stride) {
            self.enable(&[Extension::AmdGpuShaderHalfFloat], &mut dialect);
        }
        if converts_vectors_to_references(self.module) {
            self.enable(&[Extension::ExtBufferReferenceUvec2], &mut dialect);
        }
        let mut seen = FxHashSet::default();
        for word in (Words { text, chars: text.char_indices().peekable(), depth: None }) {
            if seen.insert(word) {
                self.enable(&lacking(word, &dialect, stage, &names), &mut dialect);
                self.enable(&second(word), &mut dialect);
                while self.enable(&kinds.lacking(word, &dialect, stage), &mut dialect) {}
            }
        }
    }

    /// Enables one of these extensions; gives false if there is none to enable.
    fn enable(&self, of: &[Extension], dialect: &mut Dialect) -> bool {
        let version = dialect.version;
        // The best is one of the stage that the version does not have anyway.
        let rank = |it: &&Extension| {
            let is_of_stage = it.info().stages.contains(Stages::of(self.module.stage));
            (it.exists_in(version), it.is_requested_in(version), is_of_stage)
        };
        let best = of.iter().rev().max_by_key(rank).filter(|it| it.exists_in(version));
        let Some(&extension) = best else { return false };
        let is_new = dialect.extensions.insert(extension);
        if is_new {
            self.needed.borrow_mut().push(extension.name());
        }
        is_new
    }
}

/// True if an operation other than the combination with a sampler takes a texture that has none.
fn reads_without_sampler(module: &Module) -> bool {
    module.functions.values().any(|function| {
        function.insts.iter().any(|(inst, data)| {
            let Some(&image) = function.operands(inst).first() else { return false };
            let ty = typing::operand_type(module, function, image);
            let is_texture = matches!(module.types.get(ty), TypeData::Image(image) if !image.storage);
            let made_by = function.definition(image).map(|inst| function.op(inst));
            is_texture && data.op != Op::CombineSampler && made_by != Some(Op::ImageOf)
        })
    })
}

/// True if two words become a buffer reference, or the other way round.
fn converts_vectors_to_references(module: &Module) -> bool {
    let is_reference = |ty| matches!(module.types.get(ty), TypeData::BufferReference { .. });
    let is_vector = |ty| module.types.vector_size(ty).is_some_and(|size| size > 1);
    module.functions.values().any(|function| {
        function.insts.iter().filter(|(_, data)| data.op == Op::Bitcast).any(|(inst, _)| {
            let to = function.result(inst).map(|result| function.values[result].ty);
            let from = function.operands(inst).first();
            let from = from.map(|&operand| typing::operand_type(module, function, operand));
            to.zip(from).is_some_and(|(to, from)| {
                is_reference(to) && is_vector(from) || is_vector(to) && is_reference(from)
            })
        })
    })
}

/// The kinds of numbers that atomics in memory and in images and operations on subgroups have.
#[derive(Default)]
struct Kinds {
    atomics: FxHashSet<Scalar>,
    texels: FxHashSet<Scalar>,
    groups: FxHashSet<Scalar>,
}

impl Kinds {
    fn of(module: &Module) -> Self {
        let mut kinds = Self::default();
        for function in module.functions.values() {
            for (inst, data) in function.insts.iter() {
                let of_group = function.intrinsic(inst).filter(|it| it.name().starts_with("subgroup"));
                let result = function.result(inst).map(|result| function.values[result].ty);
                if of_group.is_some() {
                    // Votes give a `bool`.
                    let operands = function.operands(inst).iter();
                    let types = operands.map(|&operand| typing::operand_type(module, function, operand));
                    let types = result.into_iter().chain(types);
                    kinds.groups.extend(types.filter_map(|ty| module.types.scalar_of(ty)));
                } else if data.op.is_atomic()
                    && let Some(&pointer) = function.operands(inst).first()
                    && let TypeData::Pointer { storage, pointee } =
                        module.types.get(typing::operand_type(module, function, pointer))
                {
                    let own = if storage == Storage::Texel { &mut kinds.texels } else { &mut kinds.atomics };
                    own.extend(module.types.scalar_of(pointee));
                }
            }
        }
        kinds
    }

    /// The extensions of which one has to be enabled for one of the kinds that a function has here.
    fn lacking(&self, word: Word<'_>, dialect: &Dialect, stage: Stages) -> Vec<Extension> {
        let rows = if word.is_in_layout { &[] } else { functions(word.text) };
        let Some(first) = rows.first() else { return Vec::new() };
        for &kind in &self.groups {
            let needed = extension_of_kind(first, kind).filter(|&it| !dialect.extensions.contains(it));
            if word.text.starts_with("subgroup")
                && let Some(extension) = needed
            {
                return vec![extension];
            }
        }
        let in_memory = self.atomics.iter().map(|&kind| (kind, false));
        for (kind, of_texels) in in_memory.chain(self.texels.iter().map(|&kind| (kind, true))) {
            let is_one = |row: &&Row| {
                let has_form = match row.lower {
                    Lower::Atomic { .. } => !of_texels,
                    Lower::ImageAtomic { .. } => of_texels,
                    _ => false,
                };
                has_form && row.kinds.contains(kind)
            };
            let missing = |row: &Row| available(&row.since, dialect, stage);
            let mut of_kind = rows.iter().filter(is_one);
            if of_kind.clone().any(|row| missing(row).is_ok()) {
                continue;
            }
            if let Some(row) = of_kind.find(|row| missing(row) == Err(Missing::Extension)) {
                return row.since.extensions.to_vec();
            }
        }
        Vec::new()
    }
}

/// The extension that a function needs beside the one that brings it.
fn second(word: Word<'_>) -> Vec<Extension> {
    let rows = if word.is_in_layout { &[] } else { functions(word.text) };
    let extension = rows.iter().find_map(|row| match row.lower {
        Lower::HitObject(intrinsic) => second_extension(intrinsic),
        _ => None,
    });
    extension.into_iter().collect()
}

/// The extensions of which one has to be enabled for a word.
fn lacking(
    word: Word<'_>,
    dialect: &Dialect,
    stage: Stages,
    names: &FxHashMap<&str, Vec<Since>>,
) -> Vec<Extension> {
    if word.is_in_layout {
        let row = LayoutQualifier::from_name(word.text).filter(|row| !row.is_in(dialect));
        return row.map_or_else(Vec::new, |row| row.extensions());
    }
    // A type may have the name of a function that another extension brings.
    if row_of(word.text).is_some_and(|row| row.availability.status(dialect) == WordStatus::Keyword) {
        return Vec::new();
    }
    let of_function: Vec<Since> = functions(word.text).iter().map(|row| row.since).collect();
    let rows =
        if of_function.is_empty() { names.get(word.text).cloned().unwrap_or_default() } else { of_function };
    if !rows.is_empty() {
        let missing = |since: &Since| available(since, dialect, stage);
        if rows.iter().any(|since| missing(since).is_ok()) {
            return Vec::new();
        }
        let found = rows.iter().find(|since| missing(since) == Err(Missing::Extension));
        return found.map_or_else(Vec::new, |since| since.extensions.to_vec());
    }
    match row_of(word.text) {
        Some(row) if row.availability.status(dialect) != WordStatus::Keyword => {
            row.availability.extensions().to_vec()
        }
        _ => Vec::new(),
    }
}

/// A word of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word<'t> {
    text: &'t str,
    /// True between the parentheses of `layout`.
    is_in_layout: bool,
}

/// The words of a text, but for numbers, and members other than built-in ones.
struct Words<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    /// The open parentheses since the last `layout`.
    depth: Option<u32>,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        let mut is_part = false;
        while let Some((start, first)) = self.chars.next() {
            if first.is_alphanumeric() || first == '_' {
                let is_more = |next: &(usize, char)| next.1.is_alphanumeric() || next.1 == '_';
                while self.chars.next_if(is_more).is_some() {}
                let end = self.chars.peek().map_or(self.text.len(), |next| next.0);
                let text = self.text.get(start..end)?;
                if (!is_part || text.starts_with("gl_")) && !first.is_numeric() {
                    let is_in_layout = self.depth.is_some_and(|depth| depth > 0);
                    self.depth =
                        if text == "layout" { Some(0) } else { self.depth.filter(|&depth| depth > 0) };
                    return Some(Word { text, is_in_layout });
                }
            }
            is_part = first == '.';
            self.depth = match (first, self.depth) {
                ('(', Some(depth)) => Some(depth + 1),
                (')', Some(0 | 1)) => None,
                (')', Some(depth)) => Some(depth - 1),
                (_, depth) => depth,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn members_and_numbers_are_no_words() {
        let text = "layout(binding = 0, (scalar)) uniform f16vec2 a; a.xy + 1.0hf + b[0x1u].z(layout).gl_ClipDistance";
        let words = Words { text, chars: text.char_indices().peekable(), depth: None };
        let shown: Vec<String> =
            words.map(|word| format!("{}{}", if word.is_in_layout { "+" } else { "" }, word.text)).collect();
        assert_eq!(shown.join(" "), "layout +binding +scalar uniform f16vec2 a a b layout gl_ClipDistance");
    }
}
