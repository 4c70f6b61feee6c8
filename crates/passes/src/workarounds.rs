//! Workarounds: passes that avoid faults of drivers. None is in a pipeline.
