#version 450
// passes: capture_feedback
// options: set capture_feedback.outputs=rows,pair, set capture_feedback.separate=true
// vertices: 2
// buffer DriverUniforms: 0 0 0 0  2 0 0 0
// buffer TransformFeedback0: 8*0
// buffer TransformFeedback1: 2*0
// expect buffer TransformFeedback0: 1.0 2.0 3.0 4.0  2.0 4.0 6.0 8.0
// expect buffer TransformFeedback1: 5 6
// expect output pair: 5 6
// without: other
layout(location = 0) out mat2 rows;
layout(location = 2) flat out uint pair;
void main() {
    rows = mat2(1.0, 2.0, 3.0, 4.0) * float(gl_VertexIndex + 1);
    pair = 5u + uint(gl_VertexIndex);
    gl_Position = vec4(0.0);
}
