#version 310 es
#extension GL_EXT_post_depth_coverage : require
layout(early_fragment_tests) in;
layout(post_depth_coverage) in;

void main()
{
}
