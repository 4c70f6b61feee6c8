#version 150 compatibility
// client: opengl
// no glslang: it does not have all of these outputs in geometry shaders
// Varyings of the compatibility profile as members of `gl_in`, beside members that SPIR-V knows.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        gl_FrontColor = gl_in[i].gl_FrontColor;
        gl_TexCoord[0] = gl_in[i].gl_TexCoord[1];
        gl_ClipDistance[2] = gl_in[i].gl_ClipDistance[1];
        gl_ClipVertex = gl_in[i].gl_ClipVertex;
        gl_FogFragCoord = gl_in[i].gl_FogFragCoord + gl_in[i].gl_PointSize;
        EmitVertex();
    }
}
