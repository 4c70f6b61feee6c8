#version 450
// passes: clamp_depth
// input x: -1.0 0.25 1.5 1.0
// expect output gl_FragDepth: 0.0 0.25 1.0 1.0
// without: other
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_FragDepth = x;
    if (x > 0.5) return;
    color = vec4(0.5);
}
