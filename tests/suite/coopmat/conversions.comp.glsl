#version 460
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Arrays as other arrays, parts of arrays, and rows and columns of matrices as arrays of invocations.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint COUNT = 8;
layout(constant_id = 1) const uint COLUMNS = 64;
#define MAT(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
layout(binding = 0) buffer Floats { float floats[64]; };
layout(binding = 1) buffer Words { uint words[8]; uint sums[]; };

void main() {
    float32_t all[64] = floats;
    uint factor[8];
    float part[8];
    extractSubArrayQCOM(all, 8, part);
    bitcastQCOM(part, factor);
    float16_t halves[16];
    bitcastQCOM(factor, halves);
    halves[3] += float16_t(1.0);
    float16_t few[4];
    extractSubArrayQCOM(halves, int(gl_LocalInvocationID.y), few);
    words = factor;

    MAT(float16_t, 64, 16, A) a;
    vectorToCoopmatQCOM(halves, a);
    MAT(int8_t, 32, 64, B) b;
    vectorToCoopmatQCOM(words, b);
    int8_t column[32];
    coopmatToVectorQCOM(b, column);
    MAT(float, 64, 64, Accumulator) sum;
    vectorToCoopmatQCOM(all, sum);
    sum += sum;
    coopmatToVectorQCOM(sum, all);
    coopmatToVectorQCOM(a, factor);

    uint open[COUNT];
    bitcastQCOM(all, open);
    extractSubArrayQCOM(factor, 1, open);
    MAT(float16_t, 16, COLUMNS, Accumulator) open_sum;
    vectorToCoopmatQCOM(open, open_sum);
    float16_t row[COLUMNS];
    coopmatToVectorQCOM(open_sum, row);

    floats = all;
    sums[gl_LocalInvocationIndex] = factor[2] + uint(column[5]) + uint(row[7]) + uint(few[1]) + open[3];
}
