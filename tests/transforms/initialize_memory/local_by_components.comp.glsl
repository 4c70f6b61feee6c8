#version 450
// passes: initialize_memory
// buffer Data: 3.0
// expect buffer Result: 0.0 3.0 0.0 0.0
// without: undefined
layout(std430, binding = 0) buffer Data { float x; };
layout(std430, binding = 1) buffer Result { vec4 r; };
void main() {
    vec4 v;
    v.y = x;
    r = v;
}
