#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float both_arms(float x) {
    if (x > 0.5) {
        return 1.0;
    } else {
        discard;
    }
}

int all_cases(int x) {
    switch (x) {
    case 0:
        return 1;
    default:
        return 2;
    }
}

float in_a_loop(float x) {
    while (true) {
        x *= 2.0;
        if (x > 100.0) {
            return x;
        }
    }
}

float on_a_known_path(float x) {
    if (true) {
        return x;
    }
}

void main() {
    color = vec4(both_arms(uv.x), float(all_cases(int(uv.y))), in_a_loop(uv.x), on_a_known_path(uv.y));
}
