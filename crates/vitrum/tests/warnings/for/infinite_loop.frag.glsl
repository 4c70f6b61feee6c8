#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block {
    int count;
};

void main() {
    float x = 0.0;
    if (uv.x > 0.75) {
        for (;;) { // warning: E1011
            x += 1.0;
        }
    }
    int i = 0;
    while (i < 4) { // warning: E1011
        x += 1.0;
    }
    for (int j = 0; j < count; ++i) { // warning: E1011
        x += 2.0;
    }
    do { // warning: E1011
        x += 3.0;
    } while (uv.y > 0.5);
    color = vec4(x + float(i));
}
