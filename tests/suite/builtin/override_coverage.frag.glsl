#version 450
// client: vulkan
// A sample mask that adds samples (GL_NV_sample_mask_override_coverage).
#extension GL_NV_sample_mask_override_coverage : require
layout(location = 0) out vec4 color;
layout(override_coverage) out int gl_SampleMask[];
void main() {
    gl_SampleMask[0] = 15;
    color = vec4(1.0);
}
