#version 450
// passes: expand_outputs
// expect output color: 0.5 0.25 0.0 1.0
// expect output numbers_0: 1 2 0 1
// expect output numbers_1: 2 2 0 1
// expect output low: 7.0 0.0 3.0 4.0
// without: other
layout(location = 0) out vec2 color;
layout(location = 1) out ivec2 numbers[2];
layout(location = 3, component = 0) out float low;
layout(location = 3, component = 2) out vec2 high;
void main() {
    color = vec2(0.5, 0.25);
    for (int i = 0; i < 2; i++) numbers[i] = ivec2(i + 1, 2);
    low = 7.0;
    high.y = 4.0;
    high.x = 3.0;
}
