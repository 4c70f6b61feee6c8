#version 450
// client: vulkan
out Block {
    layout(location = 1) vec4 a;
    layout(location = 1) vec4 b;
} block; // error: E0518
layout(location = 4) out Whole {
    layout(location = 5, component = 1) vec2 c;
    layout(location = 5) float d;
} whole;
layout(location = 8) out Mixed {
    vec4 e;
    layout(location = 8) vec4 f;
} mixed; // error: E0518
void main() { }
