#version 450
// client: vulkan
// Bit extraction, insertion, reversal, counting and search.
layout(location = 0) flat in uvec3 u;
layout(location = 1) flat in ivec3 i;
layout(location = 0) out uvec3 a;
layout(location = 1) out ivec3 b;

void main()
{
    a = bitfieldExtract(u, 4, 8) + bitfieldInsert(u, u.zyx, 8, 4) ^ bitfieldReverse(u);
    b = bitfieldExtract(i, i.x & 7, 5) + bitfieldReverse(i) - bitfieldInsert(i, ivec3(3), 0, 2);
    b += bitCount(u) + findLSB(i) + findMSB(u) - findMSB(i) + bitCount(i) + findLSB(u);
}
