#version 110
attribute int a; // error: E0510
varying int b; // error: E0510
uniform sampler2D s;
struct A { float x[2]; };
void main() {
    float converted = 1; // error: E0400
    float sum = 1.0 + 1; // error: E0401
    float one[2], two[2];
    one = two; // error: E0401
    bool equal = one == two; // error: E0401
    mat2x3 wide; // error: E0300
    vec4 biased = texture2D(s, vec2(0.0), 1.0); // error: E0609
    float list[2] = float[2](1.0, 2.0); // error: E0516
    gl_Position = vec4(sum);
}
