#version 450
// passes: define_integer_arithmetic
// input x: 0.0 1.0 2.0 3.0
// expect output color: 12.0 12.0 6.0 4.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out float color;
void main() { color = float(12 / int(x + 0.5)); }
