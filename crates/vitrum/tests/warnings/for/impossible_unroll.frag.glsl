#version 450
#extension GL_EXT_control_flow_attributes : require
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block {
    int count;
};

void main() {
    [[unroll]] for (int i = 0; i < count; ++i) { // warning: E1022
        color.x += uv.x;
    }
}
