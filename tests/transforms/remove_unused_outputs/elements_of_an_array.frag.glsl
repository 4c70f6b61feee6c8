#version 450
// passes: remove_unused_outputs
// options: set remove_unused_outputs.locations=0,1
// expect output colors_0: 1.0 3.0
// expect output colors_1: 2.0 3.0
// without: other
layout(location = 0) out vec2 colors[3];
layout(location = 3) out vec4 other;
void main() {
    for (int i = 0; i < 3; i++) colors[i] = vec2(float(i) + 1.0, 3.0);
    other = vec4(colors[2], 0.0, 0.0);
}
