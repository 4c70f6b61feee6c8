#version 310 es
// passes: pack_in_high_precision
// input x: 0.5
// expect output color: 32768
// without: same
// driver: no, the value of a mediump number is open
precision mediump float;
layout(location = 0) in float x;
layout(location = 0) out highp uint color;
void main() { color = packUnorm2x16(vec2(x, 0.0)); }
