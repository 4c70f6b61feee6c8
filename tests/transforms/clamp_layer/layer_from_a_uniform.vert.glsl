#version 450
#extension GL_ARB_shader_viewport_layer_array : require
// passes: clamp_layer
// options: set clamp_layer.uniform=last
// uniform last: 1 2
// vertices: 4
// canvas: 4x4 layers 2 viewports 3
// input n: -5 1 2 3
// expect output gl_Layer: 0 1 1 1
// expect output gl_ViewportIndex: 0 1 2 2
// without: other
layout(location = 0) in int n;
void main() {
    gl_Layer = n;
    gl_ViewportIndex = n;
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
