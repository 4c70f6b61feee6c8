#version 450
// Swizzles stay in one set, in range, and write each component once.
layout(location = 0) out vec4 color;

void main()
{
    vec3 v = vec3(1.0);
    float f = 1.0;
    vec2 a = v.xg; // error
    float b = v.w; // error
    vec2 c = v.xq; // error
    vec4 d = v.xyzxy; // error
    v.xx = vec2(1.0); // error
    v.xy = vec3(1.0); // error
    float e = v.length; // error
    v.zyx = v;
    color = vec4(v, f);
}
