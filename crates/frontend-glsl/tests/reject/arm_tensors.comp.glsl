#version 460
// client: vulkan
#extension GL_ARM_tensors : require
#extension GL_EXT_bfloat16 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform tensorARM<int, 1> t;
layout(set = 0, binding = 1) uniform readonly tensorARM<int, 2> reads;
layout(set = 0, binding = 2) uniform writeonly tensorARM<int, 2> writes;
layout(set = 0, binding = 3) uniform tensorARM<int, 0> none; // error: E0303
layout(set = 0, binding = 4) uniform tensorARM<int, -1> less; // error: E0418
layout(set = 0, binding = 5) uniform tensorARM<vec2, 1> pairs; // error: E0303
layout(set = 0, binding = 6) uniform tensorARM<bfloat16_t, 1> brains; // error: E0516
tensorARM<int, 1> alone; // error: E0422
void main() {
    int i = 1;
    float f;
    tensorWriteARM(t, uint[](0, 0), i); // error: E0400
    tensorWriteARM(t, ivec2(0), i); // error: E0400
    tensorReadARM(t, uint[](0), f); // error: E0400
    tensorWriteARM(reads, uint[](0, 0), i); // error: E0425
    tensorReadARM(writes, uint[](0, 0), i); // error: E0426
    tensorWriteARM(t, uint[](1), i, gl_TensorOperandsOutOfBoundsValueARM, 14); // error: E0400
    tensorReadARM(t, uint[](1), i, gl_TensorOperandsOutOfBoundsValueARM); // error: E0400
    tensorReadARM(t, uint[](1), i, gl_TensorOperandsOutOfBoundsValueARM, i); // error: E0417
    tensorReadARM(t, uint[](1), i, gl_TensorOperandsOutOfBoundsValueARM, 3u); // error: E0400
    tensorReadARM(t, uint[](1), i, gl_TensorOperandsNonTemporalARM, 3); // error: E0400
    tensorReadARM(t, uint[](1), i, 4u); // error: E0417
    uint operands = gl_TensorOperandsNonTemporalARM;
    tensorReadARM(t, uint[](1), i, operands); // error: E0417
    tensorReadARM(t, uint[](1), 3); // error: E0425
    uint size = tensorSizeARM(t, 1); // error: E0406
    size = tensorSizeARM(t, size); // error: E0417
    tensorSizeARM(i, 0); // error: E0700
    tensorSizeARM(t); // error: E0700
    tensorWriteARM(t, uint[](1)); // error: E0700
}
