#version 450
// client: vulkan
// Functions that discard, called by the condition of a do-while and by the step of a for.
layout(location = 0) in float at;
layout(location = 0) out vec2 color;
layout(std430, binding = 0) buffer Log { uint rounds; uint steps; };

bool more(float x) {
    if (x > 3.0) discard;
    return x < 2.0;
}

int next(int i, float x) {
    if (x + float(i) > 5.5) discard;
    return i + 1;
}

void main() {
    float x = fract(at) * 2.0;
    do {
        atomicAdd(rounds, 1u);
        x += 1.5;
    } while (more(x));
    float sum = 0.0;
    for (int i = 0; i < 4; i = next(i, x)) {
        atomicAdd(steps, 1u);
        sum += x;
    }
    color = vec2(x, sum);
}
