#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// Types of 8 and 16 bits that are only converted to, and constants of them that are specialised.
layout(constant_id = 0) const int c = 8;
layout(constant_id = 1) const float d = 0.5;
layout(binding = 0) buffer S { uint8_t bytes[2]; };
layout(binding = 1) buffer T { vec4 v; };

void main()
{
    bytes[0] = uint8_t(c);
    bytes[1] = uint8_t(int16_t(c));
    v = vec4(f16vec4(v)) * float(float16_t(d));
}
