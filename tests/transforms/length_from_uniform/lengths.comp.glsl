#version 450
// passes: length_from_uniform
// buffer DriverUniforms: 36 8 0 0
// buffer Data: 1 2 3 4 5 6 7 8 9 10
// expect buffer Result: 5 0
// without: other
// The second size is less than what stands in front of the array.
layout(std430, binding = 0) buffer Data { vec4 head; float data[]; };
layout(std430, binding = 1) buffer Result { uint lengths[2]; };
layout(std430, binding = 2) buffer Other { vec4 front; ivec3 others[]; };
uint count() { return uint(data.length()); }
void main() {
    lengths[0] = count();
    lengths[1] = uint(others.length());
}
