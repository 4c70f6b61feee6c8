#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// Shared blocks have a layout, and lie one on another.
// expect spirv: Aliased
layout(local_size_x = 2) in;
shared First { int16_t a; float16_t f; int8_t b; } first;
shared Second { uint whole; };
layout(binding = 0) buffer B { uint o; };

void main()
{
    first.a = int16_t(3);
    first.f = float16_t(12.5);
    first.b = int8_t(1);
    barrier();
    o = whole;
}
