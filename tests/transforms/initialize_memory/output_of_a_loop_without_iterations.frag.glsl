#version 450
// passes: promote_variables, initialize_memory
// buffer Data: 0
// expect output color: 0.0 0.0 0.0 0.0
// without: undefined
layout(std430, binding = 0) buffer Data { int n; };
layout(location = 0) out vec4 color;
void main() {
    for (int i = 0; i < n; ++i) color = vec4(float(i));
}
