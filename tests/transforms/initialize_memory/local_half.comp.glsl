#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// passes: initialize_memory
// buffer Result: 7.0
// expect buffer Result: 0.0
// without: undefined
layout(std430, binding = 1) buffer Result { float r; };
void main() {
    float16_t v;
    r = float(v);
}
