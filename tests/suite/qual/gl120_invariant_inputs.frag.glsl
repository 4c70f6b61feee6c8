#version 120
// client: opengl
// What a vertex shader gives and is invariant is called so by the fragment shader as well, in versions before 4.20.
invariant varying vec4 shade;
invariant gl_Color;

void main() { gl_FragColor = shade + gl_Color; }
