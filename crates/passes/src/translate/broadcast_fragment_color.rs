//! Writes the color of a fragment to several targets: what `gl_FragColor` means in OpenGL.
//!
//! ```text
//! global @gl_FragColor: vec4<f32> output builtin(frag_color)
//! return
//!
//! => global @gl_FragColor: vec4<f32> output location(0)
//!    global @fragment_color_1: vec4<f32> output location(1)
//!    %0: vec4<f32> = load @gl_FragColor
//!    store @fragment_color_1, %0
//!    return
//! ```
//!
//! ANGLE: `EmulateGLFragColorBroadcast`; NIR: `nir_lower_fragcolor`; Tint, naga and spirv-opt know no such variable.

use super::outputs::{add_beside, color_location, is_used};
use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::insert_at_returns;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{BuiltIn, Global, Module, Stage};

/// Options of `broadcast_fragment_color`.
#[derive(Clone, Debug)]
pub struct BroadcastFragmentColor {
    /// The number of targets, at locations from 0 on.
    pub targets: u32,
    /// True if a declared output at location 0 is written to all targets like `gl_FragColor`.
    pub declared: bool,
}

impl Default for BroadcastFragmentColor {
    fn default() -> Self {
        Self { targets: 4, declared: false }
    }
}

/// More targets than any device has.
const MOST_TARGETS: u32 = 64;

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "targets",
        values: "N",
        summary: "number of targets; 4 by default",
        set: |options, text| {
            let targets = text.parse().ok().filter(|targets| (1..=MOST_TARGETS).contains(targets))?;
            options.change::<BroadcastFragmentColor>(|it| it.targets = targets);
            Some(())
        },
    },
    PassOption {
        name: "declared",
        values: "true|false",
        summary: "broadcast a declared output at location 0 too",
        set: |options, text| {
            let declared = text.parse().ok()?;
            options.change::<BroadcastFragmentColor>(|it| it.declared = declared);
            Some(())
        },
    },
];

/// The output that is broadcast, if no other output has a location: `gl_FragColor` comes alone.
fn find_color(module: &Module, options: &BroadcastFragmentColor) -> Option<Global> {
    if module.stage != Stage::Fragment || module.entry.is_none() {
        return None;
    }
    let used = |&(id, _): &(Global, u32)| is_used(module, id);
    let outputs = module.globals.iter().filter_map(|(id, data)| Some((id, color_location(data)?)));
    let mut outputs = outputs.filter(used);
    let (global, location) = outputs.next()?;
    if outputs.next().is_some() || location != 0 {
        return None;
    }
    let data = &module.globals[global];
    let is_color = data.decorations.builtin == Some(BuiltIn::FragColor);
    let is_declared = data.decorations.builtin.is_none() && data.decorations.index.unwrap_or(0) == 0;
    let is_single = module.types.vector_size(data.ty).is_some();
    (is_color || options.declared && is_declared && is_single).then_some(global)
}

/// True if there is such an output.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<BroadcastFragmentColor>();
    options.targets > 1 && find_color(module, &options).is_some()
}

/// Adds the other outputs and writes them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<BroadcastFragmentColor>();
    let (Some(color), Some(entry)) = (find_color(module, &options), module.entry) else { return 0 };
    let decorations = &mut module.globals[color].decorations;
    (decorations.builtin, decorations.location) = (None, Some(0));
    let like = module.globals[color].clone();
    let mut others = Vec::new();
    let mut assigned = Vec::new();
    for location in 1..options.targets.min(MOST_TARGETS) {
        let name = format!("fragment_color_{location}");
        let other = add_beside(module, &name, &like, like.ty, location);
        assigned.push(Assigned::new(module, other, name, Slot::Location(location)));
        others.push(other);
    }
    session.add_assigned(assigned);
    insert_at_returns(module, entry, session, |rewriter| {
        let value = rewriter.load(color);
        for &other in &others {
            rewriter.store(other, value);
        }
    });
    others.len()
}
