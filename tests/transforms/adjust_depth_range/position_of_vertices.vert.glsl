#version 450
// passes: adjust_depth_range
// options: set adjust_depth_range.half_pixel=true
// vertices: 2
// buffer DriverUniforms: 0.25 -0.5
// input depth: -2.0  0.5
// expect output gl_Position: 1.5 1.0 0.0 2.0  1.5 1.0 1.25 2.0
// without: other
layout(location = 0) in float depth;
void main() {
    gl_Position = vec4(1.0, 2.0, depth, 2.0);
}
