#version 430
// client: opengl
// Uniform blocks lie by std140; counters have no location.
layout(local_size_x = 1) in;
layout(std430) uniform U { float a[4]; } u; // error: E0505
layout(std430) buffer B { float b; };
layout(binding = 0, offset = 0, location = 2) uniform atomic_uint c; // error: E0503

void main() { b = u.a[0]; }
