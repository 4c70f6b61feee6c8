#version 460
// client: vulkan
// no glslang: Debian's does not know the extensions
// Tensors of several elements and ranks: sizes, elements and rows, with operands, as parameters and in arrays (GL_ARM_tensors).
#extension GL_ARM_tensors : require
#extension GL_ARM_tensors_bfloat16 : require
#extension GL_ARM_tensors_float_e4m3 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform readonly tensorARM<float, 2> image;
layout(set = 0, binding = 1) uniform writeonly tensorARM<int8_t, 3> bytes;
layout(set = 0, binding = 2) uniform tensorARM<uint, 1> counts[2];
layout(set = 0, binding = 3) uniform tensorARM<bfloat16_t, 1> brains;
layout(set = 0, binding = 4) uniform tensorARM<floate4m3_t, 4> small;
layout(set = 0, binding = 5) uniform tensorARM<bool, 2> flags;
layout(set = 0, binding = 6) buffer Data { uint index; float row[4]; uint sum; };
float first(readonly tensorARM<float, 2> of, uint y) {
    float value;
    tensorReadARM(of, uint[](y, 0), value, gl_TensorOperandsOutOfBoundsValueARM, -1.0);
    return value;
}
void main() {
    uint width = tensorSizeARM(image, 1);
    uint place[2] = uint[2](gl_LocalInvocationIndex % tensorSizeARM(image, 0), index % width);
    tensorReadARM(image, place, row, gl_TensorOperandsNonTemporalARM);
    tensorWriteARM(bytes, uint[](0, 1, index), int8_t(first(image, index)));
    int8_t pair[2] = int8_t[](int8_t(1), int8_t(2));
    tensorWriteARM(bytes, uint[](1, 0, 0), pair, gl_TensorOperandsNonTemporalARM);
    uint count;
    tensorReadARM(counts[0], uint[](index), count);
    tensorWriteARM(counts[1], uint[](index), count + 1u);
    tensorReadARM(counts[index & 1u], uint[](index),  sum);
    bfloat16_t brain;
    tensorReadARM(brains, uint[](3), brain);
    floate4m3_t narrow[3];
    tensorReadARM(small, uint[](0, 0, 0, index), narrow);
    tensorWriteARM(brains, uint[](4), bfloat16_t(float(narrow[1]) + float(brain)));
    bool set;
    tensorReadARM(flags, uint[](0, index), set);
    tensorWriteARM(flags, uint[](1, index), !set);
}
