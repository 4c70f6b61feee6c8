#version 450
// passes: limit_resources
// options: set limit_resources.uniform-block-bytes=64
// refused: the uniform block takes 80 bytes, at most 64 are allowed
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block { vec4 a[5]; };
void main() { color = a[4]; }
