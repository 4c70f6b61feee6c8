#version 450
// passes: emulate_instance_base
// options: set emulate_instance_base.base=builtin
// vertices: 2
// instances: 3 from 5
// expect output seen: 5 0  5 1  6 0  6 1  7 0  7 1
// without: same
// driver: no, instances are not counted from 0 there
layout(location = 0) flat out ivec2 seen;
void main() {
    seen = ivec2(gl_InstanceIndex, gl_VertexIndex);
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
