#version 450
// passes: bound_loops
// buffer Data: 0.0 9.0
// expect buffer Result: 4 2 3
// without: same
layout(std430, binding = 0) buffer Data { float small, large; };
layout(std430, binding = 1) buffer Result { int r[3]; };
void main() {
    for (float t = 0.0; t < 1.0; t += clamp(small, 0.25, 0.5)) r[0]++;
    for (float t = 0.0; t < 1.0; t += clamp(large, 0.25, 0.5)) r[1]++;
    for (float t = 3.0; t > 0.0; t -= max(small, 1.0)) r[2]++;
}
