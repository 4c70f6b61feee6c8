#version 450
// client: vulkan
// The layer is an output of every stage before the rasteriser (GL_NV_viewport_array2).
#extension GL_NV_viewport_array2 : require
layout(vertices = 3) out;
layout(viewport_relative) out int gl_Layer;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_Layer = 1;
}
