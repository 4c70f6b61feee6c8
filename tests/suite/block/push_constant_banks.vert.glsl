#version 460
// client: vulkan
// no glslang: Debian's does not know the extension
// Blocks of push constants in banks, with offsets there (GL_NV_push_constant_bank).
#extension GL_NV_push_constant_bank : require
layout(push_constant) uniform First { vec4 place; } first;
layout(push_constant, bank = 2) uniform Second { mat4 turn; };
layout(push_constant, bank = 2, member_offset = 64) uniform Third { vec4 shift; float scale; } third;
layout(push_constant, member_offset = 16) uniform Fourth { vec4 tint; } fourth;
layout(location = 0) out vec4 color;
void main() {
    gl_Position = turn * (first.place * third.scale + third.shift);
    color = fourth.tint;
}
