#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float others_leave(bool first) {
    float x;
    if (first) {
        x = 1.0;
    } else {
        discard;
    }
    return x;
}

float others_return(int which) {
    float x;
    switch (which) {
    case 0:
        x = 1.0;
    case 1:
        x = 2.0;
        break;
    default:
        return 0.0;
    }
    return x;
}

float surely_iterates() {
    float x;
    int i = 0;
    do {
        x = float(i);
    } while (++i < int(uv.x));
    return x;
}

void main() {
    color = vec4(others_leave(uv.x > 0.5), others_return(int(uv.y)), surely_iterates(), 1.0);
}
