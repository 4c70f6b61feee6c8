#version 450
// client: vulkan
// `gl_PerVertex` with the members that the shader names, and arrays of clip distances indexed by variables.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[3];
} gl_in[];
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
    float gl_CullDistance[2];
};

void main() {
    for (int i = 0; i < gl_in.length(); i++) {
        gl_Position = gl_in[i].gl_Position;
        gl_ClipDistance[i & 1] = gl_in[i].gl_ClipDistance[i];
        gl_CullDistance[1] = 1.0;
        EmitVertex();
    }
}
