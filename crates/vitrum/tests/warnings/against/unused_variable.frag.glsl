#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
#define DECLARE(x) float x
float global;

float parts(float x, out float whole) {
    whole = floor(x);
    return x - whole;
}

// The variables are there for what the functions give besides.
float without_outs(float x) {
    float whole, rest;
    x = modf(x, whole);
    return parts(x, rest);
}

void main() {
    float a = uv.x;
    float _unused;
    float debug = 1.0;
#ifdef DEBUG
    color = vec4(debug);
#endif
    DECLARE(b);
    for (int i = 0; i < 4; ++i) {
        a += global;
    }
    const int size = 2;
    float table[size];
    table[0] = a;
    color = vec4(uv, table[0], without_outs(a));
}
