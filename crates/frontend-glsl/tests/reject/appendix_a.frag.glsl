#version 100
// options: appendix a
precision mediump float;
uniform float list[8];
uniform int count;
varying vec4 color;
void change(inout int x) { x = 1; }
void main() {
    float sum = 0.0;
    for (int i = 0; i < 8; i++) {
        sum += list[i];
        sum += list[7 - i];
    }
    for (float f = 1.0; f >= 0.25; f -= 0.25) sum += f;
    for (int i = 8; i > 0; --i) sum += color[i / 4];
    for (int i = 0; i != 8; i += 2) {
        for (int j = 0; j < 2; j++) sum += list[i + j];
    }
    while (sum < 1.0) sum += 1.0; // error: E0524
    do { sum += 1.0; } while (sum < 1.0); // error: E0524
    for (int i = count; i < 8; i++) {} // error: E0524
    for (int i = 0, j = 0; i < 8; i++) {} // error: E0524
    for (sum = 0.0; sum < 8.0; sum++) {} // error: E0524
    for (int i = 0; i < count; i++) {} // error: E0524
    for (int i = 0; 8 > i; i++) {} // error: E0524
    for (int i = 0; i < 8; i *= 2) {} // error: E0524
    for (int i = 0; i < 8; i += count) {} // error: E0524
    for (int i = 0; i < 8; ) { i++; } // error: E0524
    for (int i = 0; i < 8; i++) {
        i = 3; // error: E0524
        change(i); // error: E0524
    }
    sum += list[count]; // error: E0524
    int k = 1;
    sum += list[k]; // error: E0524
    sum += color[int(sum)]; // error: E0524
    gl_FragColor = vec4(sum);
    for (int i = 0; ; i++) {} // error: E0524
}
