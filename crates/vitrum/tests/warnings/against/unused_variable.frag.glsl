#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
#define DECLARE(x) float x
float global;

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
    color = vec4(uv, table[0], 1.0);
}
