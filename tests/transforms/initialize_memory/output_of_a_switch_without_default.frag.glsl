#version 450
// passes: initialize_memory
// buffer Data: 3
// expect output color: 0.0 0.0 0.0 0.0
// without: undefined
layout(std430, binding = 0) buffer Data { int n; };
layout(location = 0) out vec4 color;
void main() {
    switch (n) {
        case 0: color = vec4(1.0); break;
        case 1:
        case 2: color = vec4(2.0); break;
    }
}
