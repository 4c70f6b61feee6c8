//! End-to-end suites of vitrum.
