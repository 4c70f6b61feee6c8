#version 450
// passes: mask_sample_mask
// options: set mask_sample_mask.mask=9
// canvas: samples 4
// expect output gl_SampleMask: 9
// expect output color: 0.5 1.0 1.5 2.0
// without: other
// The shader writes no mask.
layout(location = 0) out vec4 color;
void main() {
    color = vec4(0.5, 1.0, 1.5, 2.0);
}
