#version 450
// client: vulkan
// Redeclarations of built-in blocks that say too much or the wrong thing.
layout(triangles) in;
layout(points, max_vertices = 1) out;
in gl_PerVertex {
    vec3 gl_Position; // error
    float gl_Width; // error
} gl_in[];
in gl_PerVertex { // error
    vec4 gl_Position;
} gl_in[];
out gl_PerVertex {
    vec4 gl_Position;
} gl_out[]; // error

void main() {
    gl_Position = vec4(0.0);
}
