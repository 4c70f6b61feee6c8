#version 450
// Patches: outputs for each vertex and for each patch.
layout(vertices = 4) out;
layout(location = 0) in vec2 uv[];
layout(location = 0) out vec2 uvs[];
layout(location = 1) patch out vec4 weights;
void main() {
    uvs[gl_InvocationID] = uv[gl_InvocationID];
    weights = vec4(gl_PatchVerticesIn);
    gl_TessLevelOuter[0] = 2.0;
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
}
