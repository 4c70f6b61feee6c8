#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int16_t v;
    r = int(v);
}
