#version 450
// client: vulkan
// Derivatives, plain, fine and coarse.
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;

void main()
{
    vec3 n = cross(dFdx(v), dFdy(v));
    vec2 f = dFdxFine(v.xy) + dFdyFine(v.yz);
    vec2 c = dFdxCoarse(v.xy) - dFdyCoarse(v.yz);
    float w = fwidth(v.x) + fwidthFine(v.y) + fwidthCoarse(v.z);
    o = vec4(normalize(n), w) + vec4(f, c);
}
