#version 300 es
// options: webgl 2
precision mediump float;
uniform float x;
out vec4 color;
void f() { if (x > 1.0) discard; }
void main() {
    color = vec4(1.0);
    while (true) { if (x > 0.5) break; }
    if (x > 1.0) for (;;) { if (x > 0.5) discard; }
    if (x > 2.0) do { f(); } while (true);
    if (x > 3.0) while (true) { color += vec4(1.0); } // error: E0611
    if (x > 4.0) for (;;) { for (;;) {} } // error: E0611
}
