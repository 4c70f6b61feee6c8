#version 450
// passes: promote_variables, lower_block_parameters
// vertices: 3
// input corner: 0.0 1.0  1.0 2.0  2.0 4.0
// buffer Scale: 2.0
// expect output gl_Position: 0.0 2.0 0.0 1.0  2.0 4.0 1.0 1.0  4.0 8.0 2.0 1.0
// expect output number: 0 10 20
// expect buffer Seen: 1 2 4
// buffer Seen: 0 0 0
// without: same
layout(binding = 0) uniform Scale { float scale; };
layout(std430, binding = 1) buffer Seen { int seen[]; };
layout(location = 0) in vec2 corner;
layout(location = 0) flat out int number;
void main() {
    int times = 10;
    if (gl_VertexIndex == 1) times = 10; else times = 5 + 5;
    number = gl_VertexIndex * times;
    seen[gl_VertexIndex] = 1 << gl_VertexIndex;
    gl_Position = vec4(corner * scale, float(gl_VertexIndex), 1.0);
}
