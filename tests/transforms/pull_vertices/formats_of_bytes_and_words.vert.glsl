#version 450
// passes: pull_vertices
// options: set pull_vertices.attributes=0:unorm8x4:0:0,1:snorm16x2:0:4,2:sint8x2:0:8,3:float16x2:0:12,4:unorm10-10-10-2:0:16,5:float32:0:20, set pull_vertices.buffers=0:24:vertex, set pull_vertices.set=0, set pull_vertices.binding=0
// vertices: 2
// buffer VertexBuffer0: 0 0 0 0 0 0  0xff0033ff 0x8000c001 0x0000fe7f 0xc0003e00 0xc00ffc00 2.5
// expect output color: 4*0.0  1.0 0.2 0.0 1.0
// expect output normal: 0.0 0.0 0.0  -0.5 -1.0 0.0
// expect output numbers: 0 0  127 -2
// expect output halves: 2*0.0  1.5 -2.0
// expect output tens: 0.0 0.0 0.0 0.0  0.0 1.0 0.0 1.0
// expect output single: 0.0 0.0 0.0 1.0  2.5 0.0 0.0 1.0
// tolerance: 1e-4
// without: other
layout(location = 0) in vec4 in_color;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in ivec2 in_numbers;
layout(location = 3) in vec2 in_halves;
layout(location = 4) in vec4 in_packed;
layout(location = 5) in vec4 in_single;
layout(location = 0) out vec4 color;
layout(location = 1) out vec3 normal;
layout(location = 2) flat out ivec2 numbers;
layout(location = 3) out vec2 halves;
layout(location = 4) out vec4 tens;
layout(location = 5) out vec4 single;
void main() {
    color = in_color;
    normal = in_normal;
    numbers = in_numbers;
    halves = in_halves;
    tens = in_packed;
    single = in_single;
    gl_Position = vec4(0.0);
}
