//! Lowerings that make a module fit for a version of GLSL that lacks something. Each is a pass of its own, and the back
//! end chooses those that a target needs.

mod drop_layouts;

pub use drop_layouts::{Layouts, drop_layouts};
