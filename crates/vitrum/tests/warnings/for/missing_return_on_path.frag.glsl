#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float one_arm(float x) {
    if (x > 0.5) {
        return 1.0;
    }
} // warning: E1003

int a_case(int x) {
    switch (x) {
    case 0:
        return 1;
    }
} // warning: E1003

float after_a_loop(float x) {
    for (int i = 0; i < 4; ++i) {
        if (x > float(i)) {
            return x;
        }
    }
} // warning: E1003

void main() {
    color = vec4(one_arm(uv.x), float(a_case(int(uv.y))), after_a_loop(uv.x), 1.0);
}
