#version 450
#extension GL_EXT_multiview : require
// passes: number_views
// refused: a geometry shader reads the number of the view
layout(points) in;
layout(points, max_vertices = 1) out;
void main() {
    gl_Position = vec4(float(gl_ViewIndex));
    EmitVertex();
}
