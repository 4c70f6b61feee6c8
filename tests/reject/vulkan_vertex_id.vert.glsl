#version 450
// client: vulkan
// gl_VertexID does not exist in Vulkan GLSL.
void main()
{
    gl_Position = vec4(float(gl_VertexID)); // error
}
