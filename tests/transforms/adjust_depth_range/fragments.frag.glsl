#version 450
// passes: adjust_depth_range
// options: set adjust_depth_range.depth_range=true
// buffer DriverUniforms: 0.25 0.75
// expect output depth: 0.5 0.375
// expect output gl_FragDepth: 0.75
// without: other
layout(location = 0) out vec2 depth;
void main() {
    depth = vec2(gl_FragCoord.z, 0.375);
    gl_FragDepth = 0.625;
}
