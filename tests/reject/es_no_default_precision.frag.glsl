#version 300 es
// client: opengl
// float has no default precision in ES fragment shaders (4.5.4).
in vec2 v; // error
out mediump vec4 o;
void main() { o = vec4(1.0); }
