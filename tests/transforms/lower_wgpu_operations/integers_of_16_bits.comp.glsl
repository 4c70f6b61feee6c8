#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// passes: lower_bit_sizes, lower_wgpu_operations
// options: set lower_bit_sizes.types=integers
// buffer Short: 0x7fff0123
// expect buffer Short: 0xfffefedc
// expect buffer Result: -5536 58 3 7
// without: same
layout(std430, binding = 0) buffer Short { int16_t low; int16_t high; };
layout(std430, binding = 1) buffer Result { int result[4]; };
void main() {
    high = high + high;
    uint16_t word = uint16_t(low);
    low = int16_t(~word);
    int16_t large = int16_t(300);
    large *= int16_t(100);
    result[0] = int(large + large);
    result[1] = int(uint16_t(large) >> 9s);
    result[2] = int(int16_t(-7) / int16_t(high));
    result[3] = int(i16vec2(7s, 9s)[int(high) + 2]);
}
