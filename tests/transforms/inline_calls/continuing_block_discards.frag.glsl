#version 450
// passes: inline_calls
// A condition of a do-while and a step of a for call what discards: the first fragment goes through both, the second
// one is discarded in the second round of the do-while, the third in the first, the fourth in the last step of the for.
// input at: 0.5 0.125 1.75 1.25
// buffer Log: 0 0
// expect buffer Log: 5 8
// expect output color: 2.0 8.0 _ _ _ _ _ _
// expect discarded: 0 1 1 1
// without: same
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
    float x = at;
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
