//! Execution modes of units become those of the shader.

use super::Unit;
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_ir::link::Importer;
use vitrum_ir::{Execution, Modes, Module, Stage};

/// Joins the modes of all units; reports those that differ, and in a program those that no unit has.
pub(super) fn join(module: &mut Module, units: &[Unit<'_>], errors: &mut Vec<Diagnostic>, is_program: bool) {
    for unit in units {
        let from = &unit.module.execution;
        let size = from.local_size.map(|size| {
            let mut importer = Importer::new(unit.module, module);
            size.map(|constant| importer.constant(constant))
        });
        let to = &mut module.execution;
        to.modes.insert(from.modes);
        to.blend.insert(from.blend);
        let mut differ = Vec::new();
        let mut fill = |name: &'static str, is_same: bool| {
            if !is_same {
                differ.push(name);
            }
        };
        fill("local size", one(&mut to.local_size, size));
        fill("input primitive", one(&mut to.input_primitive, from.input_primitive));
        fill("output primitive", one(&mut to.output_primitive, from.output_primitive));
        fill("number of output vertices", one(&mut to.max_vertices, from.max_vertices));
        fill("number of output primitives", one(&mut to.max_primitives, from.max_primitives));
        fill("number of invocations", one(&mut to.invocations, from.invocations));
        fill("vertex spacing", one(&mut to.spacing, from.spacing));
        fill("depth layout", one(&mut to.depth, from.depth));
        fill("number of views", one(&mut to.num_views, from.num_views));
        let offset = one(&mut to.secondary_view_offset, from.secondary_view_offset);
        fill("offset of the second view", offset);
        let rates = [
            one(&mut to.tile_rate_x, from.tile_rate_x),
            one(&mut to.tile_rate_y, from.tile_rate_y),
            one(&mut to.tile_rate_z, from.tile_rate_z),
        ];
        fill("shading rate of tiles", rates == [true; 3]);
        let has_number = one(&mut to.query_micromaps_id, from.query_micromaps_id);
        let switches = [Modes::QUERY_MICROMAPS_OFF, Modes::QUERY_MICROMAPS_ON];
        let switches = switches.into_iter().filter(|&mode| to.modes.contains(mode)).count();
        let is_one = switches + usize::from(to.query_micromaps_id.is_some()) <= 1;
        fill("opacity micromaps of ray queries", has_number && is_one);
        fill("size of shared memory", one(&mut to.shared_size, from.shared_size));
        fill("size of scratch memory", one(&mut to.scratch_size, from.scratch_size));
        for name in differ {
            let message = format!("units declare different values of the {name}");
            errors.push(Diagnostic::new(Code::LinkMismatch, message));
        }
    }
    let Execution { local_size, input_primitive, output_primitive, max_vertices, .. } = &module.execution;
    let needed: &[(&str, bool)] = match module.stage {
        Stage::Geometry => &[
            ("input primitive", input_primitive.is_some()),
            ("output primitive", output_primitive.is_some()),
            ("number of output vertices", max_vertices.is_some()),
        ],
        Stage::TessControl => &[("number of output vertices", max_vertices.is_some())],
        Stage::TessEvaluation => &[("primitive mode", input_primitive.is_some())],
        Stage::Compute => &[("local size", local_size.is_some())],
        _ => &[],
    };
    for (name, _) in needed.iter().filter(|row| is_program && !row.1) {
        errors.push(Diagnostic::new(Code::LinkMissing, format!("no unit declares the {name}")));
    }
}

/// Fills a slot; false if it has another value.
fn one<T: PartialEq + Copy>(slot: &mut Option<T>, value: Option<T>) -> bool {
    match (&slot, value) {
        (Some(known), Some(value)) => *known == value,
        _ => {
            *slot = slot.or(value);
            true
        }
    }
}
