#version 450
// passes: clamp_point_size
// options: set clamp_point_size.min=2, set clamp_point_size.max=4
// vertices: 3
// input size: 0.0 8.0 100.0
// expect output gl_PointSize: 2.0 4.0 4.0
// without: other
// canvas: 128x128
layout(location = 0) in float size;
void main() {
    gl_PointSize = size;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
