#version 450
// pipeline: robust
// input x: 1.0 -1.0 1.0 -1.0
// expect output color: 1.0 0.0 1.0 0.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out float color;
void main() {
    float sum;
    if (x > 0.0) sum += x;
    color = sum;
}
