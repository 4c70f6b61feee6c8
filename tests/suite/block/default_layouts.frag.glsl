#version 450
// client: vulkan
// Default layouts by uniform; and buffer; declarations.
layout(std140, row_major) uniform;
layout(std430, column_major) buffer;
layout(binding = 0) uniform A { mat2 m; };
layout(binding = 1) readonly buffer B { mat2 n; float list[]; };
layout(location = 0) in vec2 p;
layout(location = 0) out vec4 o;

void main() { o = vec4(m * p, n * p + list[1]); }
