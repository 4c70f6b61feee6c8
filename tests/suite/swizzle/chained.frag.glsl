#version 450
// client: vulkan
// Swizzles of swizzles, read and written.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = v;
    a.wzyx.xy = vec2(1.0, 2.0);
    a.xyz.zy.x += 3.0;
    vec2 b = v.xyz.zyx.yx;
    float c = v.yzw.r;
    vec3 d = v.xxyy.zwxy.rga;
    o = a + vec4(b, c, d.x * d.y - d.z);
    o.zw.yx = o.xy;
}
