#version 450
// client: vulkan
// Tests before and behind the shader (GL_AMD_shader_early_and_late_fragment_tests).
// no glslang: Debian's does not know the extension
// expect spirv: EarlyAndLateFragmentTestsAMD
// expect spirv: StencilRefLessFrontAMD
#extension GL_AMD_shader_early_and_late_fragment_tests : require
#extension GL_ARB_shader_stencil_export : require
layout(early_and_late_fragment_tests_amd) in;
layout(depth_less) out float gl_FragDepth;
layout(stencil_ref_less_front_amd, stencil_ref_greater_back_amd) out int gl_FragStencilRefARB;
layout(location = 0) in float depth;

void main()
{
    gl_FragDepth = min(depth, gl_FragCoord.z);
    gl_FragStencilRefARB = gl_FrontFacing ? 1 : 200;
}
