#version 450
// passes: clamp_point_size
// options: set clamp_point_size.min=3, set clamp_point_size.max=5
// canvas: 16x16
// vertices: 3
// input size: nan -1.0 4.0
// expect output gl_PointSize: 3.0 3.0 4.0
// without: other
layout(location = 0) in float size;
void main() {
    gl_PointSize = size;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
