#version 450
// passes: remap_locations
// options: set remap_locations.map=in.0:1,b:0,sum:3
// vertices: 2
// input a: 1.0 2.0
// input b: 10.0 20.0
// expect output sum: 21.0 42.0
// without: same
layout(location = 0) in float a;
layout(location = 1) in float b;
layout(location = 0) out float sum;
void main() {
    sum = a + 2.0 * b;
    gl_Position = vec4(0.0);
}
