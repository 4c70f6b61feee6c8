#version 450
// client: vulkan
// A position and a mask of viewports for each view (GL_NVX_multiview_per_view_attributes).
#extension GL_NVX_multiview_per_view_attributes : require
layout(vertices = 3) out;
out gl_PerVertex {
    vec4 gl_Position;
    vec4 gl_PositionPerViewNV[2];
    int gl_ViewportMaskPerViewNV[2];
} gl_out[];
void main() {
    vec4 position = gl_in[gl_InvocationID].gl_Position;
    gl_out[gl_InvocationID].gl_Position = position;
    for (int view = 0; view < 2; view++) {
        gl_out[gl_InvocationID].gl_PositionPerViewNV[view] = position * float(view + 1);
        gl_out[gl_InvocationID].gl_ViewportMaskPerViewNV[view] = 1 << view;
    }
}
