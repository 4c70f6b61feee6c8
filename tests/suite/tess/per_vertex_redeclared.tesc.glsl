#version 450
// client: vulkan
// `gl_PerVertex` on both sides, with a size and without.
layout(vertices = 3) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[3];
} gl_in[gl_MaxPatchVertices];
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[];
} gl_out[];

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_out[gl_InvocationID].gl_ClipDistance[1] = gl_in[gl_InvocationID].gl_ClipDistance[2];
}
