#version 320 es
#extension GL_OES_viewport_array : require
// client: opengl
// no glslang: it does not know the extension
// The viewport of primitives in ESSL.
layout(points, invocations = 2) in;
layout(points, max_vertices = 1) out;

void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_ViewportIndex = min(gl_InvocationID, gl_MaxViewports - 1);
    EmitVertex();
}
