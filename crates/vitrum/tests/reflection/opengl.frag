#version 450
// target: opengl4.5
// Atomic counters and locations of uniforms.
layout(binding = 2, offset = 8) uniform atomic_uint counter;
layout(location = 5) uniform vec4 tint;
layout(binding = 3) uniform sampler2D picture;
layout(location = 0) out vec4 color;
void main() { color = tint * float(atomicCounterIncrement(counter)) + texture(picture, vec2(0.5)); }
