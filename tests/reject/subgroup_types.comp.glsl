#version 450
// client: vulkan
// Subgroup functions take 8, 16 and 64 bits with an extension each.
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { int64_t a; float16_t b; int c; };

void main() {
    a = subgroupAdd(a); // error: E0516
    b = subgroupMax(b); // error: E0516
    c = subgroupMin(c);
}
