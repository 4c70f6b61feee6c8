#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// passes: initialize_memory
// buffer Result: 7l
// expect buffer Result: 0l
// without: undefined
layout(std430, binding = 1) buffer Result { uint64_t r; };
void main() {
    uint64_t v;
    r = v;
}
