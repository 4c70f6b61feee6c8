//! What the passes of one run share: fuel.
//!
//! A change costs one unit of fuel, and a pass that gets none leaves things as they are. With less and less fuel a run
//! ends earlier and earlier, so that a search by halves finds the one change that breaks a module.
//!
//! A pass asks [`Session::may_change`] (in a walk, `Rewriter::may_change`) once for each change, after it knows that it
//! would make it and before it makes it. What belongs together is one change: a variable that is promoted, a loop that
//! is unrolled. How often a pass asks depends on the module and on the answers only.

/// State of a run over all its passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Session {
    /// What is left; none if there is no limit.
    fuel: Option<u64>,
}

impl Session {
    /// With fuel for so many changes; without a limit, if none is given.
    pub fn new(fuel: Option<u64>) -> Self {
        Self { fuel }
    }

    /// Whether one more change may be made; if so, it is paid for.
    #[must_use]
    pub fn may_change(&mut self) -> bool {
        match &mut self.fuel {
            None => true,
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }

    /// Whether fuel is counted: what takes time just to count changes can be left out if not.
    pub fn is_metered(&self) -> bool {
        self.fuel.is_some()
    }

    /// The fuel that is left, if there is a limit.
    pub fn fuel(&self) -> Option<u64> {
        self.fuel
    }
}

#[cfg(test)]
mod tests {
    use super::Session;

    #[test]
    fn fuel_ends() {
        let mut session = Session::new(Some(2));
        let granted = [(); 4].map(|()| session.may_change());
        assert_eq!(granted, [true, true, false, false]);
        assert!(Session::default().may_change());
    }
}
