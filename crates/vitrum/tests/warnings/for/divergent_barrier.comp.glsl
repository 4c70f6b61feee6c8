#version 450
layout(local_size_x = 64) in;
shared float values[64];
layout(binding = 0) buffer Data {
    uint count;
    float data[];
};

void main() {
    uint index = gl_LocalInvocationIndex;
    if (index < 32u) {
        values[index] = data[index];
        barrier(); // warning: E1014
    }
    if (gl_GlobalInvocationID.x >= count) {
        return;
    }
    barrier(); // warning: E1014
    data[index] = values[63u - index];
}
