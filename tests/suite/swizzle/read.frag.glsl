#version 450
// client: vulkan
// Swizzles read through all three name sets, repeated and reordered.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = v.wzyx + v.bgra;
    vec3 b = v.stp * v.xxx;
    vec2 c = v.qq - v.gr;
    float d = v.a + v.t;
    o = vec4(b, d) + a.xzxz * c.xyxy;
}
