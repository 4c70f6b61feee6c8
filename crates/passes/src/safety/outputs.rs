//! Changes of a built-in output on its way out: at every exit of the entry point, before a vertex is emitted, or where several
//! invocations share the output, at each store.

use crate::analysis::memory::{Path, Root, Step};
use crate::framework::rewrite::{Action, Rewriter, insert_at_returns, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Function, FunctionData, Global, Inst, Intrinsic, Module, Op, Operand, Span, Stage, Storage,
    Type, TypeData, typing, visit,
};

/// A value that the pass knows, or that the application gives when it draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HostValue {
    /// The numbers of the options.
    #[default]
    Constant,
    /// A loose uniform of this name, which is added if the shader has none.
    Uniform(String),
    /// A member of the block of push constants, which is added at this offset in bytes.
    PushConstant(u32),
}

/// The row of options that takes a value from a uniform.
macro_rules! uniform_option {
    ($options:ident.$field:ident, $what:literal) => {
        $crate::PassOption {
            name: "uniform",
            values: "NAME",
            summary: concat!($what, " from a loose uniform"),
            set: |options, text| {
                let name = text.to_owned();
                options.change::<$options>(|it| it.$field = HostValue::Uniform(name));
                Some(())
            },
        }
    };
}
pub(crate) use uniform_option;

/// The row of options that takes a value from the push constants.
macro_rules! push_constant_option {
    ($options:ident.$field:ident, $what:literal) => {
        $crate::PassOption {
            name: "push-constant",
            values: "OFFSET",
            summary: concat!($what, " from the push constants, at an offset in bytes"),
            set: |options, text| {
                let offset = text.parse().ok()?;
                options.change::<$options>(|it| it.$field = HostValue::PushConstant(offset));
                Some(())
            },
        }
    };
}
pub(crate) use push_constant_option;

/// The place of a value that the application gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostPlace {
    global: Global,
    member: Option<u32>,
}

impl HostPlace {
    /// Builds a load of it.
    pub(crate) fn load(self, rewriter: &mut Rewriter<'_>) -> Operand {
        match self.member {
            None => rewriter.load(self.global),
            Some(member) => {
                let member = rewriter.module.constants.i32(member as i32).into();
                let place = rewriter.access(self.global, &[member]);
                rewriter.load(place)
            }
        }
    }
}

impl HostValue {
    /// The place of the value, which is declared if it is not there; `None` for constants. Refuses a place that is taken.
    ///
    /// # Errors
    /// If something else is there; that is reported.
    pub(crate) fn place(
        &self,
        module: &mut Module,
        session: &mut Session,
        member: &str,
        ty: Type,
    ) -> Result<Option<HostPlace>, ()> {
        match self {
            Self::Constant => Ok(None),
            Self::Uniform(name) => {
                let found = module.globals.iter().find(|(_, data)| module.names.get(data.name) == name);
                match found
                    .map(|(id, data)| (id, data.storage == Storage::Uniform && data.ty == ty, data.origin))
                {
                    Some((global, true, _)) => Ok(Some(HostPlace { global, member: None })),
                    Some((_, false, origin)) => {
                        session.refuse(
                            origin.span,
                            format!("`{name}` is no uniform of the type that the pass reads"),
                        );
                        Err(())
                    }
                    None => {
                        let global = module.add_global(name, ty, Storage::Uniform);
                        Ok(Some(HostPlace { global, member: None }))
                    }
                }
            }
            Self::PushConstant(offset) => push_constant(module, session, *offset, member, ty).map(Some),
        }
    }
}

/// Adds a member to the block of push constants, or such a block.
fn push_constant(
    module: &mut Module,
    session: &mut Session,
    offset: u32,
    member: &str,
    ty: Type,
) -> Result<HostPlace, ()> {
    use vitrum_ir::{LayoutRule, Member, StructData, layout::Layouts};
    let name = module.names.intern(member);
    let mut new = Member::new(name, ty);
    new.decorations.offset = Some(offset);
    let found = module.globals.iter().find(|(_, data)| data.storage == Storage::PushConstant);
    let Some((global, data)) = found.map(|(id, data)| (id, data.clone())) else {
        let name = module.names.intern("PushConstants");
        let id = module.structs.alloc(StructData::new(name, vec![new]));
        let ty = module.types.intern(TypeData::Struct(id));
        let global = module.add_global("push_constants", ty, Storage::PushConstant);
        module.globals[global].block = Some(LayoutRule::Std430);
        return Ok(HostPlace { global, member: Some(0) });
    };
    let TypeData::Struct(id) = module.types.get(data.ty) else {
        session.refuse(data.origin.span, "the push constants are no block that a member can be added to");
        return Err(());
    };
    let mut layouts = Layouts::new(module, data.block.unwrap_or(LayoutRule::Std430));
    let offsets = layouts.members(data.ty, false).offsets;
    let ends = offsets.iter().zip(module.members(data.ty));
    let end =
        ends.map(|(&start, member)| start.saturating_add(layouts.size(member.ty, false))).max().unwrap_or(0);
    let align = layouts.align(ty, false);
    // The same member is there if another stage or an earlier pass asked for it.
    let there = offsets.iter().position(|&it| it == offset);
    if let Some(index) = there
        && module.members(data.ty).get(index).is_some_and(|it| it.name == name && it.ty == ty)
    {
        return Ok(HostPlace { global, member: Some(index as u32) });
    }
    if offset < end || !offset.is_multiple_of(align.max(1)) {
        let message = format!(
            "offset {offset} of `{member}` lies within the push constants, which end at {end}, or is no multiple of {align}"
        );
        session.refuse(data.origin.span, message);
        return Err(());
    }
    module.structs[id].members.push(new);
    Ok(HostPlace { global, member: Some(module.structs[id].members.len() as u32 - 1) })
}

/// A built-in output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    global: Global,
    member: Option<u32>,
}

/// The built-in output, if the shader stores it.
pub(crate) fn written(module: &Module, builtin: BuiltIn) -> Option<Output> {
    let mut outputs = module.globals.iter().filter(|(_, data)| data.storage == Storage::Output);
    let output = outputs.find_map(|(global, data)| {
        if data.decorations.builtin == Some(builtin) {
            return Some(Output { global, member: None });
        }
        let mut members = (0..).zip(module.members(module.types.innermost(data.ty)));
        let (member, _) = members.find(|(_, member)| member.decorations.builtin == Some(builtin))?;
        Some(Output { global, member: Some(member) })
    })?;
    let is_stored = module.functions.values().filter(|function| function.has_code()).any(|function| {
        let mut found = false;
        visit::each(function, function.body, |inst| found |= output.is_changed_by(module, function, inst));
        found
    });
    is_stored.then_some(output)
}

impl Output {
    /// The number of steps from the global to the block with the output.
    fn depth(&self, module: &Module) -> usize {
        module.types.array_depth(module.globals[self.global].ty)
    }

    /// True if an instruction may change the output: it has its address, or that of a whole or part, and is no load.
    fn is_changed_by(&self, module: &Module, function: &FunctionData, inst: Inst) -> bool {
        if matches!(function.op(inst), Op::Access | Op::Load) {
            return false;
        }
        function.operands(inst).iter().any(|&operand| self.is_at(module, function, operand))
    }

    fn is_at(&self, module: &Module, function: &FunctionData, operand: Operand) -> bool {
        if operand.constant().is_some()
            || module.types.pointee(typing::operand_type(module, function, operand)).is_none()
        {
            return false;
        }
        let path = Path::resolved(module, function, operand);
        let member = self.member.map(Step::Part);
        let chosen = member.and_then(|_| path.steps.get(self.depth(module)).copied());
        path.root == Root::Global(self.global) && (chosen.is_none() || chosen == member)
    }

    /// Changes the output on its way out. `element` is that of an array; gives the number of places.
    pub(crate) fn adjust(
        self,
        module: &mut Module,
        session: &mut Session,
        element: Option<u32>,
        change: &dyn Fn(&mut Rewriter<'_>, Operand) -> Operand,
    ) -> usize {
        let update = |rewriter: &mut Rewriter<'_>| {
            let indices: Vec<Operand> = self
                .member
                .into_iter()
                .chain(element)
                .map(|index| rewriter.module.constants.i32(index as i32).into())
                .collect();
            let place =
                if indices.is_empty() { self.global.into() } else { rewriter.access(self.global, &indices) };
            rewriter.update(place, change);
        };
        match module.stage {
            Stage::TessControl | Stage::Mesh => rewrite_each(module, session, |rewriter, inst| {
                self.adjust_store(rewriter, inst, change);
                Action::Keep
            }),
            Stage::Geometry => rewrite_each(module, session, |rewriter, inst| {
                let emits = matches!(
                    rewriter.function.intrinsic(inst),
                    Some(Intrinsic::EmitVertex | Intrinsic::EmitStreamVertex)
                );
                if emits && rewriter.may_change() {
                    update(rewriter);
                }
                Action::Keep
            }),
            _ => {
                let entry: Option<Function> = module.entry.filter(|_| session.may_change());
                entry.map_or(0, |entry| insert_at_returns(module, entry, session, update))
            }
        }
    }

    /// Changes the value of a store to the output, or to what it is a part of.
    fn adjust_store(
        self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        change: &dyn Fn(&mut Rewriter<'_>, Operand) -> Operand,
    ) {
        let (Op::Store, &[pointer, value]) = (rewriter.function.op(inst), rewriter.function.operands(inst))
        else {
            return;
        };
        if !self.is_at(rewriter.module, &rewriter.function, pointer) || !rewriter.may_change() {
            return;
        }
        let steps = Path::resolved(rewriter.module, &rewriter.function, pointer).steps.len();
        let whole = self.depth(rewriter.module) + usize::from(self.member.is_some());
        let value = self.adjust_value(rewriter, value, whole.saturating_sub(steps), change);
        rewriter.set_operand(inst, 1, value);
    }

    /// Changes the outputs that lie so many steps within a value: elements of an array, and a member of each.
    fn adjust_value(
        self,
        rewriter: &mut Rewriter<'_>,
        value: Operand,
        steps: usize,
        change: &dyn Fn(&mut Rewriter<'_>, Operand) -> Operand,
    ) -> Operand {
        let Some(inner) = steps.checked_sub(1) else { return change(rewriter, value) };
        let ty = rewriter.ty(value);
        let parts = match (self.member, rewriter.module.types.length(ty)) {
            (Some(member), None) => member..member + 1,
            (_, length) => 0..length.unwrap_or(0),
        };
        parts.fold(value, |whole, index| {
            let part = rewriter.op_imm(Op::Extract, &[whole], index);
            let part = self.adjust_value(rewriter, part, inner, change);
            rewriter.op_imm(Op::Insert, &[whole, part], index)
        })
    }
}

/// Builds the number of a range that is nearest to a float; the lower end for NaN.
pub(crate) fn bounded(rewriter: &mut Rewriter<'_>, value: Operand, low: Operand, high: Operand) -> Operand {
    let above = rewriter.op(Op::Flt, &[low, value]);
    let raised = rewriter.op(Op::Select, &[above, value, low]);
    let below = rewriter.op(Op::Flt, &[raised, high]);
    rewriter.op(Op::Select, &[below, raised, high])
}

/// Reads a float from its text.
pub(crate) fn float(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite())
}

/// Says that the ends of a range are in the wrong order. They are options of the pass, so that no place of the shader is wrong.
pub(crate) fn refuse_range(session: &mut Session, low: &dyn std::fmt::Display, high: &dyn std::fmt::Display) {
    session
        .refuse(Span::default(), format!("the lower end {low} of the range is above its upper end {high}"));
}

/// Clamps a float output to a range of two numbers, or to the `vec2` that the host gives under a name; gives the number of places.
pub(super) fn clamp(
    module: &mut Module,
    session: &mut Session,
    builtin: BuiltIn,
    (min, max): (f32, f32),
    source: &HostValue,
    name: &str,
) -> usize {
    let Some(output) = written(module, builtin) else { return 0 };
    if min > max {
        refuse_range(session, &min, &max);
        return 0;
    }
    if session.fuel() == Some(0) {
        return 0;
    }
    let Ok(place) = source.place(module, session, name, common::VEC2) else { return 0 };
    output.adjust(module, session, None, &|rewriter, value| {
        let ty = rewriter.ty(value);
        let (low, high) = match place {
            Some(place) => {
                let range = place.load(rewriter);
                (rewriter.op_imm(Op::Extract, &[range], 0), rewriter.op_imm(Op::Extract, &[range], 1))
            }
            None => (rewriter.number(ty, min.into()), rewriter.number(ty, max.into())),
        };
        bounded(rewriter, value, low, high)
    })
}
