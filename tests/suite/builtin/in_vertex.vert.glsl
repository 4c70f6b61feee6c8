#version 450
// client: vulkan
// Built-in functions with out parameters and overloads in the vertex stage.
layout(location = 0) in vec3 p;
layout(location = 1) in uint packed_;
layout(location = 0) out vec4 c;

void main()
{
    float ip;
    float f = modf(p.x, ip);
    int ex;
    float m = frexp(p.y, ex);
    uint carry;
    uint s = uaddCarry(packed_, 0xFFFFFFFFu, carry);
    c = unpackUnorm4x8(s) * float(carry) + vec4(f, ip, m, ex);
    gl_Position = vec4(p, 1.0);
}
