#version 450
#extension GL_ARB_shader_draw_parameters : require
// passes: emulate_instance_base
// options: set emulate_instance_base.first_vertex=true
// vertices: 3
// buffer DriverUniforms: 5 100
// expect output seen: 5 5 100 100  5 5 100 101  5 5 100 102
// without: other
layout(location = 0) flat out ivec4 seen;
void main() {
    seen = ivec4(gl_InstanceIndex, gl_BaseInstanceARB, gl_BaseVertexARB, gl_VertexIndex);
    gl_Position = vec4(0.0);
}
