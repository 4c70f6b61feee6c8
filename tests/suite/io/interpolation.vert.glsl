#version 450
// client: vulkan
// Interpolation qualifiers on vertex outputs.
layout(location = 0) in vec4 p;
layout(location = 1) in ivec2 id;
layout(location = 0) flat out ivec2 fid;
layout(location = 1) noperspective out vec2 lin;
layout(location = 2) centroid out vec2 cen;
layout(location = 3) sample smooth out vec2 smp;

void main()
{
    fid = id.yx;
    lin = p.xy;
    cen = p.zw;
    smp = p.xw;
    gl_Position = p;
}
