#version 450
// client: vulkan
// mediump in a desktop Vulkan shader marks values relaxed.
precision mediump float;
layout(location = 0) in mediump vec3 n;
layout(location = 1) in highp vec3 p;
layout(location = 0) out mediump vec4 color;

void main()
{
    lowp float a = dot(n, n);
    highp float b = length(p);
    mediump vec3 c = n * a + p / b;
    color = vec4(c, a);
}
