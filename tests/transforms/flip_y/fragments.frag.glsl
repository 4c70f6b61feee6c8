#version 450
// passes: flip_y
// options: set flip_y.height=2
// input at: -1.0 1.0  1.0 1.0  -1.0 5.0  1.0 5.0
// expect output color: 0.5 1.5 2.0 -4.0  1.5 1.5 2.0 -4.0  0.5 0.5 2.0 -4.0  1.5 0.5 2.0 -4.0
// without: other
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
float across(vec4 coord) { return gl_FragCoord[int(coord.z * 0.0) + 1]; }
void main() {
    color = vec4(gl_FragCoord.x, across(gl_FragCoord), dFdx(at.x), dFdy(at.y));
}
