#version 330 compatibility
// client: opengl
// Built-in inputs with qualifiers, and arrays with sizes.
flat in vec4 gl_Color;
noperspective in vec4 gl_SecondaryColor;
in vec4 gl_TexCoord[4];
in float gl_ClipDistance[3];
uniform int layer;
out vec4 color;

void main() {
    color = gl_Color + gl_SecondaryColor + gl_TexCoord[layer] * gl_ClipDistance[layer];
}
