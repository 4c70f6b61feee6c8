#version 450
// Constructors want as many components as they have.
layout(location = 0) out vec4 color;
struct S { float x; vec2 y; };

void main()
{
    vec3 a = vec3(1.0, 2.0); // error
    vec2 b = vec2(vec2(1.0), 3.0); // error
    mat2 c = mat2(1.0, 2.0, 3.0); // error
    S d = S(1.0); // error
    S e = S(1.0, vec3(1.0)); // error
    float f[2] = float[2](1.0); // error
    float g = float(); // error
    vec4 h = vec4(S(1.0, vec2(1.0)), 1.0); // error
    color = vec4(vec3(vec4(1.0)), 1.0);
}
