#version 450
// passes: initialize_memory
// buffer Data: 1
// expect output color: 0.0 0.0 0.0 0.0
// without: undefined
layout(std430, binding = 0) buffer Data { int n; };
layout(location = 0) out vec4 color;
void put() {
    if (n == 1) return;
    color = vec4(1.0);
}
void main() { put(); }
