//! Memory behind a branch: what its arms leave there becomes a result of the branch, if it is loaded.

use super::facts::{Fact, Facts, Held};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::precision::fuller;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Function, Inst, Module, Op, Operand, Precision, Type, Value};

/// The value that memory holds behind a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    control: Inst,
    /// The value at the end of each arm; none for an arm that does not come back.
    ends: [Option<Held>; 2],
    ty: Type,
    /// That of the values; constants have none.
    precision: Option<Precision>,
}

/// The choices of a function.
#[derive(Debug, Default)]
pub(super) struct Joins {
    choices: Vec<Choice>,
    /// Loads that become results of branches, their results, and the numbers of their choices.
    wanted: Vec<(Inst, Value, usize)>,
    /// The number of instructions at the end of the walk.
    pub(super) insts: usize,
}

impl Joins {
    /// Adds what follows from the facts at the ends of a branch to those behind it.
    pub(super) fn join(
        &mut self,
        rewriter: &Rewriter<'_>,
        control: Inst,
        ends: &[Option<Facts>; 2],
        behind: &mut Facts,
    ) {
        let (first, second) = match ends {
            [Some(first), second] => (first, second.as_ref()),
            [None, Some(second)] => (second, None),
            [None, None] => return,
        };
        let is_first = ends[0].is_some();
        for fact in first.iter() {
            if behind.at(&fact.path).is_some() {
                continue;
            }
            let other = match second {
                Some(second) => match second.at(&fact.path) {
                    Some(other) => Some(other),
                    None => continue,
                },
                None => None,
            };
            let held = match (other, fact.held) {
                (Some(other), held) if other.held == held => Some(held),
                (None, Held::Value(operand)) if operand.value().is_none() => Some(fact.held),
                (other, held) => {
                    let other = other.map(|it| it.held);
                    let ends = if is_first { [Some(held), other] } else { [None, Some(held)] };
                    self.choice(rewriter, control, ends).map(Held::Choice)
                }
            };
            let Some(held) = held else { continue };
            let is_older = fact.is_older || other.is_some_and(|it| it.is_older);
            let (path, storage) = (fact.path.clone(), fact.storage);
            behind.add(Fact { path, storage, held, pending: None, is_older });
        }
    }

    /// Makes a choice of values of one type; gives its number.
    fn choice(&mut self, rewriter: &Rewriter<'_>, control: Inst, ends: [Option<Held>; 2]) -> Option<usize> {
        let of = |held: Held| match held {
            Held::Value(operand) => {
                let precision = operand.value().map(|value| rewriter.function.values[value].precision);
                (rewriter.ty(operand), precision)
            }
            Held::Choice(number) => (self.choices[number].ty, self.choices[number].precision),
        };
        let mut types = ends.iter().flatten().map(|&held| of(held));
        let first = types.next()?;
        let (ty, precision) = types.try_fold(first, |(ty, precision), next| {
            (next.0 == ty).then(|| (ty, [precision, next.1].into_iter().flatten().reduce(fuller)))
        })?;
        self.choices.push(Choice { control, ends, ty, precision });
        Some(self.choices.len() - 1)
    }

    /// True if a choice is between values of this type.
    pub(super) fn is_of(&self, number: usize, ty: Type) -> bool {
        self.choices.get(number).is_some_and(|choice| choice.ty == ty)
    }

    /// A load gives what was chosen.
    pub(super) fn want(&mut self, load: Inst, result: Value, number: usize) {
        self.wanted.push((load, result, number));
    }

    /// Gives branches their results; gives the number of loads that become one.
    pub(super) fn apply(self, module: &mut Module, function: Function, session: &mut Session) -> usize {
        // Instructions that were put close together have other numbers, and loads wait for the next time.
        if self.wanted.is_empty() || module.functions[function].insts.len() < self.insts {
            return 0;
        }
        let loads = self.wanted.iter().map(|&(load, ..)| load).collect();
        rewrite_function(module, function, session, Apply { joins: self, loads })
    }
}

/// Puts the results in.
struct Apply {
    joins: Joins,
    loads: FxHashSet<Inst>,
}

impl Visitor for Apply {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        let Joins { choices, wanted, .. } = &self.joins;
        // A choice needs those at the ends of its arms, which have lower numbers.
        let mut needed = vec![false; choices.len()];
        for &(_, _, number) in wanted {
            needed[number] = true;
        }
        for (number, choice) in choices.iter().enumerate().rev() {
            if needed[number] {
                for end in choice.ends.into_iter().flatten() {
                    if let Held::Choice(inner) = end {
                        needed[inner] = true;
                    }
                }
            }
        }
        // All results of a branch at once: they are made anew.
        let mut branches: Vec<(Inst, Vec<usize>)> = Vec::new();
        let mut places: FxHashMap<Inst, usize> = FxHashMap::default();
        for number in (0..choices.len()).filter(|&number| needed[number]) {
            let control = choices[number].control;
            let place = *places.entry(control).or_insert(branches.len());
            match branches.get_mut(place) {
                Some((_, numbers)) => numbers.push(number),
                None => branches.push((control, vec![number])),
            }
        }
        let mut results: Vec<Option<Value>> = vec![None; choices.len()];
        for (control, numbers) in branches {
            let Some(arms) = rewriter.function.arms(control) else { continue };
            for (arm, block) in arms.into_iter().enumerate() {
                let Some(merge) = rewriter.function.ends_with(block, Op::Merge) else { continue };
                let mut operands = rewriter.function.operands(merge).to_vec();
                for &number in &numbers {
                    let operand = match choices[number].ends[arm] {
                        Some(Held::Value(operand)) => Some(operand),
                        Some(Held::Choice(inner)) => results[inner].map(Operand::from),
                        None => None,
                    };
                    operands.extend(operand);
                }
                rewriter.function.set_operands(merge, &operands);
            }
            let of = |&number: &usize| {
                let Choice { ty, precision, .. } = choices[number];
                (ty, precision.unwrap_or(Precision::None))
            };
            let types: Vec<(Type, Precision)> = numbers.iter().map(of).collect();
            for (number, value) in numbers.into_iter().zip(rewriter.extend_results(control, &types)) {
                results[number] = Some(value);
            }
        }
        for &(_, result, number) in wanted {
            if let Some(value) = results[number] {
                let name = rewriter.function.value_name(result);
                rewriter.function.set_value_name(value, name);
                rewriter.forward(result, value.into());
            }
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.loads.contains(&inst) {
            rewriter.remark(inst, |_| "load replaced by what the arms of a branch leave".to_owned());
            return Action::Remove;
        }
        Action::Keep
    }
}
