#version 450
// passes: flip_y
// options: set flip_y.source=block, set flip_y.set=0, set flip_y.binding=3
// buffer DriverUniforms: -1.0 0 2.0 2.0
// input at: -1.0 1.0  1.0 1.0  -1.0 5.0  1.0 5.0
// expect output color: 0.5 1.5 2.0 -4.0  1.5 1.5 2.0 -4.0  0.5 0.5 2.0 -4.0  1.5 0.5 2.0 -4.0
// without: other
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(gl_FragCoord.xy, dFdx(at.x), dFdy(at.y));
}
