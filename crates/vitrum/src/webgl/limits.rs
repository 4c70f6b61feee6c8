//! Limits of a context of WebGL on a stage and on a program.

use std::collections::BTreeMap;

use vitrum_frontend_glsl::BuiltInLimits;
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Severity};
use vitrum_glsl::builtins::constants::limit;
use vitrum_ir::{BuiltIn, GlobalData, Module, Op, Stage, Storage, Type, TypeData, types::common};
use vitrum_passes::analysis::packing::{Shape, Shapes};
use vitrum_passes::analysis::resources::Resources;
use vitrum_passes::location_count;

use super::Options;

/// Bytes of a variable outside of uniforms, as browsers allow.
const VARIABLE_BYTES: u64 = 64 << 10;

/// Bytes of any variable.
const LARGEST_BYTES: u64 = 2 << 30;

/// Reports what exceeds a limit in a stage.
pub(super) fn check_stage(module: &Module, options: &Options) -> Vec<Diagnostic> {
    let used = Resources::new(module);
    let mut stage =
        Limited { module, shapes: Shapes::new(module), limits: &options.limits, found: Vec::new() };
    let globals = || module.globals.iter().filter(|(id, _)| used.is_static_use(*id)).map(|(_, data)| data);
    stage.check_uniforms(globals());
    stage.check_blocks(globals(), options.uniform_blocks);
    match module.stage {
        Stage::Vertex => stage.check_attributes(globals()),
        Stage::Fragment => {
            stage.check_varyings(globals());
            stage.check_outputs();
        }
        _ => {}
    }
    stage.check_private_memory();
    stage.found
}

/// Warns of uniforms with the name of an attribute that the vertex shader uses: the specification lets implementations refuse such
/// programs (WebGL 1.0 section 6.36), and its conformance tests ask that they do not.
pub(super) fn check_names(stages: &[&Module]) -> Vec<Diagnostic> {
    let mut attributes = BTreeMap::new();
    for module in stages.iter().filter(|module| module.stage == Stage::Vertex) {
        let used = Resources::new(module);
        let inputs = module.globals.iter().filter(|(id, data)| {
            data.storage == Storage::Input && data.decorations.builtin.is_none() && used.is_static_use(*id)
        });
        attributes.extend(inputs.map(|(_, data)| (module.names.get(data.name), data.origin.span)));
    }
    let mut found = Vec::new();
    for module in stages {
        let uniforms = module.globals.values().filter(|data| {
            matches!(data.storage, Storage::Uniform | Storage::Opaque) && data.block.is_none()
        });
        for data in uniforms {
            let name = module.names.get(data.name);
            if let Some(&attribute) = attributes.get(name) {
                let message = format!("uniform `{name}` has the name of an attribute");
                let diagnostic = Diagnostic::at(Code::LinkConflict, data.origin.span, message);
                let diagnostic = diagnostic.with_severity(Severity::Warning);
                found.push(diagnostic.secondary(attribute, "attribute declared here"));
            }
        }
    }
    found
}

/// Reports uniform blocks of one name whose members have different precision, which OpenGL ES lets pass.
pub(super) fn check_blocks(stages: &[&Module]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut blocks: BTreeMap<&str, (&Module, &GlobalData)> = BTreeMap::new();
    for &module in stages {
        for data in
            module.globals.values().filter(|data| data.storage == Storage::Uniform && data.block.is_some())
        {
            let members = module.members(module.types.innermost(data.ty));
            let TypeData::Struct(block) = module.types.get(module.types.innermost(data.ty)) else { continue };
            let name = module.names.get(module.structs[block].name);
            let Some(&(other, first)) = blocks.get(name) else {
                blocks.insert(name, (module, data));
                continue;
            };
            let others = other.members(other.types.innermost(first.ty));
            if let Some((member, _)) =
                members.iter().zip(others).find(|(one, two)| one.precision != two.precision)
            {
                let member = module.names.get(member.name);
                let message = format!("stages declare `{member}` of block `{name}` with different precision");
                let diagnostic = Diagnostic::at(Code::LinkMismatch, data.origin.span, message);
                found.push(diagnostic.secondary(first.origin.span, "other declaration here"));
            }
        }
    }
    found
}

struct Limited<'m> {
    module: &'m Module,
    shapes: Shapes<'m>,
    limits: &'m BuiltInLimits,
    found: Vec<Diagnostic>,
}

impl<'m> Limited<'m> {
    fn limit(&self, name: &str) -> u32 {
        limit(name, self.limits, true).unwrap_or(u32::MAX)
    }

    fn report(&mut self, code: Code, at: Option<&GlobalData>, message: String) {
        let diagnostic = match at {
            Some(data) => Diagnostic::at(code, data.origin.span, message),
            None => Diagnostic::new(code, message),
        };
        self.found.push(diagnostic);
    }

    /// Checks that variables fit into vectors.
    fn check_packing(&mut self, variables: &[(&'m GlobalData, Type)], what: &str, limit: &str) {
        let mut all = Shape::default();
        for &(_, ty) in variables {
            all.add(&self.shapes.of(ty), 1);
        }
        let vectors = self.limit(limit);
        if !all.fits(vectors) {
            let last = variables.last().map(|row| row.0);
            let message = format!("{what} do not fit into {vectors} vectors (`{limit}`)");
            self.report(Code::LinkLimit, last, message);
        }
    }

    fn check_count(&mut self, variables: &[&'m GlobalData], count: u32, what: &str, limit: &str) {
        let most = self.limit(limit);
        if count > most {
            let message = format!("{what} are {count}, and `{limit}` is {most}");
            self.report(Code::LinkLimit, variables.last().copied(), message);
        }
    }

    fn check_uniforms(&mut self, globals: impl Iterator<Item = &'m GlobalData>) {
        let (vectors, units) = match self.module.stage {
            Stage::Vertex => ("gl_MaxVertexUniformVectors", "gl_MaxVertexTextureImageUnits"),
            _ => ("gl_MaxFragmentUniformVectors", "gl_MaxTextureImageUnits"),
        };
        let uniforms: Vec<_> = globals
            .filter(|data| matches!(data.storage, Storage::Uniform | Storage::Opaque) && data.block.is_none())
            .collect();
        let plain: Vec<_> = uniforms.iter().map(|&data| (data, data.ty)).collect();
        self.check_packing(&plain, "uniforms", vectors);
        let textures = |data: &&GlobalData| self.shapes.of(data.ty).textures;
        let opaque: Vec<_> = uniforms.into_iter().filter(|data| textures(data) > 0).collect();
        let count = opaque.iter().map(textures).fold(0, u32::saturating_add);
        self.check_count(&opaque, count, "textures of the stage", units);
    }

    fn check_blocks(&mut self, globals: impl Iterator<Item = &'m GlobalData>, most: u32) {
        let blocks: Vec<_> =
            globals.filter(|data| data.storage == Storage::Uniform && data.block.is_some()).collect();
        let elements = |data: &GlobalData| self.module.types.length(data.ty).unwrap_or(1);
        let count = blocks.iter().fold(0u32, |sum, data| sum.saturating_add(elements(data)));
        if count > most {
            let message = format!("uniform blocks of the stage are {count}, and at most {most} are allowed");
            self.report(Code::LinkLimit, blocks.last().copied(), message);
        }
    }

    fn check_attributes(&mut self, globals: impl Iterator<Item = &'m GlobalData>) {
        let module = self.module;
        let inputs: Vec<_> = globals
            .filter(|data| data.storage == Storage::Input && data.decorations.builtin.is_none())
            .collect();
        let of = |data: &GlobalData| location_count(module, data.ty, false);
        let count = inputs.iter().fold(0u32, |sum, data| sum.saturating_add(of(data)));
        self.check_count(&inputs, count, "attributes", "gl_MaxVertexAttribs");
    }

    /// Built-in variables that are interpolated count, too.
    fn check_varyings(&mut self, globals: impl Iterator<Item = &'m GlobalData>) {
        let of = |data: &'m GlobalData| match data.decorations.builtin {
            None => Some((data, data.ty)),
            Some(BuiltIn::FragCoord) => Some((data, common::VEC4)),
            Some(BuiltIn::FrontFacing) => Some((data, common::F32)),
            Some(BuiltIn::PointCoord) => Some((data, common::VEC2)),
            Some(_) => None,
        };
        let inputs: Vec<_> = globals.filter(|data| data.storage == Storage::Input).filter_map(of).collect();
        self.check_packing(&inputs, "varyings", "gl_MaxVaryingVectors");
    }

    fn check_outputs(&mut self) {
        let most = self.limit("gl_MaxDrawBuffers");
        let outputs = self.module.globals.values().filter(|data| data.storage == Storage::Output);
        let end = |data: &GlobalData| {
            let first = data.decorations.location.unwrap_or(0);
            first.saturating_add(location_count(self.module, data.ty, false))
        };
        let outside = outputs.filter(|data| data.decorations.builtin.is_none() && end(data) > most);
        for data in outside.collect::<Vec<_>>() {
            let name = self.module.names.get(data.name);
            let message =
                format!("output `{name}` is outside of the {most} draw buffers (`gl_MaxDrawBuffers`)");
            self.report(Code::LinkLimit, Some(data), message);
        }
    }

    /// Sizes of variables, which drivers do not check.
    fn check_private_memory(&mut self) {
        let module = self.module;
        let mut found = Vec::new();
        let shapes = &self.shapes;
        let mut add = |ty, span, is_private: bool| {
            let bytes = shapes.of(ty).bytes;
            let limit = if is_private { VARIABLE_BYTES } else { LARGEST_BYTES };
            if bytes > limit {
                let message = format!("variable has {bytes} bytes, and at most {limit} are allowed");
                found.push(Diagnostic::at(Code::TypeTooLarge, span, message));
            }
        };
        for data in module.globals.values() {
            let is_private = !matches!(data.storage, Storage::Uniform | Storage::Opaque);
            add(data.ty, data.origin.span, is_private);
        }
        for function in module.functions.values() {
            let params = function.blocks[function.body].params.iter().zip(&function.params);
            for (&value, param) in params {
                let ty = function.values[value].ty;
                add(module.types.pointee(ty).unwrap_or(ty), param.origin.span, true);
            }
            for (inst, data) in function.insts.iter().filter(|(_, data)| data.op == Op::Var) {
                let ty = function.result(inst).map(|value| function.values[value].ty);
                if let Some(ty) = ty.and_then(|ty| module.types.pointee(ty)) {
                    add(ty, data.span(), true);
                }
            }
        }
        self.found.append(&mut found);
    }
}
