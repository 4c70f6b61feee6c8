//! Changes of the stage, the execution modes and specialisation constants.

use crate::random::Random;
use vitrum_ir::{
    BlendEquations, ConstantKind, DepthMode, Modes, Module, Primitive, Spacing, SpecConstant, Stage,
};

/// Another stage.
pub(super) fn stage(module: &mut Module, random: &mut Random) -> Option<String> {
    let &(stage, name) = random.pick(Stage::ALL)?;
    if module.stage == stage {
        return None;
    }
    module.stage = stage;
    // Modes of another stage would hide everything else.
    if random.chance(70) {
        let usual = |primitives: bool| primitives.then_some(Primitive::Triangles);
        let execution = &mut module.execution;
        *execution = vitrum_ir::Execution::default();
        execution.input_primitive = usual(matches!(stage, Stage::Geometry | Stage::TessEvaluation));
        execution.output_primitive = match stage {
            Stage::Geometry => Some(Primitive::TriangleStrip),
            stage => usual(stage == Stage::Mesh),
        };
        let counts = matches!(stage, Stage::Geometry | Stage::Mesh | Stage::TessControl);
        execution.max_vertices = counts.then_some(4);
        execution.max_primitives = (stage == Stage::Mesh).then_some(4);
    }
    Some(name.to_owned())
}

/// A mode turned on or off, or another number or primitive.
pub(super) fn mode(module: &mut Module, random: &mut Random) -> Option<String> {
    let number = [None, Some(0), Some(1), Some(3), Some(64), Some(1_000_000)];
    let number = random.pick(&number).copied().flatten();
    let primitive = random.pick(Primitive::ALL).map(|row| row.0).filter(|_| random.chance(80));
    let size = module.constants.u32(*random.pick(&[0, 1, 8, 64, 5_000, u32::MAX])?);
    let execution = &mut module.execution;
    Some(match random.below(16) {
        0 => {
            execution.local_size = if random.chance(20) {
                None
            } else {
                let mut sizes = execution.local_size.unwrap_or([size; 3]);
                sizes[random.below(3)] = size;
                Some(sizes)
            };
            "local_size".to_owned()
        }
        1 => {
            execution.input_primitive = primitive;
            format!("input {primitive:?}")
        }
        2 => {
            execution.output_primitive = primitive;
            format!("output {primitive:?}")
        }
        3 => {
            execution.max_vertices = number;
            format!("max_vertices {number:?}")
        }
        4 => {
            execution.max_primitives = number;
            format!("max_primitives {number:?}")
        }
        5 => {
            execution.invocations = number;
            format!("invocations {number:?}")
        }
        6 => {
            execution.spacing = random.pick(Spacing::ALL).map(|row| row.0);
            "spacing".to_owned()
        }
        7 => {
            execution.depth = random.pick(DepthMode::ALL).map(|row| row.0);
            "depth".to_owned()
        }
        8 => {
            execution.num_views = number;
            format!("num_views {number:?}")
        }
        9 => {
            execution.blend = random.pick(BlendEquations::ALL)?.0;
            "blend".to_owned()
        }
        _ => {
            let &(mode, name) = random.pick(Modes::ALL)?;
            if execution.modes.contains(mode) {
                execution.modes.remove(mode);
            } else {
                execution.modes.insert(mode);
            }
            name.to_owned()
        }
    })
}

/// Another number, type or default of a specialisation constant.
pub(super) fn specialization(module: &mut Module, random: &mut Random) -> Option<String> {
    let ids: Vec<SpecConstant> = module.spec_constants.iter().map(|row| row.0).collect();
    let &id = random.pick(&ids)?;
    let scalars = module.constants.iter().filter(|row| matches!(row.1.kind, ConstantKind::Scalar(_)));
    let scalars: Vec<_> = scalars.map(|row| row.0).collect();
    let default = random.pick(&scalars).copied();
    let number = Some(random.below(3) as u32).filter(|_| random.chance(80));
    match random.below(3) {
        0 => module.spec_constants[id].id = number,
        1 => module.spec_constants[id].default = default?,
        _ => {
            let default = default?;
            module.spec_constants[id].ty = module.constants.ty(default);
            module.spec_constants[id].default = default;
        }
    }
    Some(module.names.get(module.spec_constants[id].name).to_owned())
}
