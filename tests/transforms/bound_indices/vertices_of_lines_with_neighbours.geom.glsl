#version 450
// passes: bound_indices
// vertices: 8
// input v: 10 11 12 13 14 15 16 17
// buffer Index: -1 4 3
// expect buffer Result: 13 13 13 17 17 17
// without: undefined
layout(lines_adjacency) in;
layout(points, max_vertices = 1) out;
layout(location = 0) flat in int v[];
layout(std430, binding = 0) buffer Index { int index[3]; };
layout(std430, binding = 1) buffer Result { int result[6]; };
void main() {
    for (int i = 0; i < 3; ++i) result[gl_PrimitiveIDIn * 3 + i] = v[index[i]];
    gl_Position = vec4(0.0);
    EmitVertex();
}
