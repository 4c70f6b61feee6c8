#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

struct Light {
    vec3 position;
    float power;
};

void make(out float x) {
    x = 1.0;
}

// It is `out` in all but name.
void fill(inout vec2 x) {
    x = uv * 2.0;
    x += 1.0;
}

void fill_by_another(inout vec2 x) {
    fill(x);
}

vec2 by_inout() {
    vec2 x;
    fill_by_another(x);
    return x;
}

float all_paths(bool first) {
    float x;
    if (first) {
        x = 1.0;
    } else {
        x = 2.0;
    }
    return x;
}

float all_cases(int which) {
    float x;
    switch (which) {
    case 0:
        x = 1.0;
        break;
    case 1:
        return 2.0;
    default:
        x = 3.0;
    }
    return x;
}

float in_a_loop() {
    float x;
    for (int i = 0; i < 3; ++i) {
        x = float(i);
    }
    return x;
}

float by_parts() {
    vec4 v;
    v.xy = vec2(1.0);
    v.zw = vec2(2.0);
    Light light;
    light.position = v.xyz;
    light.power = 1.0;
    float table[3];
    for (int i = 0; i < 3; ++i) {
        table[i] = 1.0;
    }
    return light.power + table[1] + light.position.x;
}

void main() {
    float x;
    make(x);
    color = vec4(all_paths(uv.x > 0.5), all_cases(int(uv.y)), in_a_loop(), by_parts() + x) * by_inout().x;
}
