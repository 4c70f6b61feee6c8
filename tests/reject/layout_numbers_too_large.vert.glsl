#version 450
// client: opengl
// Numbers beyond a limit, which the message names.
layout(location = 2147483648u) out vec4 a; // error: E0503
layout(location = 4294967295u) in vec4 b; // error: E0503
layout(xfb_buffer = 0, xfb_offset = 4294967292u) out vec4 c; // error: E0503
layout(xfb_offset = 4294967288u) out D { dvec2 d; } e; // error: E0503
void main() { a = b; }
