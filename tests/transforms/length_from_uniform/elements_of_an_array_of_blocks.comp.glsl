#version 450
// passes: length_from_uniform
// options: set length_from_uniform.map=0.0:1
// buffer DriverUniforms: 0 12 20 0
// buffer Which: 1
// expect buffer Result: 5 3
// without: other
layout(std430, set = 0, binding = 0) buffer Data { int data[]; } blocks[2];
layout(std430, set = 0, binding = 1) buffer Result { int lengths[2]; };
layout(set = 0, binding = 2) uniform Which { int which; };
void main() {
    lengths[0] = blocks[which].data.length();
    lengths[1] = blocks[0].data.length();
}
