#version 450
// passes: clamp_depth
// options: set clamp_depth.uniform=range
// uniform range: 0.25 0.75
// input x: -1.0 0.25 0.5 1.0
// expect output gl_FragDepth: 0.25 0.25 0.5 0.75
// without: other
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_FragDepth = x;
}
