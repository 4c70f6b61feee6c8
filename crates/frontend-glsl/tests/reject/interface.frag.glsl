#version 450
layout(location = 0) out vec4 color;
layout(location = 0) in vec4 a;
layout(location = 0) in vec2 b; // error: E0518
layout(location = 1, component = 0) in vec2 c;
layout(location = 1, component = 2) in vec2 d;
layout(location = 2, component = 2) in vec3 e; // error: E0503
layout(push_constant) uniform P { float p; };
layout(push_constant) uniform Q { float q; }; // error: E0519
layout(binding = 0, std140) uniform R { layout(offset = 4) vec4 misaligned; }; // error: E0503
layout(binding = 1) uniform image2D formatless; // error: E0520
layout(binding = 2, r32ui) uniform image2D unsigned_format; // error: E0520
layout(binding = 3, rgba8) uniform image2D fine;
void main()
{
    flat float x = 1.0; // error: E0501
    color = a;
}
