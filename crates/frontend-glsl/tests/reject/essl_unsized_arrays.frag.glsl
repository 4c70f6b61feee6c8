#version 310 es
precision highp float;
float a[]; // error: E0420
uniform vec4 b[]; // error: E0420
uniform highp sampler2D c[]; // error: E0420
in float d[]; // error: E0420
const int e[] = int[](1, 2);
float f[] = float[](1.0, 2.0);
void main() {
    float g[]; // error: E0420
    int h[] = e;
    int[]; // error: E0420
    int[2];
}
