#version 460
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Bits of arrays as other numbers, and parts of arrays, without matrices.
layout(local_size_x = 2) in;
layout(binding = 0) buffer Words { uint words[8]; int start; float floats[4]; };
layout(binding = 1) buffer Halves { float16_t halves[16]; };

void main() {
    float16_t doubled[16];
    bitcastQCOM(words, doubled);
    for (int i = 0; i < 16; i++)
        doubled[i] *= float16_t(2.0);
    halves = doubled;
    float numbers[8];
    bitcastQCOM(doubled, numbers);
    extractSubArrayQCOM(numbers, start & 3, floats);
    uint few[3];
    extractSubArrayQCOM(words, 5, few);
    words[0] = few[0] + few[1] * few[2];
}
