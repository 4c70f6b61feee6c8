#version 450
// client: opengl
// no glslang: it does not know the extension
// Bounds of primitives on the desktop (GL_ARB_ES3_2_compatibility).
#extension GL_ARB_ES3_2_compatibility : require
layout(vertices = 3) out;

void main()
{
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = 2.0;
    gl_TessLevelOuter[1] = 2.0;
    gl_TessLevelOuter[2] = 2.0;
    gl_TessLevelInner[0] = 2.0;
    gl_BoundingBox[0] = min(gl_in[0].gl_Position, gl_in[1].gl_Position);
    gl_BoundingBox[1] = max(gl_in[0].gl_Position, gl_in[1].gl_Position);
}
