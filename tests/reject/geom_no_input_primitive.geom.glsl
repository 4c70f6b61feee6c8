#version 450
// client: vulkan
// A geometry shader declares its input primitive (4.4.1.2).
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec4 v[];
void main() // error: the shader does not say which primitives it takes
{
    gl_Position = v[v.length() - 1]; // error: the size is not known
    EmitVertex();
}
