#version 450
// client: vulkan
// Derivatives belong to fragment shaders (8.14).
layout(location = 0) in vec4 p;
void main()
{
    gl_Position = dFdx(p); // error
}
