//! Sets of lanes.

/// The active lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask(Vec<bool>);

impl Mask {
    /// The same for all of `count` lanes.
    pub(crate) fn all(count: usize, active: bool) -> Self {
        Self(vec![active; count])
    }

    /// No lane of as many.
    pub(crate) fn none_like(&self) -> Self {
        Self::all(self.0.len(), false)
    }

    pub(crate) fn contains(&self, lane: usize) -> bool {
        self.0.get(lane).copied().unwrap_or(false)
    }

    pub(crate) fn set(&mut self, lane: usize, active: bool) {
        if let Some(slot) = self.0.get_mut(lane) {
            *slot = active;
        }
    }

    pub(crate) fn any(&self) -> bool {
        self.0.contains(&true)
    }

    /// The active lanes in order.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.0.iter().enumerate().filter(|lane| *lane.1).map(|lane| lane.0)
    }

    /// Number of lanes, active or not.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }
}
