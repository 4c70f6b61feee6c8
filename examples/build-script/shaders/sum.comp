#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer Numbers { uint count; uint numbers[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at < count) {
        numbers[at] += at;
    }
}
