#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float behind_return(float x) {
    return x;
    x += 1.0; // warning: E1004
    x += 2.0;
}

float behind_both_arms(float x) {
    if (x > 0.5) {
        return 1.0;
    } else {
        return 2.0;
    }
    x = 3.0; // warning: E1004
    return x;
}

void main() {
    for (int i = 0; i < 4; ++i) {
        if (uv.x > float(i)) {
            continue;
            color.x = 1.0; // warning: E1004
        }
    }
    color = vec4(behind_return(uv.x), behind_both_arms(uv.y), 0.0, 1.0);
    return;
    { // warning: E1004
        color = vec4(0.0);
    }
}
