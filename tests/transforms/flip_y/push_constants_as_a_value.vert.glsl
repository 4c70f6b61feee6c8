#version 450
#extension GL_EXT_scalar_block_layout : require
// passes: flip_y
// options: set flip_y.source=push_constant, set flip_y.offset=16
// vertices: 1
// buffer P: 1.0 2.0 0 0 -1.0
// expect output gl_Position: 1.0 -2.0 0.0 1.0
// without: other
// The struct within the block stays as it is.
struct Corner { vec2 at; };
layout(push_constant) uniform P { Corner corner; } p;
void main() {
    Corner corner = p.corner;
    gl_Position = vec4(corner.at, 0.0, 1.0);
}
