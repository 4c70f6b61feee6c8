#version 450
// client: opengl
// passes: emulate_instance_base
// options: set emulate_instance_base.base=builtin, set emulate_instance_base.to=vulkan
// vertices: 2
// instances: 3 from 5
// expect output seen: 0 0 1 1 2 2
// without: same
// glsl: no, it is printed for Vulkan
layout(location = 0) flat out int seen;
void main() {
    seen = gl_InstanceID;
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
