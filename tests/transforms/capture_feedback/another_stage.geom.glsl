#version 450
// passes: capture_feedback
// refused: a geometry shader captures outputs, expected a vertex shader
layout(points) in;
layout(points, max_vertices = 1) out;
layout(location = 0, xfb_buffer = 0, xfb_offset = 0) out float value;
void main() {
    value = 1.0;
    EmitVertex();
}
