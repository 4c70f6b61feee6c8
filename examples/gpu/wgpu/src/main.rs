//! Draws `a.vert` and `b.frag` to `frame.png`, again whenever a file changes:
//! `cargo run -p vitrum-example-wgpu -- a.vert b.frag frame.png`. With `--once`, only once.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use vitrum_example_wgpu::hot::HotPipeline;
use vitrum_example_wgpu::renderer::{Frame, Renderer, write_png};

const SIZE: [u32; 2] = [640, 360];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        [vertex, fragment, picture] => run([vertex, fragment, picture].map(Path::new), false),
        ["--once", vertex, fragment, picture] => run([vertex, fragment, picture].map(Path::new), true),
        _ => {
            eprintln!("usage: vitrum-example-wgpu [--once] FILE.vert FILE.frag PICTURE.png");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run([vertex, fragment, picture]: [&Path; 3], once: bool) -> Result<(), String> {
    let renderer = Renderer::new()?;
    let mut hot = HotPipeline::new(&renderer, vertex, fragment)?;
    let start = Instant::now();
    loop {
        let frame = Frame { size: SIZE, time: start.elapsed().as_secs_f32() };
        write_png(picture, SIZE, &renderer.draw(hot.pipeline(), frame)?)?;
        if once {
            return Ok(());
        }
        match hot.refresh_within(&renderer, Duration::from_secs(3600)) {
            Some(Ok(())) => eprintln!("reloaded"),
            Some(Err(error)) => eprintln!("{error}\nthe last picture stays"),
            None => {}
        }
    }
}
