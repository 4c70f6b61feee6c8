#version 320 es
// client: opengl
// A control shader in ES 3.20.
layout(vertices = 4) out;
in highp vec3 wpos[];
out highp vec3 cpos[];
patch out highp float lod;
uniform highp vec3 eye;

void main() {
    cpos[gl_InvocationID] = wpos[gl_InvocationID];
    highp float d = distance(eye, wpos[0]);
    lod = clamp(16.0 / d, 1.0, 8.0);
    gl_TessLevelInner[0] = lod;
    gl_TessLevelInner[1] = lod;
    gl_TessLevelOuter[gl_InvocationID] = lod;
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
}
