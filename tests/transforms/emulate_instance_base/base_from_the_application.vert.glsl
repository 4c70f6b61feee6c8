#version 450
// passes: emulate_instance_base
// options: set emulate_instance_base.first_vertex=true
// vertices: 2
// instances: 3
// buffer DriverUniforms: 5 100
// expect output seen: 5 100  5 101  6 100  6 101  7 100  7 101
// without: other
layout(location = 0) flat out ivec2 seen;
void main() {
    seen = ivec2(gl_InstanceIndex, gl_VertexIndex);
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
