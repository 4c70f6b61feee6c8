#version 450
// client: vulkan
// The position, viewports and layer of the second view (GL_NV_stereo_view_rendering).
#extension GL_NV_stereo_view_rendering : require
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(viewport_relative, secondary_view_offset = 2) out int gl_Layer;
void main() {
    for (int vertex = 0; vertex < 3; vertex++) {
        gl_Position = gl_in[vertex].gl_Position;
        gl_SecondaryPositionNV = gl_in[vertex].gl_Position + vec4(0.1, 0.0, 0.0, 0.0);
        gl_SecondaryViewportMaskNV[0] = 2;
        gl_Layer = 0;
        EmitVertex();
    }
}
