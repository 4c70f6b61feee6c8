#version 450
// passes: remap_locations
// options: set remap_locations.map=a:2.3
// refused: `a` does not fit behind component 3
layout(location = 0) in vec2 a;
void main() {
    gl_Position = vec4(a, 0.0, 0.0);
}
