#version 300 es
// client: opengl
// Precision qualifiers on parameters and results in ES.
precision mediump float;
in highp vec2 v;
out vec4 color;

highp float exact(highp float a, lowp float b) { return a * 1024.0 + b; }
lowp vec3 rough(in lowp vec3 c) { return c * 0.5; }
void both(inout mediump float a, out highp float b) { b = a * a; a = 1.0; }

void main() {
    highp float e = exact(v.x, 0.5);
    mediump float m = v.y;
    highp float b;
    both(m, b);
    color = vec4(rough(vec3(e, m, b)), 1.0);
}
