#version 450
// client: vulkan
// Redeclared gl_FragDepth with a layout qualifier.
layout(depth_greater) out float gl_FragDepth;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    gl_FragDepth = gl_FragCoord.z + abs(v.z) * 0.01;
    o = vec4(v.rgb, gl_FragDepth);
}
