#version 450
// client: vulkan
// Saturating sums, averages and counts of zeros (GL_INTEL_shader_integer_functions2). Arrays have a size if constant calls are right.
// no glslang: Debian's does not know the extension
#extension GL_INTEL_shader_integer_functions2 : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#define CHECK(name, condition) const int name[(condition) ? 1 : -1] = int[1](0)
layout(local_size_x = 8) in;
layout(binding = 0) buffer Numbers { ivec4 signed_numbers; uvec4 numbers; i64vec2 wide; uint16_t narrow; };

CHECK(zeros, countLeadingZeros(1u) == 31u && countLeadingZeros(0u) == 32u && countTrailingZeros(8u) == 3u && countTrailingZeros(0u) == 32u);
CHECK(difference, absoluteDifference(-2000000000, 2000000000) == 4000000000u && absoluteDifference(3u, 7u) == 4u);
CHECK(sums, addSaturate(0xfffffff0u, 0x20u) == 0xffffffffu && addSaturate(2000000000, 2000000000) == 0x7fffffff
    && addSaturate(-2000000000, -2000000000) == int(0x80000000u) && addSaturate(5, -7) == -2);
CHECK(differences, subtractSaturate(3u, 7u) == 0u && subtractSaturate(2000000000, -2000000000) == 0x7fffffff
    && subtractSaturate(-2000000000, 2000000000) == int(0x80000000u) && subtractSaturate(5, 7) == -2);
CHECK(averages, average(0xffffffffu, 0xfffffffdu) == 0xfffffffeu && average(-3, -4) == -4 && averageRounded(3, 4) == 4
    && averageRounded(0xffffffffu, 0xfffffffeu) == 0xffffffffu && averageRounded(-3, -4) == -3);
CHECK(products, multiply32x16(3, 0x1ffff) == -3 && multiply32x16(3u, 0x1ffffu) == 0x2fffdu);

void main()
{
    ivec4 x = signed_numbers;
    uvec4 y = numbers;
    signed_numbers = addSaturate(x, x.wzyx) + subtractSaturate(x, ivec4(y)) + average(x, x.yxwz) + multiply32x16(x, x.wwww);
    numbers = countLeadingZeros(y) + countTrailingZeros(y) + absoluteDifference(x, ivec4(y)) + averageRounded(y, y.wzyx);
    wide = addSaturate(wide, wide.yx) - averageRounded(wide, i64vec2(5));
    narrow = subtractSaturate(narrow, uint16_t(3)) + average(narrow, uint16_t(9));
}
