#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float a_case(int x) {
    switch (x) {
    case 0:
        return 1.0;
        break;
    case 1:
        return 2.0;
    default:
        break;
    }
    return 3.0;
}

float a_last_return(float x) {
    if (x > 0.5) {
        return 1.0;
    } else {
        return 2.0;
    }
    return 3.0;
}

float behind_discard(float x) {
    if (x > 0.5) {
        discard;
        return 0.0;
    }
    return x;
}

float variant(float x) {
#ifndef FULL
    return x;
#endif
    x *= 2.0;
    return x;
}

void main() {
    color = variant(uv.x) * vec4(a_case(int(uv.x)), a_last_return(uv.y), behind_discard(uv.x), 1.0);
}
