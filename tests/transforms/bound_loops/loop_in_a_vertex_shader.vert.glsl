#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// vertices: 2
// expect output n: 0 5
// without: limit
layout(location = 0) flat out int n;
void main() {
    int sum = 0;
    while (gl_VertexIndex == 1) sum += 1;
    n = sum;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
