#version 450
// client: vulkan
// The members of captured blocks follow one another; strides are the least that fit.
// expect spirv: OpExecutionMode %1 Xfb
layout(location = 0) in vec4 p;
layout(location = 0, xfb_buffer = 1, xfb_offset = 4) out Outer {
    vec4 first;
    layout(xfb_offset = 32) float second;
    vec2 third;
} outer;
layout(location = 4, xfb_buffer = 1, xfb_offset = 64) out dvec2 wide;

void main()
{
    gl_Position = p;
    outer.first = p;
    outer.second = p.x;
    outer.third = p.yz;
    wide = dvec2(p.xy);
}
