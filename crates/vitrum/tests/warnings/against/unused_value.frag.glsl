#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 1, r32ui) uniform uimage2D counts;
#define IGNORE(x) x

float next(inout float x) {
    return x++;
}

void main() {
    float x = uv.x;
    x++;
    next(x);
    x > 0.5 ? next(x) : 0.0;
    imageAtomicAdd(counts, ivec2(0), 1u);
    IGNORE(x);
    x += 1.0, x *= 2.0;
    ;
    color = vec4(x);
}
