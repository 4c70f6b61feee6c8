#version 450
// passes: emulate_instance_base
// options: set emulate_instance_base.base=builtin
// vertices: 2
// expect output seen: 0
// without: same
layout(location = 0) flat out int seen;
void main() {
    seen = gl_InstanceIndex;
    gl_Position = vec4(0.0);
}
