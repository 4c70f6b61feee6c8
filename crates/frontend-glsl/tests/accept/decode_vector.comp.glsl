#version 450
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// Components of a tensor that are decoded one by one, or two, four or eight together.
layout(local_size_x = 32) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Two { uvec2 words; };

uint8_t one(const in Word block, const in uint number[2], const in uint place[2]) {
    return uint8_t(block.word >> 8 * place[1]);
}
u8vec2 two(const in Word block, const in uint number[2], const in uint place[2]) {
    return u8vec2(block.word >> 8 * place[1], block.word >> 8 * place[1] + 8);
}
u8vec4 four(const in Two block, const in uint number[2], const in uint place[2]) {
    return unpack8(block.words[place[1] / 4]);
}
vector<uint8_t, 8> eight(const in Two block, const in uint number[2], const in uint place[2]) {
    vector<uint8_t, 8> all = vector<uint8_t, 8>(uint8_t(block.words.x));
    all[7] = uint8_t(block.words.y);
    return all;
}

void main() {
    coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    tensorLayoutNV<2> layouts = setTensorLayoutBlockSizeNV(createTensorLayoutNV(2), 1, 8);
    layouts = setTensorLayoutDimensionNV(layouts, 64, 64);
    coopMatLoadTensorNV(m, data, 0, layouts, one, two);
    coopMatLoadTensorNV(m, data, 64, layouts, createTensorViewNV(2, false, 1, 0), one, four);
    coopMatLoadTensorNV(m, data, 128, layouts, one, eight);
    coopMatStoreTensorNV(m, data, 256, layouts);
}
