//! Prints the page of a shader that is right and of one that is not.

use vitrum_explore::{Explored, OptLevel, Options, Stage, explore, page};

const RIGHT: &str = "#version 450
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
void main() {
    float light = 0.0;
    for (int i = 0; i < 4; i++) light += max(dot(normal, vec3(float(i), 1.0, 0.0)), 0.0);
    color = vec4(light / 4.0);
}
";

fn main() {
    let options = Options::new(Stage::Fragment).opt_level(OptLevel::Default);
    let shown = |name: &str, source: &str| explore(source, &options.clone().file_name(name));
    let shaders: Vec<Explored> =
        vec![shown("right.frag", RIGHT), shown("wrong.frag", &RIGHT.replace("normal,", "normals,"))];
    assert!(!shaders[0].has_errors() && shaders[1].has_errors());
    print!("{}", page(&shaders));
}
