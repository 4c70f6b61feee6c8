#version 450
// client: vulkan
// Bit casts between floats and integers.
layout(location = 0) in vec4 v;
layout(location = 1) flat in ivec2 k;
layout(location = 0) out vec4 o;

void main()
{
    uvec4 u = floatBitsToUint(v) & 0x7FFFFFFFu;
    int s = floatBitsToInt(v.x) >> 31;
    o = uintBitsToFloat(u);
    o.xy += intBitsToFloat(k);
    o.z += float(s) + uintBitsToFloat(0x3F800000u);
}
