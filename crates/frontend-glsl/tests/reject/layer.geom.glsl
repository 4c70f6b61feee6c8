// client: opengl
#version 150
// `gl_Layer` is not among the variables that may be declared again (GLSL 1.50 section 7.1).
layout(points) in;
layout(points, max_vertices = 1) out;
out int gl_Layer; // error: E0302
void main() {
    gl_Layer = 1;
    EmitVertex();
}
