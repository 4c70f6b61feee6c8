#version 100
attribute int a; // error: E0510
attribute mat2 b;
attribute float c[2]; // error: E0510
varying ivec2 d; // error: E0510
struct S { mediump float x; };
varying S e; // error: E0510
varying float f[2];
varying bool g; // error: E0510
uniform sampler2D s;
struct A { float x[2]; };
A array_inside() { A result; return result; } // error: E0510
float prototype(float x);
float prototype(float x); // error: E0301
float prototype(float x) { return x; }
float sin(float x) { return x; } // error: E0708
float sin(float x, int y) { return x; }
int packed; // error: E0008
uint unsigned_type; // error: E0300
float list[2] = float[2](1.0, 2.0); // error: E0516
const int constant = 3;
void main() {
    float one[2];
    float two[2];
    A three;
    A four;
    one = two; // error: E0401
    three = four; // error: E0401
    bool equal = one == two; // error: E0401
    bool same = three == four; // error: E0401
    float converted = 1; // error: E0400
    float sum = 1.0 + 1; // error: E0401
    vec4 biased = texture2D(s, vec2(0.0), 1.0); // error: E0609
    vec4 level = texture2DLod(s, vec2(0.0), 1.0);
    int shifted = 1 << 2; // error: E0516
    int rest = 3 % 2; // error: E0516
    gl_Position = vec4(constant);
}
