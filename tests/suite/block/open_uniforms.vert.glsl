#version 450
#extension GL_EXT_uniform_buffer_unsized_array : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Uniform blocks that end with an array without a length, alone and in an array of blocks.
struct Bone { mat3x4 pose; vec4 weight; };
layout(std140, binding = 0) uniform Bones { float scale; Bone bones[]; };
layout(std140, binding = 1) uniform Values { vec4 first; vec4 values[]; } blocks[2];
layout(location = 0) in uint index;

void main() {
    Bone bone = bones[index & 3u];
    gl_Position = vec4(bone.weight * bone.pose, 1.0) * scale + blocks[1].values[1] + blocks[0].values[index & 1u] * blocks[1].first;
}
