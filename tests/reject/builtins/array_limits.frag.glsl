#version 130
out vec4 color;

void main() {
    color.x = gl_ClipDistance[gl_MaxClipDistances]; // error: E0406
    color = gl_TexCoord[gl_MaxTextureCoords]; // error: E0406
}
