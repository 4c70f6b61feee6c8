#version 450
// passes: initialize_memory
// input x: 1.0 -1.0 2.0 -2.0
// expect output number: 5 0 5 0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out int number;
void main() { if (x > 0.0) number = 5; }
