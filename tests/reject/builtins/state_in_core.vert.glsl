#version 150
// client: opengl
// The core profile has no fixed-function state.
void main() {
    gl_Position = gl_ModelViewMatrix * vec4(1.0); // error
    gl_Position += ftransform(); // error
    gl_FrontColor = vec4(1.0); // error
}
