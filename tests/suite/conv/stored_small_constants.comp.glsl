#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// client: vulkan
// Types that can only be stored have no literals: a wide constant is converted where it is stored.
// expect no spirv: OpCapability Int16
// expect no spirv: OpCapability Float16
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { int16_t i; uint16_t u; float16_t f; int8_t s; f16vec2 v; } b;

void main()
{
    b.i = int16_t(1);
    b.u = uint16_t(2u);
    b.f = float16_t(3.0);
    b.s = int8_t(4);
    b.v = f16vec2(vec2(5.0, 6.0));
}
