#version 450
// passes: bound_indices
// vertices: 12
// input v: 10 11 12 13 14 15 16 17 18 19 20 21
// buffer Index: -1 6 5
// expect buffer Result: 15 15 15 21 21 21
// without: undefined
layout(triangles_adjacency) in;
layout(points, max_vertices = 1) out;
layout(location = 0) flat in int v[];
layout(std430, binding = 0) buffer Index { int index[3]; };
layout(std430, binding = 1) buffer Result { int result[6]; };
void main() {
    for (int i = 0; i < 3; ++i) result[gl_PrimitiveIDIn * 3 + i] = v[index[i]];
    gl_Position = vec4(0.0);
    EmitVertex();
}
