//! Files are changed as an editor does, while the engine draws.

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use vitrum_example_wgpu::hot::HotPipeline;
use vitrum_example_wgpu::renderer::{Frame, Renderer};

const FRAGMENT: &str =
    "#version 450\n#include \"color.glsl\"\nlayout(location = 0) out vec4 o;\nvoid main() { o = COLOR; }\n";

struct Engine {
    renderer: Renderer,
    hot: HotPipeline,
    folder: TempDir,
}

impl Engine {
    fn start() -> Self {
        let folder = TempDir::new().unwrap_or_else(|error| panic!("{error}"));
        let vertex = include_str!("../shaders/triangle.vert");
        for (name, text) in [("a.vert", vertex), ("b.frag", FRAGMENT), ("color.glsl", color(1.0))] {
            write(folder.path(), name, text);
        }
        let renderer = Renderer::new().unwrap_or_else(|error| panic!("{error}"));
        let [vertex, fragment] = ["a.vert", "b.frag"].map(|name| folder.path().join(name));
        let hot = HotPipeline::new(&renderer, &vertex, &fragment).unwrap_or_else(|error| panic!("{error}"));
        Self { renderer, hot, folder }
    }

    /// Saves a file, and says what comes of it.
    fn save(&mut self, name: &str, text: &str) -> Option<Result<(), String>> {
        write(self.folder.path(), name, text);
        self.hot.refresh_within(&self.renderer, Duration::from_secs(20))
    }

    /// The red of all pixels.
    fn red(&self) -> u8 {
        let frame = Frame { size: [8, 8], time: 0.0 };
        let pixels = self.renderer.draw(self.hot.pipeline(), frame).unwrap_or_else(|error| panic!("{error}"));
        assert!(pixels.chunks_exact(4).all(|pixel| pixel == &pixels[..4]));
        pixels[0]
    }
}

fn color(red: f32) -> &'static str {
    if red > 0.5 { "#define COLOR vec4(1.0)\n" } else { "#define COLOR vec4(0.0)\n" }
}

/// Writes a file beside its place and renames it.
fn write(folder: &Path, name: &str, text: &str) {
    let new = folder.join("new");
    std::fs::write(&new, text)
        .and_then(|()| std::fs::rename(&new, folder.join(name)))
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_changed_file_is_drawn() {
    let mut engine = Engine::start();
    assert_eq!(engine.red(), 255);
    assert_eq!(engine.save("color.glsl", color(0.0)), Some(Ok(())));
    assert_eq!(engine.red(), 0);
    assert_eq!(engine.save("b.frag", &FRAGMENT.replace("o = COLOR", "o = vec4(0.2)")), Some(Ok(())));
    assert_eq!(engine.red(), 51);
}

#[test]
fn a_broken_file_leaves_the_last_picture() {
    let mut engine = Engine::start();
    let broken = engine.save("color.glsl", "#define COLOR vec4(missing)\n");
    let message = broken.and_then(Result::err).unwrap_or_default();
    assert!(message.contains("`missing`") && message.contains("color.glsl:1"), "{message}");
    assert_eq!(engine.red(), 255);
    // An include that goes, and comes back.
    let gone = engine.save("b.frag", &FRAGMENT.replace("color.glsl", "other.glsl"));
    assert!(gone.is_some_and(|outcome| outcome.is_err()));
    assert_eq!(engine.save("b.frag", FRAGMENT).map(|outcome| outcome.is_err()), Some(true));
    assert_eq!(engine.save("color.glsl", color(0.0)), Some(Ok(())));
    assert_eq!(engine.red(), 0);
}

#[test]
fn other_files_in_the_folder_change_nothing() {
    let mut engine = Engine::start();
    write(engine.folder.path(), "notes.txt", "none of the shaders");
    assert_eq!(engine.hot.refresh_within(&engine.renderer, Duration::from_millis(300)), None);
    assert_eq!(engine.hot.refresh(&engine.renderer), None);
}
