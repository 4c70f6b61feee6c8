#version 450
#extension GL_ARB_shader_viewport_layer_array : require
// passes: clamp_layer
// options: set clamp_layer.layers=6, set clamp_layer.viewports=2
// vertices: 3
// input n: -1 3 100
// expect output gl_Layer: 0 3 5
// expect output gl_ViewportIndex: 0 1 1
// without: other
// canvas: 4x4 layers 6 viewports 2
layout(location = 0) in int n;
void main() {
    gl_Layer = n;
    gl_ViewportIndex = n;
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
