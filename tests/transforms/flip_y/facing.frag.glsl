#version 450
// passes: flip_y
// expect output facing: 0
// without: other
// driver: no, the triangle of the harness shows its back there
layout(location = 0) out int facing;
void main() {
    facing = gl_FrontFacing ? 1 : 0;
}
