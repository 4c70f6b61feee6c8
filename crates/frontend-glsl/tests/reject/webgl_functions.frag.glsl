// options: webgl 1
precision mediump float;
float f(struct S { float x; } s) { return 1.0; } // error: E0501
float g(float k) {
    float k = 1.0; // error: E0301
    return k;
}
invariant gl_FrontFacing; // error: E0501
void main() { gl_FragColor = vec4(g(1.0)); }
