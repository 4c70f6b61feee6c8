#version 450
// passes: mask_sample_mask
// options: set mask_sample_mask.mask=0x5
// input m: 7 6 8 15
// expect output gl_SampleMask: 5 4 0 5
// without: other
// driver: no, the mask is not read back
layout(location = 0) flat in int m;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_SampleMask[0] = m;
}
