#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float read_only() {
    float x;
    return x; // warning: E1001
}

float component_by_component() {
    vec3 v;
    v.x = 1.0;
    return v.y; // warning: E1001
}

void add(inout float sum) {
    sum += 1.0;
}

float argument() {
    float sum;
    add(sum); // warning: E1001
    return sum;
}

float in_a_loop() {
    float sum;
    for (int i = 0; i < 4; ++i) {
        float step;
        sum = step; // warning: E1001
        step = 1.0;
    }
    return sum;
}

void main() {
    color = vec4(read_only(), component_by_component(), argument(), in_a_loop() + uv.x);
}
