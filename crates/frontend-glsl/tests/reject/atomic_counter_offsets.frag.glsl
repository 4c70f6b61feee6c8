#version 450
// client: opengl
layout(binding = 0, offset = 4) uniform atomic_uint a;
layout(binding = 0, offset = 4) uniform atomic_uint same; // error: E0518
layout(binding = 0, offset = 6) uniform atomic_uint between; // error: E0518
layout(binding = 1, offset = 6) uniform atomic_uint misaligned; // error: E0503
layout(binding = 2, offset = 16) uniform atomic_uint array[3];
layout(binding = 2, offset = 24) uniform atomic_uint within; // error: E0518
layout(binding = 2, offset = 12) uniform atomic_uint before, into; // error: E0518
layout(binding = 2, offset = 8) uniform atomic_uint across[3]; // error: E0518
layout(binding = 3, offset = 2) uniform atomic_uint; // error: E0503
layout(offset = 8) uniform atomic_uint; // error: E0503
layout(binding = 4) uniform atomic_uint unsized[]; // error: E0420
void main() {}
