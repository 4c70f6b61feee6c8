#version 450
// passes: broadcast_fragment_color
// options: set broadcast_fragment_color.declared=true, set broadcast_fragment_color.targets=3
// expect output color: 0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0  0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0
// expect output fragment_color_1: 0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0  0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0
// expect output fragment_color_2: 0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0  0.5 1.5 0.25 1.0  1.5 1.5 0.25 1.0
// expect discarded: 0 0 1 0
// without: undefined
layout(location = 0) out vec4 color;
void main() {
    if (gl_FragCoord.x < 1.0 && gl_FragCoord.y > 1.0) discard;
    color = vec4(gl_FragCoord.x, 1.5, 0.25, 1.0);
}
