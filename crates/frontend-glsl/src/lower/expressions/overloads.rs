//! Overload resolution, for functions of the shader and built-in ones alike (GLSL 4.60 section 6.1).
//!
//! A candidate that fits exactly is taken. Otherwise one must be better than every other one: better for some
//! argument, and for none worse.

use vitrum_ir::Scalar;

/// The fit of an argument for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// As it is.
    Exact,
    /// With a conversion of its components.
    Convert {
        /// The component type of the argument.
        from: Scalar,
        /// To what.
        to: Scalar,
    },
}

impl Fit {
    /// The fit of two component types, which are equal or convert.
    pub(crate) fn of(from: Scalar, to: Scalar) -> Self {
        if from == to { Self::Exact } else { Self::Convert { from, to } }
    }

    /// True if a conversion of an argument is better than another conversion of it.
    fn is_better(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exact, Self::Convert { .. }) => true,
            (_, Self::Exact) => false,
            (Self::Convert { from, to }, Self::Convert { to: other, .. }) => {
                let (rank, other_rank) = (promotes(from, to), promotes(from, other));
                let to_float = from.is_integer() && to == Scalar::F32 && other == Scalar::F64;
                rank && !other_rank || rank == other_rank && to_float
            }
        }
    }
}

/// True if a conversion is a promotion, which is better than others: float to double (GLSL 4.60 section 6.1), half to
/// double and small integers to `int` (`GL_EXT_shader_explicit_arithmetic_types`).
fn promotes(from: Scalar, to: Scalar) -> bool {
    match to {
        Scalar::F64 => from.is_float(),
        Scalar::I32 => from.is_integer() && from.width() < 32,
        _ => false,
    }
}

/// The result of overload resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution<C> {
    /// This candidate.
    Found(C),
    /// Several fit, and none is the best.
    Ambiguous,
    /// None fits.
    None,
}

/// Candidates that fit, until one that fits exactly is found.
#[derive(Debug)]
pub(crate) struct Overloads<C> {
    arity: usize,
    exact: Option<C>,
    candidates: Vec<C>,
    /// For each candidate, as many as there are arguments.
    fits: Vec<Fit>,
}

impl<C: Copy> Overloads<C> {
    /// No candidates yet, for a call with so many arguments.
    pub(crate) fn new(arity: usize) -> Self {
        Self { arity, exact: None, candidates: Vec::new(), fits: Vec::new() }
    }

    /// True if a candidate fits exactly, so that no other one matters.
    pub(crate) fn is_decided(&self) -> bool {
        self.exact.is_some()
    }

    /// Adds a candidate if every argument fits.
    pub(crate) fn offer(&mut self, candidate: C, mut fit: impl FnMut(usize) -> Option<Fit>) {
        if self.is_decided() {
            return;
        }
        // Most calls fit exactly, and have nothing to keep.
        let start = self.fits.len();
        let mut exact = true;
        for index in 0..self.arity {
            let Some(fit) = fit(index) else {
                self.fits.truncate(start);
                return;
            };
            if exact && fit != Fit::Exact {
                exact = false;
                self.fits.extend(std::iter::repeat_n(Fit::Exact, index));
            }
            if !exact {
                self.fits.push(fit);
            }
        }
        if exact {
            self.exact = Some(candidate);
        } else {
            self.candidates.push(candidate);
        }
    }

    fn row(&self, index: usize) -> &[Fit] {
        self.fits.get(index * self.arity..(index + 1) * self.arity).unwrap_or(&[])
    }

    fn is_better(&self, a: usize, b: usize) -> bool {
        let pairs = || self.row(a).iter().zip(self.row(b));
        pairs().any(|(a, b)| a.is_better(*b)) && !pairs().any(|(a, b)| b.is_better(*a))
    }

    /// The candidate that is better than every other one. If there is one, it survives a linear scan that keeps the
    /// better of two.
    pub(crate) fn resolve(&self) -> Resolution<C> {
        if let Some(exact) = self.exact {
            return Resolution::Found(exact);
        }
        let count = self.candidates.len();
        let best = (1..count).fold(0, |best, index| if self.is_better(index, best) { index } else { best });
        match self.candidates.get(best) {
            None => Resolution::None,
            Some(&found) if (0..count).all(|other| other == best || self.is_better(best, other)) => {
                Resolution::Found(found)
            }
            Some(_) => Resolution::Ambiguous,
        }
    }

    /// The candidate that is exact, or else the only one (GLSL 3.30 section 6.1).
    pub(crate) fn resolve_without_ranks(&self) -> Resolution<C> {
        match (self.exact, self.candidates.as_slice()) {
            (Some(found), _) | (None, &[found]) => Resolution::Found(found),
            (None, []) => Resolution::None,
            (None, _) => Resolution::Ambiguous,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fit, Overloads, Resolution};
    use vitrum_ir::Scalar::{self, F32, F64, I32, U32};

    fn resolve(arguments: &[Scalar], candidates: &[&[Scalar]]) -> Resolution<usize> {
        let mut overloads = Overloads::new(arguments.len());
        for (index, candidate) in candidates.iter().enumerate() {
            overloads.offer(index, |at| Some(Fit::of(arguments[at], candidate[at])));
        }
        overloads.resolve()
    }

    #[test]
    fn an_exact_match_wins() {
        assert_eq!(resolve(&[I32], &[&[F32], &[I32], &[U32]]), Resolution::Found(1));
    }

    #[test]
    fn float_to_double_wins_and_int_to_double_loses() {
        assert_eq!(resolve(&[F32, I32], &[&[F64, I32], &[F32, F32]]), Resolution::Ambiguous);
        assert_eq!(resolve(&[I32], &[&[F64], &[F32]]), Resolution::Found(1));
        assert_eq!(resolve(&[I32], &[&[U32], &[F32]]), Resolution::Ambiguous);
        assert_eq!(resolve(&[I32], &[&[U32], &[F64]]), Resolution::Ambiguous);
    }

    #[test]
    fn the_best_must_beat_all() {
        assert_eq!(resolve(&[I32, I32], &[&[F32, I32], &[I32, F32]]), Resolution::Ambiguous);
        assert_eq!(resolve(&[I32, I32], &[&[F32, F32], &[I32, F32], &[F64, F64]]), Resolution::Found(1));
        assert_eq!(resolve(&[I32], &[]), Resolution::None);
    }
}
