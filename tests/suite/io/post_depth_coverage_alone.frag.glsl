#version 450
#extension GL_ARB_post_depth_coverage : require
// client: vulkan
// Coverage behind the depth test means that the tests are early.
// expect spirv: EarlyFragmentTests
layout(post_depth_coverage) in;
layout(location = 0) out int mask;

void main()
{
    mask = gl_SampleMaskIn[0];
}
