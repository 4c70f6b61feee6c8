// What an invocation finds of its subgroup, and how far the ray may still go, changes while rays are traced.
// target: vulkan1.2
// expect spirv: Volatile
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
hitAttributeEXT vec2 h;

void main() {
    h = vec2(gl_SubgroupInvocationID, gl_SubgroupEqMask.x + gl_SubgroupSize);
    reportIntersectionEXT(gl_RayTmaxEXT * 0.5, 0u);
    if (gl_RayTmaxEXT > 1.0)
        reportIntersectionEXT(gl_RayTminEXT, 1u);
}
