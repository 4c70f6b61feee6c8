#version 450
// passes: adjust_depth_range
// options: set adjust_depth_range.to=negative_one_to_one, set adjust_depth_range.source=block
// vertices: 2
// buffer DriverUniforms: 1
// input depth: 0.0  0.5
// expect output gl_Position: 1.0 2.0 -2.0 2.0  1.0 2.0 -1.0 2.0
// without: other
layout(location = 0) in float depth;
void main() {
    gl_Position = vec4(1.0, 2.0, depth, 2.0);
}
