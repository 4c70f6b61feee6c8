#version 450
// passes: flip_y, rotate_surface
// options: set rotate_surface.angle=90
// The flip gives (x, -y), and the turn (y, x).
// vertices: 2
// input corner: 0.5 1.0  3.0 -2.0
// expect output gl_Position: 1.0 0.5 0.25 1.0  -2.0 3.0 0.25 1.0
// without: other
layout(location = 0) in vec2 corner;
void main() {
    gl_Position = vec4(corner, 0.25, 1.0);
}
