#version 450
// passes: mask_sample_mask
// options: set mask_sample_mask.mask=0x5
// buffer Masks: 7 6 8 15
// expect output gl_SampleMask: 5 4 0 5
// without: other
// canvas: samples 4
layout(std430, binding = 0) buffer Masks { int masks[4]; };
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_SampleMask[0] = masks[2 * int(gl_FragCoord.y) + int(gl_FragCoord.x)];
}
