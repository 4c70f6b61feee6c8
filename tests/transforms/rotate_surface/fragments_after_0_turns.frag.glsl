#version 450
// passes: rotate_surface
// options: set rotate_surface.source=block, set rotate_surface.set=0, set rotate_surface.binding=3
// buffer DriverUniforms: 0 0 2.0 2.0
// input at: -1.0 1.0  1.0 1.0  -1.0 5.0  1.0 5.0
// expect output color: 0.5 0.5 2.0 4.0  1.5 0.5 2.0 4.0  0.5 1.5 2.0 4.0  1.5 1.5 2.0 4.0
// without: same
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    float both = at.x + at.y;
    color = vec4(gl_FragCoord.xy, dFdx(both), dFdy(both));
}
