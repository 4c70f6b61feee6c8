#version 450
// passes: clamp_point_size
// vertices: 3
// input size: 0.0 8.0 100.0
// expect output gl_PointSize: 1.0 8.0 64.0
// without: other
// canvas: 128x128
layout(location = 0) in float size;
void main() {
    gl_PointSize = size;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
