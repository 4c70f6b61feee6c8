#version 450
// passes: bound_indices
// patch: 3
// buffer Index: 1 2 -1 100
// expect buffer Result: 11 11 11 11
// without: undefined
// The array of outputs has an element for each vertex of the patch that comes out.
layout(vertices = 2) out;
layout(location = 0) out int v[];
layout(std430, binding = 0) buffer Index { int index[4]; };
layout(std430, binding = 1) buffer Result { int result[4]; };
void main() {
    v[gl_InvocationID] = 10 + gl_InvocationID;
    barrier();
    if (gl_InvocationID == 0) {
        for (int i = 0; i < 4; ++i) result[i] = v[index[i]];
    }
    gl_TessLevelOuter[0] = 0.0;
}
