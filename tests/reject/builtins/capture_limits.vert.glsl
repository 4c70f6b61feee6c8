#version 440
layout(xfb_buffer = gl_MaxTransformFeedbackBuffers) out; // error: E0503
layout(xfb_stride = (gl_MaxTransformFeedbackInterleavedComponents + 1) * 4) out vec4 a; // error: E0503
layout(xfb_offset = gl_MaxTransformFeedbackInterleavedComponents * 4 - 12) out vec4 b; // error: E0503

void main() {}
