#version 450
// passes: adjust_depth_range
// options: set adjust_depth_range.depth_range=true
// buffer DriverUniforms: 0.0 0.5
// expect output depth: 0.25
// without: other
layout(location = 0) out float depth;
void main() {
    depth = gl_FragCoord.z;
}
