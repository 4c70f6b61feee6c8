//! The stages of a program as a whole: those that are there, their languages and modes.

use super::declared::{find_built_in, used_globals, version};
use super::rules::{Holds, LATER, Scope, holds};
use super::{ProgramStage, stage_name};
use vitrum_diagnostics::{Code, Diagnostic, Severity};
use vitrum_ir::{
    BuiltIn, FunctionData, GlobalData, Interpolation, Intrinsic, Modes, Module, Op, OperandKind, Primitive,
    Qualifiers, SourceLanguage, Span, Stage, Storage, TypeData, visit,
};

use Scope::{OpenGl, OpenGlEs, OpenGlEsSeparable, OpenGlSeparable, Vulkan};

/// A rule for a program.
struct Rule {
    holds: Holds,
    code: Code,
    severity: Severity,
    check: fn(&[ProgramStage<'_>]) -> Option<Fault>,
}

/// A fault of a program, with the places that it is about.
struct Fault {
    message: String,
    places: Vec<(Span, String)>,
}

impl Fault {
    /// A fault of these stages, each shown by its entry point.
    fn new(stages: &[ProgramStage<'_>], of: &[Stage], message: String) -> Self {
        let place = |&stage: &Stage| {
            let found = stages.iter().find(|it| it.module.stage == stage)?;
            let span = found.module.functions[found.module.entry?].origin.span;
            Some((shifted(span, found.shift)?, format!("entry point of the {} stage", stage_name(stage))))
        };
        Self { message, places: of.iter().filter_map(place).collect() }
    }

    /// A fault of a declaration, or of an instruction.
    fn at(stages: &[ProgramStage<'_>], stage: Stage, span: Span, message: String) -> Self {
        let shift = stages.iter().find(|it| it.module.stage == stage).map_or(0, |it| it.shift);
        let place = shifted(span, shift).map(|span| (span, String::new()));
        Self { message, places: place.into_iter().collect() }
    }

    fn diagnostic(self, code: Code) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(code, self.message);
        for (span, text) in self.places {
            diagnostic = match diagnostic.labels.is_empty() {
                true => diagnostic.label(span, text),
                false => diagnostic.secondary(span, text),
            };
        }
        diagnostic
    }
}

/// A span in the joined source map; none if it is nowhere.
fn shifted(span: Span, shift: u32) -> Option<Span> {
    (!span.is_nowhere()).then(|| span.shifted(shift))
}

const ALL: Holds = &[
    (OpenGl, 0, LATER),
    (OpenGlSeparable, 0, LATER),
    (OpenGlEs, 0, LATER),
    (OpenGlEsSeparable, 0, LATER),
    (Vulkan, 0, LATER),
];
const WHOLE: Holds = &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER), (Vulkan, 0, LATER)];

const RULES: &[Rule] = &[
    Rule { holds: ALL, code: Code::LinkInput, severity: Severity::Error, check: repeated },
    Rule { holds: ALL, code: Code::LinkInput, severity: Severity::Error, check: kinds },
    Rule { holds: ALL, code: Code::LinkInput, severity: Severity::Error, check: languages },
    Rule {
        holds: &[(OpenGlEs, 0, LATER), (OpenGlEsSeparable, 0, LATER)],
        code: Code::LinkInput,
        severity: Severity::Error,
        check: versions,
    },
    Rule {
        holds: WHOLE,
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: |stages| {
            [Stage::TessControl, Stage::TessEvaluation, Stage::Geometry]
                .into_iter()
                .find_map(|stage| needs(stages, stage, Stage::Vertex))
        },
    },
    Rule {
        holds: WHOLE,
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: |stages| needs(stages, Stage::TessControl, Stage::TessEvaluation),
    },
    Rule {
        holds: &[(OpenGlEs, 0, LATER), (Vulkan, 0, LATER)],
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: |stages| needs(stages, Stage::TessEvaluation, Stage::TessControl),
    },
    Rule {
        holds: &[(OpenGlEs, 0, LATER)],
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: |stages| {
            needs(stages, Stage::Vertex, Stage::Fragment)
                .or_else(|| needs(stages, Stage::Fragment, Stage::Vertex))
        },
    },
    Rule {
        holds: WHOLE,
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: |stages| needs(stages, Stage::Task, Stage::Mesh),
    },
    // GLSL 1.40 makes it optional.
    Rule {
        holds: &[(OpenGl, 0, 140)],
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: position_written,
    },
    // Vulkan 1.3, VkGraphicsPipelineCreateInfo; OpenGL 4.6 section 11.3.1 makes it an error of draws.
    Rule {
        holds: &[(Vulkan, 0, LATER)],
        code: Code::LinkMismatch,
        severity: Severity::Error,
        check: primitives,
    },
    Rule {
        holds: &[(OpenGl, 0, LATER), (OpenGlEs, 0, LATER)],
        code: Code::LinkPrimitives,
        severity: Severity::Warning,
        check: primitives,
    },
    Rule { holds: ALL, code: Code::LinkMismatch, severity: Severity::Error, check: views },
    Rule { holds: ALL, code: Code::LinkMismatch, severity: Severity::Error, check: vertex_order },
    Rule {
        holds: &[(OpenGl, 0, LATER), (OpenGlSeparable, 0, LATER)],
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: local_size,
    },
    // GLSL 4.60 section 11.1 of ARB_gpu_shader5: several streams are of points.
    Rule { holds: ALL, code: Code::LinkMismatch, severity: Severity::Error, check: streams },
    // GLSL ES 1.00 section 4.6.4.
    Rule {
        holds: &[(OpenGlEs, 0, 300)],
        code: Code::LinkMismatch,
        severity: Severity::Error,
        check: built_in_invariance,
    },
    Rule { holds: ALL, code: Code::LinkMismatch, severity: Severity::Error, check: geometry_inputs },
    Rule {
        holds: &[(OpenGl, 0, LATER), (OpenGlSeparable, 0, LATER), (Vulkan, 0, LATER)],
        code: Code::LinkMismatch,
        severity: Severity::Error,
        check: stream_numbers,
    },
    // GLSL 1.30 section 4.3.7, GLSL 4.60 section 4.5.
    Rule {
        holds: &[(OpenGl, 130, LATER)],
        code: Code::LinkMismatch,
        severity: Severity::Error,
        check: color_interpolation,
    },
    // GLSL 4.60 section 7.1: separable programs redeclare the block.
    Rule {
        holds: &[(OpenGlSeparable, 0, LATER)],
        code: Code::LinkMissing,
        severity: Severity::Error,
        check: per_vertex_redeclared,
    },
    // GLSL ES 3.20 section 4.3.6.
    Rule {
        holds: &[(OpenGlEs, 300, LATER), (OpenGlEsSeparable, 300, LATER)],
        code: Code::LinkMismatch,
        severity: Severity::Error,
        check: patch_types,
    },
];

/// Checks the rules for a program.
pub(super) fn check(stages: &[ProgramStage<'_>], scope: Scope, diagnostics: &mut Vec<Diagnostic>) {
    if stages.is_empty() {
        diagnostics.push(Diagnostic::new(Code::LinkInput, "nothing to link"));
        return;
    }
    let version = stages.iter().map(|stage| version(stage.module)).max().unwrap_or(0);
    for rule in RULES.iter().filter(|rule| holds(rule.holds, scope, version)) {
        if let Some(fault) = (rule.check)(stages) {
            diagnostics.push(fault.diagnostic(rule.code).with_severity(rule.severity));
        }
    }
}

fn find<'a>(stages: &'a [ProgramStage<'_>], stage: Stage) -> Option<&'a Module> {
    stages.iter().map(|of| &*of.module).find(|module| module.stage == stage)
}

fn repeated(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let kinds = stages.windows(2).map(|pair| [pair[0].module.stage, pair[1].module.stage]);
    let mut same = kinds.filter(|pair| pair[0] == pair[1] && !pair[0].traces_rays());
    same.next().map(|pair| {
        let message =
            format!("a program has one {} stage; units of it are linked first", stage_name(pair[0]));
        Fault::new(stages, &pair[..1], message)
    })
}

/// True if a pipeline can have both stages, of which the second runs later.
pub(super) fn goes_before(first: Stage, second: Stage) -> bool {
    let kind = |stage: Stage| match stage {
        Stage::Compute => 0,
        Stage::Task | Stage::Mesh => 1,
        Stage::Fragment => 3,
        other if other.traces_rays() => 4,
        _ => 2,
    };
    let (a, b) = (kind(first), kind(second));
    a == b || matches!((a, b), (1 | 2, 3))
}

/// Stages of different kinds of pipelines.
fn kinds(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let pairs = stages.windows(2).map(|pair| [pair[0].module.stage, pair[1].module.stage]);
    let mut faults = pairs.filter(|pair| !goes_before(pair[0], pair[1]));
    faults.next().map(|pair| {
        let [first, second] = pair.map(stage_name);
        let message = format!("a {first} stage and a {second} stage cannot be in one program");
        Fault::new(stages, &pair, message)
    })
}

fn languages(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let es = |stage: &ProgramStage<'_>| stage.module.source.language == SourceLanguage::Essl;
    let (one, other) = (stages.iter().find(|&it| es(it))?, stages.iter().find(|&it| !es(it))?);
    let of = [one.module.stage, other.module.stage];
    Some(Fault::new(stages, &of, "shaders of OpenGL ES cannot be linked with others".to_owned()))
}

/// GLSL ES 3.00 section 3.3: shaders of different versions cannot be mixed.
fn versions(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let mut versions = stages.iter().map(|stage| (stage.module.source.version, stage.module.stage));
    let first = versions.next()?;
    let other = versions.find(|version| version.0 != first.0)?;
    let message = format!("shaders of the versions {} and {} of GLSL ES cannot be linked", first.0, other.0);
    Some(Fault::new(stages, &[first.1, other.1], message))
}

fn needs(stages: &[ProgramStage<'_>], stage: Stage, needed: Stage) -> Option<Fault> {
    find(stages, stage)?;
    let (name, needed_name) = (stage_name(stage), stage_name(needed));
    let missing = find(stages, needed).is_none();
    let message = || format!("a program with a {name} stage has no {needed_name} stage");
    missing.then(|| Fault::new(stages, &[stage], message()))
}

fn position_written(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let module = find(stages, Stage::Vertex)?;
    let position = module.find_builtin(Storage::Output, BuiltIn::Position);
    let written = position.is_some_and(|(global, _)| used_globals(module).contains(&global));
    let message = || "the vertex stage does not write `gl_Position`".to_owned();
    (!written).then(|| Fault::new(stages, &[Stage::Vertex], message()))
}

/// The primitives that tessellation makes, and those that the geometry stage takes.
fn primitives(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let (tessellation, geometry) = (find(stages, Stage::TessEvaluation)?, find(stages, Stage::Geometry)?);
    let mode = tessellation.execution.input_primitive?;
    let taken = geometry.execution.input_primitive?;
    let made = match mode {
        _ if tessellation.execution.modes.contains(Modes::POINT_MODE) => Primitive::Points,
        Primitive::Isolines => Primitive::Lines,
        _ => Primitive::Triangles,
    };
    (made != taken).then(|| {
        let message =
            format!("tessellation makes `{}`, and the geometry stage takes `{}`", made.name(), taken.name());
        Fault::new(stages, &[Stage::Geometry, Stage::TessEvaluation], message)
    })
}

fn views(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let mut views = stages.iter().filter_map(|it| Some((it.module.execution.num_views?, it.module.stage)));
    let first = views.next()?;
    let other = views.find(|views| views.0 != first.0)?;
    let message = format!("stages have different numbers of views: {} and {}", first.0, other.0);
    Some(Fault::new(stages, &[first.1, other.1], message))
}

fn vertex_order(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let both = Modes::CLOCKWISE.union(Modes::COUNTER_CLOCKWISE);
    let module = find(stages, Stage::TessEvaluation)?;
    let contradicts = module.execution.modes.contains(both);
    let message = || "the tessellation evaluation stage declares both `cw` and `ccw`".to_owned();
    contradicts.then(|| Fault::new(stages, &[Stage::TessEvaluation], message()))
}

fn local_size(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let execution = &find(stages, Stage::Compute)?.execution;
    let missing = execution.local_size.is_none() && !execution.modes.contains(Modes::VARIABLE_GROUP_SIZE);
    let message = || "the compute stage declares no local size".to_owned();
    missing.then(|| Fault::new(stages, &[Stage::Compute], message()))
}

fn streams(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let module = find(stages, Stage::Geometry)?;
    let primitive = module.execution.output_primitive.filter(|&primitive| primitive != Primitive::Points)?;
    let streamed = |data: &GlobalData| data.storage == Storage::Output && data.decorations.stream > Some(0);
    let data = module.globals.values().find(|data| streamed(data))?;
    let message = format!(
        "`{}` is in another stream than the first, and the geometry stage makes `{}` instead of `points`",
        module.names.get(data.name),
        primitive.name()
    );
    Some(Fault::at(stages, Stage::Geometry, data.origin.span, message))
}

/// Vertices that are emitted to streams with negative numbers (GLSL 4.60 section 8.15).
fn stream_numbers(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let module = find(stages, Stage::Geometry)?;
    let number = |function: &FunctionData, inst| {
        let emits = matches!(
            function.intrinsic(inst),
            Some(Intrinsic::EmitStreamVertex | Intrinsic::EndStreamPrimitive)
        );
        let stream = function.operands(inst).first().filter(|_| emits)?;
        let stream = module.as_int(*stream).filter(|&stream| stream < 0)?;
        Some((stream, function.insts[inst].span()))
    };
    let (stream, span) = module.functions.values().find_map(|function| {
        visit::insts(function).into_iter().find_map(|(_, inst)| number(function, inst))
    })?;
    let message = format!("the geometry stage writes to stream {stream}, and streams are numbered from 0");
    Some(Fault::at(stages, Stage::Geometry, span, message))
}

/// Colours of the compatibility profile that are interpolated in other ways in the fragment stage, if they are used.
fn color_interpolation(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    const COLORS: [(&str, [&str; 2]); 2] = [
        ("gl_Color", ["gl_FrontColor", "gl_BackColor"]),
        ("gl_SecondaryColor", ["gl_FrontSecondaryColor", "gl_BackSecondaryColor"]),
    ];
    let fragment = find(stages, Stage::Fragment)?;
    let before = stages.iter().rev().map(|of| &*of.module).find(|of| of.stage != Stage::Fragment)?;
    let used = |module: &Module, storage, name: &str| {
        let of_name = |row: &(_, &GlobalData)| {
            row.1.storage == storage
                && row.1.decorations.builtin == Some(BuiltIn::Compatibility)
                && module.names.get(row.1.name) == name
        };
        let (global, data) = module.globals.iter().find(of_name)?;
        used_globals(module).contains(&global).then_some(data.decorations.interpolation)
    };
    let word = |how: Option<Interpolation>| match how {
        Some(how) => format!("is `{}`", how.name()),
        None => "has no interpolation qualifier".to_owned(),
    };
    COLORS.iter().find_map(|(name, sources)| {
        let input = used(fragment, Storage::Input, name)?;
        let differs =
            |source: &&&str| used(before, Storage::Output, source).is_some_and(|output| output != input);
        let source = sources.iter().find(differs)?;
        let output = used(before, Storage::Output, source)?;
        let message = format!(
            "`{name}` {} in the fragment stage, and `{source}` {} in the {} stage",
            word(input),
            word(output),
            stage_name(before.stage)
        );
        Some(Fault::new(stages, &[Stage::Fragment, before.stage], message))
    })
}

/// Inputs that are invariant although the output that they come from is not.
fn built_in_invariance(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    const SOURCES: [(BuiltIn, &str, BuiltIn, &str); 2] = [
        (BuiltIn::FragCoord, "gl_FragCoord", BuiltIn::Position, "gl_Position"),
        (BuiltIn::PointCoord, "gl_PointCoord", BuiltIn::PointSize, "gl_PointSize"),
    ];
    let (vertex, fragment) = (find(stages, Stage::Vertex)?, find(stages, Stage::Fragment)?);
    let invariant = |module: &Module, storage, builtin| {
        let found = module.find_builtin(storage, builtin);
        found.is_some_and(|(global, _)| {
            module.globals[global].decorations.qualifiers.contains(Qualifiers::INVARIANT)
        })
    };
    let (_, name, _, source) = SOURCES.into_iter().find(|row| {
        invariant(fragment, Storage::Input, row.0) && !invariant(vertex, Storage::Output, row.2)
    })?;
    let message =
        format!("`{name}` is `invariant` in the fragment stage, and `{source}` is not in the vertex stage");
    Some(Fault::new(stages, &[Stage::Fragment, Stage::Vertex], message))
}

fn per_vertex_redeclared(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let lacks = |stage: &ProgramStage<'_>| {
        let module = &*stage.module;
        let (global, member) = find_built_in(module, Storage::Input, BuiltIn::Position)?;
        let qualifiers = module.globals[global].decorations.qualifiers;
        Some(member.is_some() && !qualifiers.contains(Qualifiers::REDECLARED))
    };
    // Inputs of the first stage come from another program, or from none.
    let stage = stages.iter().skip(1).find(|&stage| lacks(stage) == Some(true))?;
    let message = format!(
        "`gl_in` of the {} stage is used in a separable program that does not redeclare `gl_PerVertex`",
        stage_name(stage.module.stage)
    );
    Some(Fault::new(stages, &[stage.module.stage], message))
}

/// Outputs per patch that are arrays of structs, or structs with arrays or structs.
fn patch_types(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let module = find(stages, Stage::TessControl)?;
    let is_compound = |ty| {
        matches!(
            module.types.get(ty),
            TypeData::Array { .. } | TypeData::RuntimeArray { .. } | TypeData::Struct(_)
        )
    };
    let is_wrong = |data: &&GlobalData| {
        let inner = module.types.innermost(data.ty);
        data.decorations.qualifiers.contains(Qualifiers::PATCH)
            && data.storage == Storage::Output
            && data.block.is_none()
            && matches!(module.types.get(inner), TypeData::Struct(_))
            && (inner != data.ty || module.members(inner).iter().any(|member| is_compound(member.ty)))
    };
    let data = module.globals.values().find(is_wrong)?;
    let name = module.names.get(data.name);
    let message =
        format!("output `{name}` per patch is an array of structs, or a struct with arrays or structs");
    Some(Fault::at(stages, Stage::TessControl, data.origin.span, message))
}

/// Arrays of inputs of a geometry stage that are not as long as its primitive, or indexed behind its end.
fn geometry_inputs(stages: &[ProgramStage<'_>]) -> Option<Fault> {
    let module = find(stages, Stage::Geometry)?;
    let primitive = module.execution.input_primitive?;
    let vertices = primitive.input_vertices()?;
    let is_arrayed = |data: &GlobalData| {
        data.storage == Storage::Input
            && module.types.length(data.ty).is_some()
            && (data.decorations.builtin.is_none() || data.block.is_some())
    };
    let name = |data: &GlobalData| match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) if data.name.is_empty() => module.names.get(module.structs[id].name),
        _ => module.names.get(data.name),
    };
    for data in module.globals.values().filter(|data| is_arrayed(data)) {
        let length = module.types.length(data.ty).unwrap_or(vertices);
        if length != vertices {
            let (name, primitive) = (name(data), primitive.name());
            let message = format!(
                "`{name}` of the geometry stage has {length} elements, and `{primitive}` have {vertices} vertices"
            );
            return Some(Fault::at(stages, Stage::Geometry, data.origin.span, message));
        }
    }
    let behind = |function: &FunctionData, inst| {
        let &[base, index, ..] = function.operands(inst) else { return None };
        let (OperandKind::Global(global), OperandKind::Constant(index)) = (base.kind(), index.kind()) else {
            return None;
        };
        let data = Some(&module.globals[global]).filter(|data| is_arrayed(data))?;
        let index = module.constants.as_int(index)?;
        (function.insts[inst].op == Op::Access && index >= i64::from(vertices)).then(|| {
            let message = format!(
                "`{}` of the geometry stage is indexed by {index}, and `{}` have {vertices} vertices",
                name(data),
                primitive.name()
            );
            Fault::at(stages, Stage::Geometry, function.insts[inst].span(), message)
        })
    };
    module
        .functions
        .values()
        .find_map(|function| visit::insts(function).into_iter().find_map(|(_, inst)| behind(function, inst)))
}
