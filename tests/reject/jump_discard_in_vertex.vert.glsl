#version 450
// client: vulkan
// discard stands in fragment shaders only (6.4).
layout(location = 0) in vec4 p;
void main()
{
    if (p.x > 0.0)
        discard; // error
    gl_Position = p;
}
