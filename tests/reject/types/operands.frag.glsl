#version 450
// Operators want operands that fit.
layout(location = 0) out vec4 color;
struct S { float x; };

void main()
{
    vec2 a = vec2(1.0);
    vec3 b = vec3(1.0);
    mat2 m = mat2(1.0);
    S s = S(1.0);
    vec3 c = a + b; // error
    vec3 d = m * b; // error
    bool e = a < b; // error
    bool f = a && true; // error
    int g = 1.0 % 2.0; // error
    int h = 1.5 << 2; // error
    S i = s + s; // error
    float j = -s; // error
    bool k = !1.0; // error
    int l = ~1.0; // error
    bool n = s == s;
    color = vec4(n ? a : a, 0.0, 1.0);
}
