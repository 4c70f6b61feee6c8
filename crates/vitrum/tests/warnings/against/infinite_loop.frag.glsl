#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block {
    int count;
};
layout(binding = 1) coherent buffer Flags {
    int flag;
};

bool ends(float x) {
    if (x > 10.0) {
        discard;
    }
    return x > 5.0;
}

void main() {
    float x = uv.x;
    while (true) {
        x += 1.0;
        if (x > 4.0) {
            break;
        }
    }
    for (int i = 0; i < count; ++i) {
        x += 2.0;
    }
    while (flag == 0) {
    }
    for (;;) {
        x += 1.0;
        if (x > 100.0) {
            discard;
        }
        if (ends(x)) {
            return;
        }
        color.x = x;
    }
}
