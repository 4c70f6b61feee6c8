#version 450
// Early tests need to know how the depth that is written relates to the fragment's.
#extension GL_AMD_shader_early_and_late_fragment_tests : require
layout(early_and_late_fragment_tests_amd) in;

void main() // error: E0525
{
    gl_FragDepth = 0.5;
}
