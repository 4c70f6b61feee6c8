#version 450
// passes: clamp_depth
// input x: -1.0 0.25 0.5 1.0
// buffer Data: nan
// expect output gl_FragDepth: 0.0
// without: other
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
layout(std430, binding = 0) buffer Data { float nan; };
void main() {
    color = vec4(x);
    gl_FragDepth = nan;
}
