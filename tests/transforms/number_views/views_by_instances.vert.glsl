#version 450
#extension GL_EXT_multiview : require
// passes: number_views
// options: set number_views.base=zero, set number_views.first=2
// vertices: 2
// instances: 4
// canvas: 4x4 layers 4
// expect output seen: 0 0  0 0  1 0  1 0  0 1  0 1  1 1  1 1
// expect output gl_Layer: 2 2 3 3 2 2 3 3
// without: other
layout(location = 0) flat out ivec2 seen;
void main() {
    seen = ivec2(gl_ViewIndex, gl_InstanceIndex);
    gl_PointSize = 1.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
