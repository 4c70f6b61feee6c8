//! Lists that are short most of the time: operands, mostly.

use std::ops::Deref;

/// A list that needs no allocation up to a length of `N`.
#[derive(Clone, Debug)]
pub(crate) struct Few<T, const N: usize = 8> {
    length: usize,
    short: [T; N],
    /// All of them, once there are more.
    long: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    pub(crate) fn new() -> Self {
        Self { length: 0, short: [T::default(); N], long: Vec::new() }
    }

    /// `item`, this many times.
    pub(crate) fn repeat(item: T, count: usize) -> Self {
        std::iter::repeat_n(item, count).collect()
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        self.short.get(..self.length).unwrap_or(&self.long)
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        match self.short.get_mut(self.length) {
            Some(slot) => *slot = item,
            None => {
                if self.long.is_empty() {
                    self.long.extend_from_slice(&self.short);
                }
                self.long.push(item);
            }
        }
        self.length += 1;
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Self::new();
        few.extend(items);
        few
    }
}

impl<T: Copy + Default, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn all_lengths_hold() {
        for length in 0..10u32 {
            let few: Few<u32, 4> = (0..length).collect();
            assert!(few.iter().copied().eq(0..length));
        }
    }
}
