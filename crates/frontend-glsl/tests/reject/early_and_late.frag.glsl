#version 450
// Each face has one relation of its stencil reference to the written one.
#extension GL_AMD_shader_early_and_late_fragment_tests : require
#extension GL_ARB_shader_stencil_export : require
layout(early_and_late_fragment_tests_amd) in;
layout(stencil_ref_less_front_amd, stencil_ref_greater_front_amd) out int gl_FragStencilRefARB; // error: E0505

void main()
{
    gl_FragStencilRefARB = 1;
}
