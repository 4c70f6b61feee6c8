#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// buffer Data: 0.5
// expect buffer Result: 5 5
// without: limit
layout(std430, binding = 0) buffer Data { float step; };
layout(std430, binding = 1) buffer Result { int r[2]; };
void main() {
    // Neighbouring floats are 2 apart there, so that a half is lost.
    for (float t = 16777216.0; t < 16777220.0; t += clamp(step, 0.5, 1.0)) r[0]++;
    for (float t = -16777218.0; t < 0.0; t += min(step, 0.5)) r[1]++;
}
