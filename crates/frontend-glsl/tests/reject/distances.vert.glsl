#version 450
// client: opengl
out float gl_ClipDistance[5]; // error: E0419
out float gl_CullDistance[4];
void main() {
    gl_ClipDistance[0] = 1.0;
    gl_CullDistance[0] = 1.0;
}
