//! The options of `vitrum`, and of `vitrum link`, `vitrum fix` and `vitrum explore`. `help.txt` describes them.

use super::Arguments;
use crate::options::{Row, extend, flag, hidden, lettered, optional, push, put, set, value};

/// Options that cannot be had together.
pub(super) const CONFLICTS: &[(&str, &str)] = &[
    ("S", "emit"),
    ("E", "emit"),
    ("E", "reflect"),
    ("for-opengl", "for-vulkan"),
    ("dependencies", "depfile"),
];

/// Options of a single command, which is an option itself.
pub(super) const REQUIRED: &[(&str, &str)] = &[("dry-run", "fix"), ("passes", "explore")];

/// The options; of those that are given several times, the last counts, or all do.
pub(super) const ROWS: &[Row<Arguments>] = &[
    // Input
    value("stage", |it, text| set(&mut it.source.stage, text)),
    hidden(value("stage-of-following", |it, text| set(&mut it.source.stage_of_following, text))),
    value("x", |it, text| push(&mut it.source.language, text)),
    value("entry", |it, text| set(&mut it.source.entry, text)),
    hidden(value("std", |it, text| set(&mut it.source.std, text))),
    value("default-version", |it, text| set(&mut it.source.default_version, text)),
    value("D", |it, text| push(&mut it.source.define, text)),
    value("U", |it, text| push(&mut it.source.undefine, text)),
    value("preamble-text", |it, text| push(&mut it.source.preamble_text, text)),
    value("I", |it, text| push(&mut it.source.include, text)),
    flag("appendix-a", |it| it.source.appendix_a = true),
    value("limits", |it, text| push(&mut it.source.limits, text)),
    hidden(value("limit", |it, text| push(&mut it.source.limit, text))),
    flag("show-limits", |it| it.source.show_limits = true),
    flag("library", |it| it.source.library = true),
    // Output
    value("o", |it, text| set(&mut it.output.path, text)),
    flag("c", |it| it.output.compile_each = true),
    flag("S", |it| it.output.assemble_each = true),
    flag("E", |it| it.output.preprocess = true),
    value("emit", |it, text| set(&mut it.output.emit, text)),
    value("glsl-version", |it, text| set(&mut it.output.glsl_version, text)),
    hidden(value("glsl-number", |it, text| set(&mut it.output.dialect.glsl_number, text))),
    hidden(flag("essl", |it| it.output.dialect.is_essl = Some(true))),
    hidden(flag("no-essl", |it| it.output.dialect.is_essl = Some(false))),
    hidden(flag("vulkan-glsl", |it| it.output.dialect.vulkan_glsl = true)),
    flag("minify", |it| it.output.minify = true),
    flag("glsl-lines", |it| it.output.glsl_lines = true),
    flag("glsl-separate-samplers", |it| it.output.glsl_separate_samplers = true),
    flag("strip", |it| it.output.strip = true),
    flag("reflect", |it| it.output.reflect = true),
    hidden(value("format", |it, text| set(&mut it.output.format, text))),
    hidden(value("c-variable", |it, text| set(&mut it.output.c_variable, text))),
    flag("spirv-val", |it| it.output.spirv_val = true),
    lettered('v', flag("verbose", |it| it.output.verbose = true)),
    // Target
    value("target-env", |it, text| push(&mut it.target.target_env, text)),
    value("target-spv", |it, text| set(&mut it.target.target_spv, text)),
    hidden(flag("for-vulkan", |it| it.target.for_vulkan = true)),
    hidden(flag("for-opengl", |it| it.target.for_opengl = true)),
    value("first-location", |it, text| put(&mut it.target.first_location, text)),
    value("first-binding", |it, text| put(&mut it.target.first_binding, text)),
    value("default-set", |it, text| put(&mut it.target.default_set, text)),
    flag("no-auto-location", |it| it.target.no_auto_location = true),
    flag("no-auto-binding", |it| it.target.no_auto_binding = true),
    value("uniform-base", |it, text| set(&mut it.target.uniform_base, text)),
    value("uniform-location", |it, text| push(&mut it.target.uniform_location, text)),
    hidden(value("binding-base", |it, text| push(&mut it.target.binding_base, text))),
    hidden(value("binding-shift", |it, text| push(&mut it.target.binding_shift, text))),
    hidden(value("resource-place", |it, text| push(&mut it.target.resource_place, text))),
    flag("invert-y", |it| it.target.invert_y = true),
    // Code generation
    hidden(value("optimize", |it, text| set(&mut it.code.optimize, text))),
    flag("fast-math", |it| it.code.fast_math = true),
    hidden(value("debug", |it, text| set(&mut it.code.debug, text))),
    value("print-after", |it, text| set(&mut it.code.print_after, text)),
    flag("time-passes", |it| it.code.time_passes = true),
    flag("memory", |it| it.code.memory = true),
    flag("remarks", |it| it.code.remarks = true),
    flag("robust", |it| it.code.robust = true),
    value("transform", |it, text| extend(&mut it.code.transform, text)),
    value("set", |it, text| push(&mut it.code.set, text)),
    optional("machine", |it, text| extend(it.code.machine.get_or_insert_default(), text)),
    value("opt-bisect-limit", |it, text| set(&mut it.code.opt_bisect_limit, text)),
    // Diagnostics
    flag("w", |it| it.diagnostics.no_warnings = true),
    hidden(value("warning", |it, text| push(&mut it.diagnostics.warning, text))),
    hidden(flag("silent", |it| it.diagnostics.silent = true)),
    value("error-format", |it, text| put(&mut it.diagnostics.error_format, text)),
    value("color", |it, text| put(&mut it.diagnostics.color, text)),
    flag("strict", |it| it.diagnostics.strict = true),
    // Commands
    hidden(flag("fix", |it| it.fix.fix = true)),
    flag("dry-run", |it| it.fix.dry_run = true),
    hidden(flag("explore", |it| it.explore.explore = true)),
    value("passes", |it, text| extend(&mut it.explore.passes, text)),
    // Dependencies
    hidden(flag("depfile", |it| it.rule.depfile = true)),
    hidden(flag("dependencies", |it| it.rule.dependencies = true)),
    hidden(value("depfile-name", |it, text| set(&mut it.rule.depfile_name, text))),
    hidden(value("depfile-target", |it, text| set(&mut it.rule.depfile_target, text))),
    // Programs
    hidden(flag("link", |it| it.program.link = true)),
    hidden(flag("link-check", |it| it.program.link_check = true)),
    flag("separable", |it| it.program.separable = true),
    value("entry-point", |it, text| push(&mut it.program.entry_point, text)),
    value("capture", |it, text| extend(&mut it.program.capture, text)),
    flag("pack", |it| it.program.pack = true),
];
