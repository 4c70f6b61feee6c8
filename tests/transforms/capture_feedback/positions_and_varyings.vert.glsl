#version 450
// passes: capture_feedback, flip_y
// options: set capture_feedback.buffer_set=0, set capture_feedback.buffer_binding=0
// vertices: 3
// input corner: 0.5 1.0  1.5 2.0  2.5 3.0
// buffer DriverUniforms: 8 0 0 0  3 0 0 0
// buffer TransformFeedback0: 19*9
// expect buffer TransformFeedback0: 9 9  9 0 0.5 1.0 0.0 1.0  9 1 1.5 2.0 0.0 1.0  9 9 9 9 9
// expect output gl_Position: 0.5 -1.0 0.0 1.0  1.5 -2.0 0.0 1.0  2.5 -3.0 0.0 1.0
// without: other
// Positions are captured as they are before the flip; the last vertex does not fit.
layout(location = 0) in vec2 corner;
layout(xfb_buffer = 0, xfb_stride = 24) out;
layout(location = 0, xfb_offset = 4) flat out int number;
layout(xfb_buffer = 0) out gl_PerVertex { layout(xfb_offset = 8) vec4 gl_Position; };
void main() {
    number = gl_VertexIndex;
    gl_Position = vec4(corner, 0.0, 1.0);
}
