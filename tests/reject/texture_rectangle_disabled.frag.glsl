#version 110
// client: opengl
#extension GL_ARB_texture_rectangle : disable
// Enabled unless a shader disables it (GL_ARB_texture_rectangle, issue 15).
uniform sampler2DRect s; // error
void main() {
    gl_FragColor = vec4(1.0);
}
