//! Compiles shaders many times, for a profiler: instruction counts are reproducible, times are not.
//!
//! ```sh
//! CARGO_PROFILE_RELEASE_DEBUG=1 cargo build --release -p vitrum-frontend-glsl --example repeat
//! valgrind --tool=callgrind target/release/examples/repeat 10 $(find tests/suite -name '*.frag.glsl')
//! ```

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use vitrum_frontend_glsl::{Options, Source, compile};
use vitrum_ir::Stage;

fn stage_of(path: &str) -> Stage {
    let has = |name: &str| path.ends_with(name) || path.contains(&format!("{name}."));
    if has(".vert") {
        Stage::Vertex
    } else if has(".comp") {
        Stage::Compute
    } else {
        Stage::Fragment
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let times: u32 = arguments.next().ok_or("how many times?")?.parse()?;
    let mut shaders = Vec::new();
    for path in arguments {
        let source = Source::new(path.as_str(), std::fs::read_to_string(&path)?);
        shaders.push((source, Options::new(stage_of(&path))));
    }
    let start = Instant::now();
    let mut errors = 0;
    for _ in 0..times {
        for (source, options) in &shaders {
            errors += usize::from(black_box(compile(source, options)).module.is_none());
        }
    }
    let each = start.elapsed() / times.max(1);
    println!("{} shaders in {each:?}; {errors} with errors", shaders.len());
    Ok(())
}
