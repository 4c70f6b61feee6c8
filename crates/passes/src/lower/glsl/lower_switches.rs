//! Switches become chains of `if`, for versions without them, and where they choose by integers that are not of 32 bits.
//!
//! ```text
//! switch %s {                         %0: bool = ieq %s, 1
//!     case 1 { ... break }            if %0 { ... merge } else {
//!     case 2, 3 { ... break }    =>       %1: bool = ieq %s, 2   %2: bool = ieq %s, 3   %3: bool = or %1, %2
//!     default { ... break }               if %3 { ... merge } else { ... merge }
//! }                                       merge
//!                                     }
//! ```
//!
//! If a case falls through into the next one, a variable says which case comes next:
//!
//! ```text
//! switch %s {                         %at: ptr<function, i32> = var
//!     case 1 { ... fallthrough }      %i = select (ieq %s, 1), 0, 1   store %at, %i
//!     default { ... break }       =>  %a = load %at   if (ieq %a, 0) { ... store %at, 1   merge } else { merge }
//! }                                   %b = load %at   if (ieq %b, 1) { ... merge } else { merge }
//! ```
//!
//! A case that is left from within is made one that is left at its end first, by `nest_breaks`.

use super::nest_breaks::nest_breaks;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    Block, Case, ControlData, ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Span, Storage,
    Type,
};

/// True if the target lacks switches, or such switches, and passes or the source brought some.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let lacks_all = settings.lacks(module, Feature::Switch);
    let is_lacking = |function: &FunctionData, inst: Inst| {
        function.op(inst) == Op::Switch && (lacks_all || !is_of_words(module, function, inst))
    };
    settings.glsl.is_some()
        && module
            .functions
            .values()
            .any(|function| function.inst_ids().any(|inst| is_lacking(function, inst)))
}

/// Lowers switches without results; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let lacks_all = session.settings.lacks(module, Feature::Switch);
    rewrite_each(module, session, |rewriter, inst| {
        let is_switch = rewriter.function.op(inst) == Op::Switch;
        match is_switch && (lacks_all || !is_of_words(rewriter.module, &rewriter.function, inst)) {
            true => lower(rewriter, inst),
            false => Action::Keep,
        }
    })
}

/// True if a switch chooses by an integer of 32 bits: GLSL has no others.
fn is_of_words(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let selector = function.operands(inst).first().copied();
    let ty = selector.map(|selector| operand_type(module, function, selector));
    ty.and_then(|ty| module.types.scalar_of(ty)).is_none_or(|scalar| scalar.width() == 32)
}

/// True if a case does something and falls through.
pub(crate) fn has_fallthrough(module: &Module, _: &Settings) -> bool {
    module.functions.values().any(|function| {
        function.insts.iter().any(|(inst, _)| {
            function.control(inst).is_some_and(|control| match &control.kind {
                ControlKind::Switch { cases } => cases.iter().any(|case| falls(function, case.block)),
                _ => false,
            })
        })
    })
}

/// True if a block ends in a fallthrough.
fn falls(function: &FunctionData, block: Block) -> bool {
    function.blocks[block].insts.last().is_some_and(|&last| function.op(last) == Op::Fallthrough)
}

/// Lowers switches of which a case falls through; gives the number of changes.
pub(crate) fn run_on_fallthrough(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| {
        let falls_through = rewriter.function.control(inst).is_some_and(|control| match &control.kind {
            ControlKind::Switch { cases } => cases.iter().any(|case| falls(&rewriter.function, case.block)),
            _ => false,
        });
        if falls_through { lower(rewriter, inst) } else { Action::Keep }
    })
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let Some(ControlKind::Switch { cases }) = rewriter.function.control(inst).map(|it| it.kind.clone())
    else {
        return Action::Keep;
    };
    let (&[selector], 0) = (rewriter.function.operands(inst), rewriter.function.results(inst).len()) else {
        return Action::Keep;
    };
    let span = rewriter.function.insts[inst].span();
    let ends: Vec<Block> = cases.iter().map(|case| nest_breaks(rewriter, case.block)).collect();
    let mut lowering = Lowering { rewriter, selector, span, out: Vec::new() };
    if ends.iter().any(|&end| lowering.falls(end)) {
        lowering.sequence(&cases, &ends);
    } else {
        lowering.chain(cases);
    }
    Action::Splice(lowering.merging())
}

/// Builds what stands for a switch.
struct Lowering<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    selector: Operand,
    span: Span,
    /// The instructions so far.
    out: Vec<Inst>,
}

impl Lowering<'_, '_> {
    /// True if a case goes on into the next one.
    fn falls(&self, end: Block) -> bool {
        self.rewriter.function.ends_with(end, Op::Fallthrough).is_some()
    }

    fn push(&mut self, op: Op, operands: &[Operand], ty: Type) -> Operand {
        let ty = (ty, Precision::None);
        let (inst, value) = self.rewriter.function.new_value(op, operands, 0, self.span, ty);
        self.out.push(inst);
        value.into()
    }

    /// A block with the instructions so far that merges then.
    fn merging(&mut self) -> Block {
        self.out.push(self.rewriter.function.new_inst(Op::Merge, &[], 0, Span::default()));
        self.rewriter.function.new_block(&std::mem::take(&mut self.out))
    }

    fn branch(&mut self, condition: Operand, then: Block, other: Block) {
        let control = ControlData::new(ControlKind::If { then, other });
        self.out.push(self.rewriter.function.new_control(Op::If, &[condition], control, self.span));
    }

    fn chain(&mut self, cases: Vec<Case>) {
        let (default, mut tests): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.default);
        let mut other = match default.last() {
            Some(case) => case.block,
            None => self.merging(),
        };
        while let Some(case) = tests.pop() {
            let condition = self.any(&case);
            self.branch(condition, case.block, other);
            if tests.is_empty() {
                return;
            }
            other = self.merging();
        }
        // Nothing but a default: it always runs, and may leave more than the switch.
        if self.rewriter.function.ends_with(other, Op::Merge).is_none() {
            let (yes, nothing) = (self.rewriter.module.constants.bool(true), self.merging());
            self.branch(yes.into(), other, nothing);
            return;
        }
        self.out.extend(std::mem::take(&mut self.rewriter.function.blocks[other].insts));
        self.out.pop();
    }

    /// An `if` for each case, which runs if a variable has the case's number.
    fn sequence(&mut self, cases: &[Case], ends: &[Block]) {
        let number = |this: &mut Self, index| this.rewriter.module.constants.i32(index as i32).into();
        let pointer = self.rewriter.module.types.pointer(Storage::Function, common::I32);
        let at = self.push(Op::Var, &[], pointer);
        let default = cases.iter().position(|case| case.default).unwrap_or(cases.len());
        let mut first = number(self, default);
        // Values of the default case need no test: nothing else is chosen without one.
        for (index, case) in cases.iter().enumerate().filter(|(_, case)| !case.default) {
            let (found, number) = (self.any(case), number(self, index));
            first = self.push(Op::Select, &[found, number, first], common::I32);
        }
        self.out.push(self.rewriter.function.new_inst(Op::Store, &[at, first], 0, self.span));
        for (index, (case, &end)) in cases.iter().zip(ends).enumerate() {
            let now = self.push(Op::Load, &[at], common::I32);
            let here = number(self, index);
            let condition = self.push(Op::Ieq, &[now, here], common::BOOL);
            if self.falls(end) {
                let next = number(self, index + 1);
                let function = &mut self.rewriter.function;
                let next = function.new_inst(Op::Store, &[at, next], 0, self.span);
                let merge = function.new_inst(Op::Merge, &[], 0, self.span);
                function.blocks[end].insts.pop();
                function.blocks[end].insts.extend([next, merge]);
            }
            let built = std::mem::take(&mut self.out);
            let nothing = self.merging();
            self.out = built;
            self.branch(condition, case.block, nothing);
        }
    }

    /// True if the selector is one of a case's values.
    fn any(&mut self, case: &Case) -> Operand {
        let mut found: Option<Operand> = None;
        for &value in &case.values {
            let equal = self.push(Op::Ieq, &[self.selector, value.into()], common::BOOL);
            found = Some(match found {
                Some(found) => self.push(Op::Or, &[found, equal], common::BOOL),
                None => equal,
            });
        }
        found.unwrap_or(self.selector)
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::framework::session::Session;
    use crate::framework::settings::{GlslSettings, Settings};
    use vitrum_glsl::version::Version;

    /// A session for a version without switches.
    fn session() -> Session {
        let target = GlslSettings { version: Version::es(100), is_own: false, separates_samplers: false };
        Session::default().with_settings(Settings::for_glsl(target, false))
    }

    fn shader(end: &str) -> String {
        format!(
            "vir 1\nstage fragment\nentry &main\nglobal @k: i32 uniform\nglobal @o: f32 output location(0)\n\
            fn &main() -> void {{\n    %k: i32 = load @k\n    switch %k {{\n        case 1i32 {{\n            \
            store @o, 1.0f32\n            {end}\n        }}\n        case 2i32, 3i32 {{\n            \
            store @o, 2.0f32\n            break\n        }}\n        case default {{\n            break\n        }}\n    \
            }}\n    return\n}}\n"
        )
    }

    #[test]
    fn switch_becomes_a_chain_of_branches() {
        let mut module = vitrum_ir_text::parse(&shader("break")).unwrap();
        assert!(run(&mut module, &mut session()) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.contains("= or "), "{text}");
    }

    #[test]
    fn switch_with_fallthrough_becomes_a_sequence() {
        let mut module = vitrum_ir_text::parse(&shader("fallthrough")).unwrap();
        assert!(run(&mut module, &mut session()) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.matches("= load %0").count() == 3, "{text}");
    }

    #[test]
    fn switch_of_default_may_return() {
        let text = "vir 1\nstage fragment\nentry &main\nfn &main() -> void {\n    switch 1i32 {\n        \
            case default {\n            return\n        }\n    }\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(run(&mut module, &mut session()) > 0);
        vitrum_ir::verify(&module).unwrap();
    }

    #[test]
    fn code_behind_a_break_moves_into_the_other_arm() {
        let text = shader("if true {\n break\n } else {\n merge\n }\n store @o, 3.0f32\n fallthrough");
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert!(run(&mut module, &mut session()) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        let other = "if true {\n            merge\n        } else {\n            store @o, 3.0f32\n            store %at, 1i32";
        assert!(!text.contains("switch") && text.replace("%0", "%at").contains(other), "{text}");
    }

    #[test]
    fn flag_variable_tracks_breaks() {
        let text = shader(
            "if true {\n if false {\n break\n } else {\n merge\n }\n merge\n } else {\n merge\n }\n \
            store @o, 3.0f32\n break",
        );
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert!(run(&mut module, &mut session()) > 0);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("switch") && text.contains(", true\n"), "{text}");
    }
}
