#version 450
// passes: mask_sample_mask
// options: set mask_sample_mask.mask=7
// canvas: samples 4
// expect output gl_SampleMask: 1
// expect output seen: 15
// without: other
// driver: no, lavapipe reads 3 for some fragments that cover all four samples
layout(location = 0) out int seen;
void main() {
    seen = gl_SampleMaskIn[0];
    gl_SampleMask[0] = gl_SampleMaskIn[0] ^ 6;
}
