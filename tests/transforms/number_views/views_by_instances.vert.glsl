#version 450
#extension GL_EXT_multiview : require
// passes: number_views
// options: set number_views.base=zero, set number_views.first=2
// vertices: 2
// expect output seen: 0 0  0 0
// expect output gl_Layer: 2 2
// without: other
// driver: no, the geometry shader of the harness captures no layers
layout(location = 0) flat out ivec2 seen;
void main() {
    seen = ivec2(gl_ViewIndex, gl_InstanceIndex);
    gl_Position = vec4(0.0);
}
