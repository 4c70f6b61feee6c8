#version 450
layout(local_size_x = 64) in;
shared float values[64];
layout(binding = 0) buffer Data {
    float data[];
};
layout(push_constant) uniform Constants {
    uint rounds;
};

void main() {
    uint index = gl_LocalInvocationIndex;
    values[index] = data[index];
    for (uint round = 0u; round < rounds; ++round) {
        barrier();
        if (index < 32u) {
            values[index] += values[index + 32u];
        }
        barrier();
    }
    data[index] = values[63u - index];
}
