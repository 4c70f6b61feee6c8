#version 450
// client: vulkan
// Angle and trigonometry functions, both forms of atan.
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;

void main()
{
    vec3 a = radians(v) + degrees(v.zyx);
    vec3 b = sin(a) * cos(a) - tan(v);
    vec3 c = asin(v) + acos(v) + atan(v) + atan(v, a);
    o = vec4(b + c, atan(v.x, v.y) + sin(v.z));
}
