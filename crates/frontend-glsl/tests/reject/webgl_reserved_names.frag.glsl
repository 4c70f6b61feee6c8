// options: webgl 1
precision mediump float;
uniform float webgl_a; // error: E0302
uniform float _webgl_b; // error: E0302
uniform float a__b; // a warning
uniform float gl_c; // error: E0302
struct webgl_Light { float x; }; // error: E0302
struct Light {
    float _webgl_x; // error: E0302
};
struct Lamp {
    float gl_x; // error: E0302
};
float webgl_f() { return 1.0; } // error: E0302
float f(float webgl_x) { return 1.0; } // error: E0302
void main() {
    float webgl_local = 1.0; // error: E0302
    gl_FragColor = vec4(1.0);
}
