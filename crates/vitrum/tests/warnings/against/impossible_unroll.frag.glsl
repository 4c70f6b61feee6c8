#version 450
#extension GL_EXT_control_flow_attributes : require
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block {
    int count;
};
layout(constant_id = 0) const int rounds = 4;

float sum(int times) {
    float sum = 0.0;
    [[unroll]] for (int i = 0; i < times; ++i) {
        sum += uv.x;
    }
    return sum;
}

void main() {
    [[unroll]] for (int i = 0; i < 4; ++i) {
        color.x += uv.x;
    }
    [[unroll]] for (int i = 0; i < rounds; ++i) {
        color.y += uv.x;
    }
    [[dont_unroll]] for (int i = 0; i < count; ++i) {
        color.z += uv.x;
    }
    color.w = sum(3);
}
