#version 330
// client: opengl
// Precision qualifiers are accepted and mean nothing in desktop GL.
precision highp float;
precision mediump int;
in mediump vec2 a;
uniform lowp float k;
out highp vec4 color;

lowp float dim(mediump float x) { highp float y = x * k; return y; }

void main() { color = vec4(a, dim(a.x), 1); }
