#version 450
#extension GL_EXT_multiview : require
// passes: number_views
// options: set number_views.base=zero, set number_views.views=3
// vertices: 1
// instances: 6
// canvas: 2x2 layers 3
// expect output gl_Layer: 0 1 2 0 1 2
// expect output seen: 0 0  1 0  2 0  0 1  1 1  2 1
// without: other
layout(location = 0) flat out ivec2 seen;
void main() {
    seen = ivec2(gl_ViewIndex, gl_InstanceIndex);
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
