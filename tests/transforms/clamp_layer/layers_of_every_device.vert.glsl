#version 450
#extension GL_ARB_shader_viewport_layer_array : require
// passes: clamp_layer
// vertices: 3
// input n: -1 3 1000
// expect output gl_Layer: 0 3 255
// without: other
// canvas: 1x1 layers 256
layout(location = 0) in int n;
void main() {
    gl_Layer = n;
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
