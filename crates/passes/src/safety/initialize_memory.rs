//! Gives a value to memory and values that have none: zero.
//!
//! ```text
//! %v: ptr<function, vec4<f32>> = var          =>    %v: ptr<function, vec4<f32>> = var null vec4<f32>
//! global @p: f32 private                      =>    global @p: f32 private = 0.0f32
//! %x: f32 = fadd %a, undef f32                =>    %x: f32 = fadd %a, 0.0f32
//! ```
//!
//! Outputs and payloads are stored where the entry point begins, and outputs of a geometry shader after each vertex as well.
//! Outputs of a mesh shader are stored by all invocations behind `set_mesh_outputs`, those of a patch by the first invocation.
//! Shared memory is `initialize_shared_memory`'s.
//!
//! A variable that is stored as a whole before anything can read it stays, by dominance. So do built-in outputs that the
//! shader never mentions, since to write them would switch them on. Arrays of many components are cleared by a loop, which
//! is smaller than their elements one by one.
//!
//! ANGLE: `InitializeVariables`.

mod outputs;
pub(super) mod plan;
mod undefined;

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::switches::switch;
use crate::safety::zeros::{Zeros, clear, reachable_ends, return_zero};
use outputs::Outputs;
use plan::{Accesses, Memory, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Constant, Function, Inst, Intrinsic, Module, Op, Operand, ParamMode, Stage, Storage, TypeData, Value,
};

/// The memory that is given a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryInitialization {
    /// Local variables.
    pub locals: bool,
    /// `out` parameters.
    pub parameters: bool,
    /// Private globals, and payloads that an invocation passes on.
    pub privates: bool,
    /// Outputs.
    pub outputs: bool,
    /// Undefined constants, and results of functions that end without one.
    pub values: bool,
    /// The most components that are cleared by a constant; arrays of more are cleared by a loop.
    pub largest: u64,
}

impl Default for MemoryInitialization {
    fn default() -> Self {
        Self { locals: true, parameters: true, privates: true, outputs: true, values: true, largest: 256 }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[
    switch!(MemoryInitialization.locals, "locals", "local variables"),
    switch!(MemoryInitialization.parameters, "parameters", "`out` parameters"),
    switch!(MemoryInitialization.privates, "privates", "private globals and outgoing payloads"),
    switch!(MemoryInitialization.outputs, "outputs", "outputs"),
    switch!(
        MemoryInitialization.values,
        "values",
        "undefined constants, and results of functions without `return`"
    ),
    PassOption {
        name: "largest",
        values: "N",
        summary: "arrays of more components are cleared by loops; 256 without it",
        set: |options, text| {
            let largest = text.parse().ok()?;
            options.change::<MemoryInitialization>(|it| it.largest = largest);
            Some(())
        },
    },
];

/// Runs the pass; gives the number of variables and values that got one.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: MemoryInitialization = session.settings().options.get();
    let mut zeros = Zeros::default();
    let memory = Memory::new(module);
    let mut changes = 0;
    let privates = initialize_privates(module, session, options, &memory, &mut zeros, &mut changes);
    let outputs = if options.outputs {
        outputs::plan(module, session, &memory, &mut zeros)
    } else {
        Outputs::default()
    };
    changes += privates.len() + outputs.len();
    let constants =
        if options.values { undefined::defined(module, &mut zeros) } else { FxHashMap::default() };
    for global in module.global_ids() {
        let initializer = module.globals[global].initializer.and_then(|it| constants.get(&it).copied());
        if initializer.is_some() && session.may_change() {
            module.globals[global].initializer = initializer;
            changes += 1;
        }
    }
    for id in module.code_ids() {
        let Some(own) = memory.of(id) else { continue };
        let is_entry = module.entry == Some(id);
        let variables =
            if options.locals { own.open_variables(module, id, options.parameters) } else { Vec::new() };
        let mut params = if options.parameters { open_parameters(module, id, own) } else { Vec::new() };
        params.retain(|_| session.may_change());
        let ends = if options.values { reachable_ends(&module.functions[id]) } else { FxHashSet::default() };
        let visitor = Initialize {
            zeros: &mut zeros,
            largest: options.largest,
            variables: variables.into_iter().collect(),
            params,
            ends,
            constants: &constants,
            privates: if is_entry { &privates } else { &[] },
            outputs: &outputs,
            is_entry,
        };
        changes += rewrite_function(module, id, session, visitor);
    }
    changes
}

/// Gives private globals an initialiser. Gives those that the entry point stores.
fn initialize_privates(
    module: &mut Module,
    session: &mut Session,
    options: MemoryInitialization,
    memory: &Memory,
    zeros: &mut Zeros,
    changes: &mut usize,
) -> Vec<Operand> {
    let mut stored = Vec::new();
    if !options.privates {
        return stored;
    }
    for global in module.global_ids() {
        let data = &module.globals[global];
        let (storage, ty) = (data.storage, data.ty);
        let is_payload = match storage {
            Storage::Private => false,
            Storage::RayPayload | Storage::CallableData | Storage::HitObjectAttribute => true,
            Storage::HitAttribute if module.stage == Stage::Intersection => true,
            _ => continue,
        };
        let has_value = data.initializer.is_some_and(|it| !module.is_undefined(it.into()));
        let is_open = is_payload
            || memory.is_read(module, global)
                && !memory.is_stored_first(module, Place::Global(global), false);
        if has_value || !is_open {
            continue;
        }
        let Some(count) = zeros.components(module, ty) else { continue };
        let has_entry = module.entry.is_some();
        let by_stores = has_entry && (is_payload || count > options.largest);
        if is_payload && !has_entry || !session.may_change() {
            continue;
        }
        if by_stores {
            stored.push(global.into());
        } else {
            module.globals[global].initializer = zeros.constant(module, ty);
            *changes += 1;
        }
    }
    stored
}

/// The `out` parameters of a function that it does not store as a whole before it reads them or returns.
fn open_parameters(module: &Module, id: Function, own: &Accesses) -> Vec<Value> {
    let function = &module.functions[id];
    let params = function.blocks[function.body].params.iter().zip(&function.params);
    let outs = params.filter(|(_, data)| data.passing == ParamMode::Out).map(|(&value, _)| value);
    outs.filter(|&value| !own.is_stored_first(module, function, Place::Value(value), &own.returns)).collect()
}

struct Initialize<'a> {
    zeros: &'a mut Zeros,
    largest: u64,
    /// The variables that may be read before they are stored.
    variables: FxHashSet<Inst>,
    params: Vec<Value>,
    /// The `unreachable` that can be reached.
    ends: FxHashSet<Inst>,
    constants: &'a FxHashMap<Constant, Constant>,
    privates: &'a [Operand],
    outputs: &'a Outputs,
    is_entry: bool,
}

impl Visitor for Initialize<'_> {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        if self.is_entry {
            for &private in self.privates {
                clear(rewriter, self.zeros, private, self.largest);
            }
            self.outputs.build_at_start(rewriter, self.zeros, self.largest);
        }
        for &param in &self.params {
            clear(rewriter, self.zeros, param.into(), self.largest);
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        self.define_operands(rewriter, inst);
        match rewriter.function.op(inst) {
            Op::Var if self.variables.contains(&inst) => self.initialize(rewriter, inst),
            Op::Unreachable if self.ends.contains(&inst) && rewriter.may_change() => {
                let Rewriter { module, function, .. } = rewriter;
                if return_zero(module, self.zeros, function, inst) {
                    rewriter.changes += 1;
                }
                Action::Keep
            }
            Op::Intrinsic => match rewriter.function.intrinsic(inst) {
                Some(Intrinsic::EmitVertex | Intrinsic::EmitStreamVertex) if self.outputs.resets() => {
                    let action = rewriter.keep(inst);
                    self.outputs.build_at_start(rewriter, self.zeros, self.largest);
                    action
                }
                Some(Intrinsic::SetMeshOutputs) if self.outputs.resets() => {
                    let counts = rewriter.function.operands(inst).to_vec();
                    let action = rewriter.keep(inst);
                    self.outputs.build_for_mesh(rewriter, &counts);
                    action
                }
                _ => Action::Keep,
            },
            _ => Action::Keep,
        }
    }
}

impl Initialize<'_> {
    /// Puts zeros in the place of undefined operands.
    fn define_operands(&self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        let op = rewriter.function.op(inst);
        // A variable whose whole value is undefined is one of the open variables.
        let is_open_variable = op == Op::Var
            && rewriter.function.operands(inst).iter().any(|&operand| rewriter.module.is_undefined(operand));
        if self.constants.is_empty() || is_open_variable {
            return;
        }
        let new = |operand: Operand| operand.constant().and_then(|it| self.constants.get(&it).copied());
        let is_open = rewriter.function.operands(inst).iter().any(|&operand| new(operand).is_some());
        if !is_open || !rewriter.may_change() {
            return;
        }
        for position in 0..rewriter.function.operands(inst).len() {
            if let Some(constant) = rewriter.function.operands(inst).get(position).and_then(|&it| new(it)) {
                rewriter.set_operand(inst, position, constant.into());
            }
        }
    }

    fn initialize(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let TypeData::Pointer { pointee, .. } =
            rewriter.module.types.get(rewriter.function.values[result].ty)
        else {
            return Action::Keep;
        };
        let Some(count) = self.zeros.components(rewriter.module, pointee) else { return Action::Keep };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        if count > self.largest {
            rewriter.function.set_operands(inst, &[]);
            let action = rewriter.keep(inst);
            clear(rewriter, self.zeros, result.into(), self.largest);
            return action;
        }
        let zero = rewriter.module.constants.null(pointee);
        rewriter.function.set_operands(inst, &[zero.into()]);
        rewriter.changes += 1;
        Action::Keep
    }
}
