#version 450
#extension GL_INTEL_conservative_rasterization : require
#extension GL_ARB_post_depth_coverage : require
layout(inner_coverage) in;
layout(post_depth_coverage) in; // error: E0505
void main() {
    beginFragmentShaderOrderingINTEL(); // error: E0516
}
