#version 450
// passes: initialize_memory
// buffer Data: 1
// expect output color: 2.0 2.0 2.0 2.0
// without: same
layout(std430, binding = 0) buffer Data { int n; };
layout(location = 0) out vec4 color;
void main() {
    if (n == 0) { color = vec4(1.0); return; }
    switch (n) {
        case 1: color = vec4(2.0); break;
        default: color = vec4(3.0);
    }
}
