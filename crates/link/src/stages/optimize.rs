//! Optimisation across stages, like NIR's `nir_opt_varyings`: outputs that no stage reads, and outputs that are constant.

use super::declared::{self, Declared, StageDeclarations};
use super::{Place, ProgramStage, StageRules, follows, position, varyings};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{remove_globals, retype_global};
use vitrum_ir::link::{Importer, same_type};
use vitrum_ir::{
    Constant, ConstantKind, Decorations, Global, Interpolation, Modes, Module, Op, OperandKind, Stage,
    Storage, Value, visit,
};

/// Optimises linked stages of a program, and gives the number of changes: an output that no stage reads becomes a private
/// variable, an input that is not used goes, and an input of the fragment stage whose output is always the same constant
/// becomes that constant. Passes then remove what is dead in each stage.
///
/// Outputs that transform feedback captures stay: those with such qualifiers, and those of the names in `captured`. Separable
/// programs stay as they are. Stages are to be linked after this, or before without places.
pub fn optimize_stages(stages: &mut [ProgramStage<'_>], rules: &StageRules, captured: &[&str]) -> usize {
    if rules.separable {
        return 0;
    }
    stages.sort_by_key(|stage| position(stage.module.stage));
    let mut count = 0;
    for after in 1..stages.len() {
        let plan = {
            let declarations = declared::of_stages(stages);
            match declarations.get(after - 1..=after) {
                Some([before, after]) if follows(after.stage) => Plan::new(before, after, rules, captured),
                _ => Plan::default(),
            }
        };
        count += plan.unread.len() + plan.unused.len() + plan.constant.len();
        let (earlier, later) = stages.split_at_mut(after);
        if let (Some(before), Some(after)) = (earlier.last_mut(), later.first_mut()) {
            plan.apply(before.module, after.module);
        }
    }
    count
}

/// Changes of two stages.
#[derive(Default)]
struct Plan {
    /// Outputs that become private.
    unread: Vec<Global>,
    /// Inputs that go.
    unused: FxHashSet<Global>,
    /// Inputs that become constants of the stage before.
    constant: Vec<(Global, Constant)>,
}

impl Plan {
    fn new(
        before: &StageDeclarations<'_>,
        after: &StageDeclarations<'_>,
        rules: &StageRules,
        captured: &[&str],
    ) -> Self {
        let mut groups: Vec<Vec<Place>> = Vec::new();
        let mut faults = Vec::new();
        varyings::check(before, after, rules.scope(), &mut groups, &mut faults);
        if !faults.is_empty() {
            return Self::default();
        }
        let pairs = groups.iter().filter_map(|group| match group[..] {
            [(_, output), (_, input)] => Some((output, input)),
            _ => None,
        });
        let reached: FxHashMap<Global, Global> = pairs.collect();
        let mut plan = Self::default();
        let inputs: FxHashMap<Global, Declared<'_>> =
            after.user(&[Storage::Input]).map(|input| (input.global, input)).collect();
        for output in before.user(&[Storage::Output]) {
            let input = reached.get(&output.global).and_then(|input| inputs.get(input));
            let mut is_read = input.is_some_and(Declared::is_used);
            if let Some(input) = input.filter(|input| input.is_used())
                && let Some(constant) = constant_of(&output, input)
            {
                plan.constant.push((input.global, constant));
                is_read = false;
            }
            let goes = input.is_none_or(|input| input.block.is_none());
            if !is_read && goes && may_be_private(&output, captured) {
                plan.unread.push(output.global);
            }
        }
        let is_unused = |input: &&Declared<'_>| !input.is_used() && input.block.is_none();
        plan.unused = inputs.values().filter(is_unused).map(|input| input.global).collect();
        plan
    }

    fn apply(self, before: &mut Module, after: &mut Module) {
        for &(input, constant) in &self.constant {
            let initializer = Importer::new(before, after).constant(constant);
            make_private(after, input);
            after.globals[input].initializer = Some(initializer);
        }
        for output in self.unread {
            make_private(before, output);
        }
        if !self.unused.is_empty() {
            remove_globals(after, |global| self.unused.contains(&global));
        }
    }
}

fn make_private(module: &mut Module, global: Global) {
    let ty = module.globals[global].ty;
    retype_global(module, global, ty, Storage::Private);
    module.globals[global].decorations = Decorations::default();
}

/// True if nothing but the stage behind can see an output.
fn may_be_private(output: &Declared<'_>, captured: &[&str]) -> bool {
    let Decorations { xfb_buffer, xfb_stride, xfb_offset, offset, stream, spirv, .. } = &output.decorations;
    let is_captured =
        [xfb_buffer, xfb_stride, xfb_offset, offset, stream, spirv].iter().any(|it| it.is_some())
            || output.module().execution.modes.contains(Modes::XFB)
            || captured.contains(&output.name);
    let uses = Uses::of(output.module(), output.global);
    // Other invocations read these.
    let is_shared = matches!(output.of.stage, Stage::TessControl | Stage::Mesh);
    !is_captured && output.block.is_none() && uses.is_plain && !(is_shared && uses.is_loaded)
}

/// The constant that an output always has, if an input can have it too.
fn constant_of(output: &Declared<'_>, input: &Declared<'_>) -> Option<Constant> {
    let writes_one = matches!(output.of.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry);
    let is_plain = input.of.stage == Stage::Fragment
        && input.decorations.interpolation != Some(Interpolation::PerVertex)
        && output.block.is_none()
        && input.block.is_none()
        && same_type((output.module(), output.ty), (input.module(), input.ty))
        && Uses::of(input.module(), input.global).is_plain;
    let uses = Uses::of(output.module(), output.global);
    let constant = uses.constant.filter(|_| writes_one && is_plain && uses.is_plain)?;
    let kind = &output.module().constants.get(constant).kind;
    let is_value = matches!(kind, ConstantKind::Scalar(_) | ConstantKind::Null)
        || matches!(kind, ConstantKind::Composite(parts) if parts.iter().all(|&part| {
            matches!(output.module().constants.get(part).kind, ConstantKind::Scalar(_))
        }));
    is_value.then_some(constant)
}

/// The uses of a global.
struct Uses {
    /// True if it is loaded and stored, whole or in parts, and nothing else.
    is_plain: bool,
    is_loaded: bool,
    /// The constant that every store gives the whole of it.
    constant: Option<Constant>,
}

impl Uses {
    fn of(module: &Module, global: Global) -> Self {
        let mut uses = Self { is_plain: true, is_loaded: false, constant: None };
        let mut is_constant = true;
        for function in module.functions.values() {
            let mut addresses: FxHashSet<Value> = FxHashSet::default();
            for (_, inst) in visit::insts(function) {
                let operands = function.operands(inst);
                let leads = |kind: OperandKind| match kind {
                    OperandKind::Global(of) => of == global,
                    OperandKind::Value(value) => addresses.contains(&value),
                    OperandKind::Constant(_) => false,
                };
                let first = operands.first().is_some_and(|operand| leads(operand.kind()));
                if operands.iter().skip(1).any(|operand| leads(operand.kind())) {
                    uses.is_plain = false;
                }
                if !first {
                    continue;
                }
                match function.op(inst) {
                    Op::Load => uses.is_loaded = true,
                    Op::Access => addresses.extend(function.result(inst)),
                    Op::Store => match operands {
                        [to, value] => match (to.kind(), value.kind(), uses.constant) {
                            (OperandKind::Global(_), OperandKind::Constant(constant), known)
                                if known.is_none_or(|known| known == constant) =>
                            {
                                uses.constant = Some(constant);
                            }
                            _ => is_constant = false,
                        },
                        _ => uses.is_plain = false,
                    },
                    _ => uses.is_plain = false,
                }
            }
        }
        uses.constant = uses.constant.filter(|_| is_constant);
        uses
    }
}
