#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// input x: 1.0 0.0 1.0 0.0
// expect output color: 5.0 0.0 5.0 0.0
// without: limit
layout(location = 0) in float x;
layout(location = 0) out float color;
void main() {
    float sum = 0.0;
    while (x > 0.5) sum += 1.0;
    color = sum;
}
