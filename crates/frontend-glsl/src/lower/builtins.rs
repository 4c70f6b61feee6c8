//! Calls of built-in functions: which row of the table fits the arguments, and with which types.

use super::Lowering;
use super::calls::Argument;
use super::expressions::Expr;
use super::functions::Parameter;
use crate::builtins::pattern::{Binding, Direction, Param, Pattern, Shape, TexClass, View};
use crate::builtins::table::{Lower, Row};
use crate::builtins::{Missing, available, functions};
use crate::diagnostics::Code;
use crate::extensions::Stages;
use crate::symbols::Symbol;
use vitrum_ir::{Op, Scalar, Span, Stage, Type};

/// A row that fits, with what its variables stand for and what the arguments' conversions cost.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) row: &'static Row,
    pub(super) binding: Binding,
    cost: u32,
}

/// The set of stages that holds just one.
pub(crate) fn stages_of(stage: Stage) -> Stages {
    match stage {
        Stage::Vertex => Stages::VERTEX,
        Stage::TessControl => Stages::TESS_CONTROL,
        Stage::TessEvaluation => Stages::TESS_EVALUATION,
        Stage::Geometry => Stages::GEOMETRY,
        Stage::Fragment => Stages::FRAGMENT,
        Stage::Compute => Stages::COMPUTE,
        Stage::Task => Stages::TASK,
        Stage::Mesh => Stages::MESH,
        Stage::RayGeneration => Stages::RAY_GENERATION,
        Stage::Intersection => Stages::INTERSECTION,
        Stage::AnyHit => Stages::ANY_HIT,
        Stage::ClosestHit => Stages::CLOSEST_HIT,
        Stage::Miss => Stages::MISS,
        Stage::Callable => Stages::CALLABLE,
    }
}

impl Lowering<'_> {
    /// Whether a row is there for this shader.
    fn row_available(&self, row: &Row) -> Result<(), Missing> {
        available(&row.since, &self.dialect, stages_of(self.module.stage))
    }

    /// Whether some built-in function has this name here.
    pub(crate) fn is_builtin_function(&self, name: Symbol) -> bool {
        functions(self.symbols.text(name)).iter().any(|row| self.row_available(row).is_ok())
    }

    /// Which arguments the built-in functions of this name take as places, and which by value.
    pub(crate) fn builtin_argument_masks(&self, name: Symbol) -> (u64, u64) {
        let (mut places, mut values) = (0, 0);
        for row in functions(self.symbols.text(name)) {
            for (index, param) in row.params.iter().enumerate() {
                match param.direction {
                    Direction::In => values |= 1 << index,
                    Direction::Out | Direction::Ref => places |= 1 << index,
                }
            }
        }
        (places, values)
    }

    /// Calls a built-in function; `None` if none of this name fits.
    pub(crate) fn call_builtin(
        &mut self,
        name: Symbol,
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Option<Expr> {
        let rows = functions(self.symbols.text(name));
        let mut best: Option<Candidate> = None;
        for row in rows {
            if self.row_available(row).is_err() {
                continue;
            }
            if let Some(candidate) = self.fit_row(row, arguments)
                && best.is_none_or(|best| candidate.cost < best.cost)
            {
                best = Some(candidate);
            }
        }
        match best {
            Some(candidate) => Some(self.emit_builtin(&candidate, arguments, span)),
            None => self.explain_missing(rows, name, at, span),
        }
    }

    /// Reports a function that other versions, stages or extensions have.
    fn explain_missing(&mut self, rows: &[&'static Row], name: Symbol, at: Span, span: Span) -> Option<Expr> {
        if rows.is_empty() || rows.iter().any(|row| self.row_available(row).is_ok()) {
            return None;
        }
        let text = self.symbols.text(name).to_owned();
        let row = rows[0];
        match self.row_available(row) {
            Err(Missing::Stage) => {
                let stage = self.module.stage.name();
                self.error(Code::VersionLacks, at, format!("`{text}` is not there in a {stage} shader"));
            }
            _ => {
                let version = self.dialect.version;
                self.error(Code::VersionLacks, at, format!("version {version} has no function `{text}`"));
                if let Some(extension) = row.since.extensions.first() {
                    let extension = extension.info().name;
                    self.help(format!("the extension `{extension}` brings it"));
                }
            }
        }
        Some(Expr::error(span))
    }

    /// Matches a row against arguments: binds its variables and sums up the cost of conversions.
    fn fit_row(&mut self, row: &'static Row, arguments: &[Argument]) -> Option<Candidate> {
        let least = row.params.iter().filter(|param| !param.optional).count();
        if arguments.len() < least || arguments.len() > row.params.len() {
            return None;
        }
        let views: Vec<View> =
            arguments.iter().map(|argument| View::of(argument.expr.ty, &self.module.types)).collect();
        let mut binding = Binding { kind: Scalar::F32, size: 0, columns: 1, rows: 1, shape: None };
        let mut texel = None;
        for (param, &view) in row.params.iter().zip(&views) {
            bind(&mut binding, &mut texel, param, view, row.lower)?;
        }
        if let Some(shape) = binding.shape
            && !row.shapes.contains(shape)
        {
            return None;
        }
        binding.size = binding.size.max(1);
        let mut best: Option<Candidate> = None;
        for kind in row.kinds.iter() {
            if texel.is_some_and(|texel| texel != kind) {
                continue;
            }
            let binding = Binding { kind, ..binding };
            if let Some(cost) = self.cost(row, &binding, arguments, &views)
                && best.is_none_or(|best| cost < best.cost)
            {
                best = Some(Candidate { row, binding, cost });
            }
        }
        best
    }

    fn cost(&mut self, row: &Row, binding: &Binding, arguments: &[Argument], views: &[View]) -> Option<u32> {
        let mut sum = 0;
        for ((param, argument), &view) in row.params.iter().zip(arguments).zip(views) {
            let Pattern::Num(..) = param.pattern else {
                let same = match (binding.view(param.pattern), view) {
                    (None, _) => true,
                    (Some(View::Tex { class: a, .. }), View::Tex { class: b, .. }) => {
                        a == b || accepts_texture(row.lower, a, b)
                    }
                    (Some(expected), view) => expected == view,
                };
                if !same {
                    return None;
                }
                continue;
            };
            let ty = binding.ty(param.pattern, &mut self.module.types)?;
            sum += match param.direction {
                Direction::In => self.conversion_cost(argument.expr.ty, ty)?,
                Direction::Out => self.conversion_cost(ty, argument.expr.ty)?,
                Direction::Ref if argument.expr.ty == ty => 0,
                Direction::Ref => return None,
            };
        }
        Some(sum)
    }

    fn conversion_cost(&self, from: Type, to: Type) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        if !self.can_convert(from, to) {
            return None;
        }
        Some(match (self.module.types.scalar_of(from), self.module.types.scalar_of(to)) {
            (Some(from), Some(Scalar::F64)) if from.is_float() => 1,
            (_, Some(Scalar::F64)) => 4,
            (_, Some(to)) if to.is_float() => 2,
            _ => 1,
        })
    }

    /// Whether a declaration would redefine a built-in function where the version forbids it (ESSL 3.00
    /// section 6.1).
    pub(crate) fn redefines_builtin(&self, name: Symbol, _parameters: &[Parameter]) -> bool {
        self.dialect.version.is_es() && self.dialect.version.number >= 300 && self.is_builtin_function(name)
    }
}

/// Whether a function on sampled images also takes a texture without sampler.
fn accepts_texture(lower: Lower, expected: TexClass, found: TexClass) -> bool {
    expected == TexClass::Sampler
        && found == TexClass::Texture
        && matches!(lower, Lower::Image(Op::ImageFetch) | Lower::ImageSize | Lower::ImageQuery(_))
}

/// Binds what an argument says about the variables of a row; `None` if it contradicts.
fn bind(
    binding: &mut Binding,
    texel: &mut Option<Scalar>,
    param: &Param,
    view: View,
    lower: Lower,
) -> Option<()> {
    match (param.pattern, view) {
        (Pattern::Num(_, shape), View::Num { columns, rows, .. }) => match shape {
            Shape::Gen | Shape::Vec => {
                let small = if shape == Shape::Vec { 2 } else { 1 };
                if columns != 1 || rows < small || binding.size != 0 && binding.size != rows {
                    return None;
                }
                binding.size = rows;
            }
            Shape::Mat | Shape::Transposed | Shape::Square => {
                if columns < 2 || shape == Shape::Square && columns != rows {
                    return None;
                }
                let unbound = binding.columns == 1;
                if !unbound && (binding.columns, binding.rows) != (columns, rows) {
                    return None;
                }
                (binding.columns, binding.rows) = (columns, rows);
            }
            Shape::Columns if columns == 1 && rows >= 2 => binding.columns = rows,
            Shape::Rows if columns == 1 && rows >= 2 => binding.rows = rows,
            Shape::Columns | Shape::Rows => return None,
            _ => {}
        },
        (Pattern::Num(..), _) => return None,
        (Pattern::Tex(class), View::Tex { class: found, shape, kind }) => {
            if class != found && !accepts_texture(lower, class, found) {
                return None;
            }
            binding.shape = Some(shape);
            if class != TexClass::Shadow {
                *texel = Some(kind);
            }
        }
        (Pattern::Tex(_), _) => return None,
        _ => {}
    }
    Some(())
}
