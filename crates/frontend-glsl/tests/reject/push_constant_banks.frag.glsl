#version 460
// client: vulkan
#extension GL_NV_push_constant_bank : require
layout(push_constant, bank = 1) uniform First { vec4 first; };
layout(push_constant, bank = 2) uniform Second { vec4 second; };
layout(binding = 0, bank = 1) uniform Third { vec4 third; }; // error: E0505
layout(binding = 1, member_offset = 16) uniform Fourth { vec4 fourth; }; // error: E0505
layout(binding = 2, bank = 1) uniform sampler2D image; // error: E0501
layout(binding = 3, member_offset = 1) buffer Fifth { vec4 fifth; }; // error: E0505
layout(push_constant, bank = -1) uniform Sixth { vec4 sixth; }; // error: E0418
void main() {}
