#version 450
// client: vulkan
// gl_FragCoord is an input (7.1).
layout(location = 0) out vec4 o;
void main()
{
    gl_FragCoord.x = 1.0; // error
    o = vec4(1.0);
}
