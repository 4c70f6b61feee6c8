#version 450
// client: vulkan
// Clip and cull distances of `gl_in`, as many as the largest index needs.
layout(triangles) in;

void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_ClipDistance[1] = gl_in[1].gl_ClipDistance[2];
    gl_CullDistance[0] = gl_in[2].gl_CullDistance[1];
}
