#version 450
// client: vulkan
// Bit casts and integer built-ins of constants.
layout(location = 0) out uvec4 o;
layout(location = 1) out ivec4 s;

void main()
{
    const uint one = floatBitsToUint(1.0);
    const int half_ = floatBitsToInt(-0.5);
    const float two = uintBitsToFloat(0x40000000u);
    o = uvec4(one, uint(two), bitCount(0xF0F0u), bitfieldReverse(1u));
    s = ivec4(half_, findLSB(8), findMSB(1023), bitfieldExtract(0xABCD, 4, 8));
}
