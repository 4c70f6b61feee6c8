#version 300 es
// client: opengl
// A sampler array is indexed by constants in ES 3.00 (12.30).
precision mediump float;
uniform sampler2D maps[3];
flat in int k;
out vec4 o;
void main() {
    o = texture(maps[k], vec2(0.5)); // error
}
