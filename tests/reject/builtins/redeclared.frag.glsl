#version 330 compatibility
// client: opengl
// Redeclarations of built-in variables.
in vec3 gl_Color; // error
out vec4 gl_SecondaryColor; // error
in vec4 gl_TexCoord[9]; // error
in int gl_PrimitiveID; // error
out float gl_FragCoord; // error

void main() {
    float z = gl_FragCoord.z;
    gl_FragDepth = z;
}
