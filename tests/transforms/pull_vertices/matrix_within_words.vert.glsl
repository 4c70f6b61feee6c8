#version 450
// passes: pull_vertices
// options: set pull_vertices.attributes=0:uscaled8x2:0:1,1:sscaled8x2:0:3,2:uint8:1:1, set pull_vertices.buffers=0:5:vertex,1:4:instance, set pull_vertices.set=0, set pull_vertices.binding=0
// vertices: 2
// buffer VertexBuffer0: 0x030201aa 0x0605bbfc 0x0000f807
// buffer VertexBuffer1: 0x0000c800
// expect output columns: 1.0 2.0 3.0 -4.0  5.0 6.0 7.0 -8.0
// expect output number: 200
// without: other
// Vertices begin at bytes 0 and 5.
layout(location = 0) in mat2 matrix;
layout(location = 2) in uint in_number;
layout(location = 0) out vec4 columns;
layout(location = 1) flat out uint number;
void main() {
    columns = vec4(matrix[0], matrix[1]);
    number = in_number;
    gl_Position = vec4(0.0);
}
