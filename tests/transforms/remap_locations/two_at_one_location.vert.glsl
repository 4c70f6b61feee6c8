#version 450
// passes: remap_locations
// options: set remap_locations.map=a:1
// refused: `b` and `a` get the same location
layout(location = 0) in vec2 a;
layout(location = 1) in float b;
void main() {
    gl_Position = vec4(a, b, 0.0);
}
