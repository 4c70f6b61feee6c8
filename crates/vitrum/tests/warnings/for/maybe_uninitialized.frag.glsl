#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float one_path(bool first) {
    float x;
    if (first) {
        x = 1.0;
    }
    return x; // warning: E1002
}

float one_case(int which) {
    float x;
    switch (which) {
    case 0:
        x = 1.0;
        break;
    default:
        break;
    }
    return x; // warning: E1002
}

float perhaps_no_iteration(int count) {
    float x;
    for (int i = 0; i < count; ++i) {
        x = float(i);
    }
    return x; // warning: E1002
}

void main() {
    color = vec4(one_path(uv.x > 0.5), one_case(int(uv.y)), perhaps_no_iteration(int(uv.x)), 1.0);
}
