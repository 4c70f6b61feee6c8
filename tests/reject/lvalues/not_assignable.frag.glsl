#version 450
// What cannot be written.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block { vec4 u; };
layout(binding = 1) uniform sampler2D s;
layout(std430, binding = 2) readonly buffer Data { float x; };
const float c = 1.0;

void f(const float p)
{
    p = 1.0; // error
}

void g(inout float p) { p = 1.0; }

void main()
{
    v = vec4(1.0); // error
    u.x = 1.0; // error
    c = 2.0; // error
    x = 1.0; // error
    1.0 = 2.0; // error
    (v.x + 1.0) = 1.0; // error
    gl_FragCoord.x = 1.0; // error
    v.x++; // error
    --c; // error
    g(v.x); // error
    g(1.0); // error
    f(1.0) = 1.0; // error
    color = v;
}
