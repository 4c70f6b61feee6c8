#version 460
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_shader_quad_control : require
// client: vulkan
// no glslang: Debian's does not know GL_EXT_shader_quad_control
layout(full_quads) in;
layout(quad_derivatives) in;
layout(location = 0) flat in int i;
layout(location = 0) out int o;

void main()
{
    o = subgroupQuadAll(i > 0) ? 1 : 0;
}
