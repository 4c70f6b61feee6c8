#version 450
// passes: bound_indices
// patch: 4
// input v: 10 11 12 13
// input gl_Position: 1.0 0.0 0.0 1.0  2.0 0.0 0.0 1.0  3.0 0.0 0.0 1.0  4.0 0.0 0.0 1.0
// buffer Index: 3 4 31 -1
// expect buffer Result: 13 13 13 13
// expect buffer Places: 4*4.0
// without: undefined
// A patch has fewer vertices than the array has elements.
layout(vertices = 2) out;
layout(location = 0) in int v[];
layout(std430, binding = 0) buffer Index { int index[4]; };
layout(std430, binding = 1) buffer Result { int result[4]; };
layout(std430, binding = 2) buffer Places { float places[4]; };
void main() {
    for (int i = 0; i < 4; ++i) {
        result[i] = v[index[i]];
        places[i] = gl_in[index[i]].gl_Position.x;
    }
    gl_out[gl_InvocationID].gl_Position = vec4(0.0);
    gl_TessLevelOuter[0] = 0.0;
}
