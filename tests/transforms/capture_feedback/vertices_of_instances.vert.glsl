#version 450
// passes: capture_feedback
// options: set capture_feedback.outputs=pair, set capture_feedback.separate=true
// vertices: 3
// instances: 2
// buffer DriverUniforms: 0 0 0 0  3 0 0 0
// buffer TransformFeedback0: 8*7
// expect buffer TransformFeedback0: 0 1 2 10 11 12 7 7
// without: other
layout(location = 0) flat out uint pair;
void main() {
    pair = uint(gl_VertexIndex) + 10u * uint(gl_InstanceIndex);
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
