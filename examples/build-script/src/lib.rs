//! A build script compiles the shaders in `shaders/`, and this is what a program sees of them: words, places and structs.

/// The shaders.
pub mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}
