//! Precision: the default statements of ESSL, and qualifiers that differ from them.

use crate::ast::LocalData;
use crate::context::Context;
use crate::types::innermost;
use std::fmt::Write;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Dim, Precision, Scalar, Stage, Type, TypeData};

/// The default precision of declarations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defaults {
    float: Precision,
    int: Precision,
    /// True if the statement must be printed.
    print_float: bool,
    print_int: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { float: Precision::None, int: Precision::None, print_float: false, print_int: false }
    }
}

/// The default that a type uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Float,
    Int,
    Opaque,
    None,
}

fn kind(cx: &Context<'_>, ty: Type) -> Kind {
    let module = cx.module;
    match innermost(module, ty) {
        TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
            match scalar {
                Scalar::F32 => Kind::Float,
                Scalar::I32 | Scalar::U32 => Kind::Int,
                _ => Kind::None,
            }
        }
        TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::AtomicCounter => Kind::Opaque,
        _ => Kind::None,
    }
}

/// Chooses the defaults that match the most declarations, in the printed part of the module and in `locals`.
pub(crate) fn choose_defaults<'l>(
    cx: &Context<'_>,
    locals: impl IntoIterator<Item = &'l LocalData>,
) -> Defaults {
    let module = cx.module;
    if !cx.target.is_es() {
        return Defaults::default();
    }
    let mut votes = [[0u32; 4]; 2];
    let mut vote = |ty: Type, precision: Precision| {
        let row = match kind(cx, ty) {
            Kind::Float => 0,
            Kind::Int => 1,
            Kind::Opaque | Kind::None => return,
        };
        // Without a qualifier, values have the highest precision.
        let precision = if precision == Precision::None { Precision::High } else { precision };
        votes[row][precision as usize] += 1;
    };
    for (_, global) in module.globals.iter().filter(|(_, global)| global.decorations.builtin.is_none()) {
        vote(global.ty, global.precision);
    }
    let printed =
        |id| !cx.unprinted.dropped.contains(&id) && !crate::context::is_builtin_name(cx.structure(id));
    for (_, data) in module.structs.iter().filter(|&(id, _)| printed(id)) {
        for member in &data.members {
            vote(member.ty, member.precision);
        }
    }
    for (_, function) in module.functions.iter() {
        vote(function.result, function.precision);
    }
    for local in locals {
        vote(local.ty, local.precision);
    }
    let fragment = module.stage == Stage::Fragment;
    let fallback = if fragment { Precision::Medium } else { Precision::High };
    let best = |votes: &[u32; 4]| {
        let votes = |precision: &Precision| votes[*precision as usize];
        // The last of several with the most votes wins.
        let choices = [Precision::Low, Precision::High, Precision::Medium].into_iter();
        choices.filter(|precision| votes(precision) > 0).max_by_key(votes).unwrap_or(fallback)
    };
    let (float, int) = (best(&votes[0]), best(&votes[1]));
    // An undeclared float needs a precision, too.
    let float_values = module
        .functions
        .iter()
        .any(|(_, function)| function.values.iter().any(|(_, value)| kind(cx, value.ty) == Kind::Float));
    let used = |votes: &[u32; 4]| votes.iter().any(|&count| count > 0);
    Defaults {
        float,
        int,
        print_float: (used(&votes[0]) || float_values) && (fragment || float != Precision::High),
        print_int: used(&votes[1]) && int != fallback,
    }
}

impl Context<'_> {
    /// `precision mediump float;` and the like.
    pub(crate) fn precision_statements(&self) -> String {
        let mut text = String::new();
        let Defaults { float, int, print_float, print_int } = self.defaults;
        if print_float {
            let _ = writeln!(text, "precision {} float;", float.name());
        }
        if print_int {
            let _ = writeln!(text, "precision {} int;", int.name());
        }
        text
    }

    /// The qualifier and a space, or nothing.
    pub(crate) fn precision_prefix(&self, ty: Type, precision: Precision) -> &'static str {
        // Outside ESSL, a value without a qualifier has the highest precision.
        if matches!(precision, Precision::None | Precision::High) && !self.target.is_es() {
            return "";
        }
        let default = match kind(self, ty) {
            Kind::Float => self.defaults.float,
            Kind::Int => self.defaults.int,
            Kind::Opaque if self.target.is_es() => self.opaque_default(ty),
            Kind::Opaque => Precision::None,
            Kind::None => return "",
        };
        let opaque = kind(self, ty) == Kind::Opaque;
        if opaque && precision == Precision::None && default == Precision::None && self.target.is_es() {
            // The qualifier is mandatory in ESSL, and the source language has none.
            return "highp ";
        }
        if !Feature::Precision.is_in(self.target) || precision == default {
            return "";
        }
        match precision {
            // A value without precision has the highest, as for the defaults.
            Precision::None if self.target.is_es() && !opaque && default != Precision::High => "highp ",
            Precision::None => "",
            Precision::Low => "lowp ",
            Precision::Medium => "mediump ",
            Precision::High => "highp ",
        }
    }

    /// The default precision of an opaque type; only basic samplers have one (ESSL 3.20 section 4.7.4).
    fn opaque_default(&self, ty: Type) -> Precision {
        match innermost(self.module, ty) {
            TypeData::SampledImage(image)
                if image.sampled == Scalar::F32
                    && !image.arrayed
                    && !image.shadow
                    && !image.multisampled
                    && matches!(image.dim, Dim::D2 | Dim::Cube | Dim::External | Dim::ExternalYuv) =>
            {
                Precision::Low
            }
            TypeData::AtomicCounter => Precision::High,
            _ => Precision::None,
        }
    }
}
