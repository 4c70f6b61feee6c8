#version 460
#extension GL_EXT_maximal_reconvergence : require
#extension GL_EXT_subgroup_uniform_control_flow : require
// target: vulkan1.3
// no glslang: Debian's does not know GL_EXT_maximal_reconvergence
// Attributes around a function: those of the entry point become its modes, and unknown ones mean nothing.
// expect spirv: MaximallyReconvergesKHR
// expect spirv: SubgroupUniformControlFlowKHR
// expect glsl: void main() [[subgroup_uniform_control_flow, maximally_reconverges]] {
layout(location = 0) in float height;

[[inline_me]] float twice(float x) [[also(2)]];
[[inline_me]] float twice(float x) { return 2.0 * x; }

[[vendor(4), maximally_reconverges]] void main() [[subgroup_uniform_control_flow]] {
    gl_Position = vec4(twice(height));
}
