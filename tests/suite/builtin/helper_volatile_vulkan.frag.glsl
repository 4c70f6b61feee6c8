// Under Vulkan's memory model each load says that it is volatile, and no decoration does.
// target: vulkan1.2
// expect spirv: OpLoad %8 %10 Volatile
// expect no spirv: OpDecorate %10 Volatile
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(location = 0) out vec4 o;

void main() {
    if ((int(gl_FragCoord.x) & 1) == 1)
        demote;
    o = vec4(gl_HelperInvocation ? 1.0 : 0.0);
}
