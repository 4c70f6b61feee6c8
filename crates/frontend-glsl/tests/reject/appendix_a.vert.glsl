#version 100
// options: appendix a
uniform float list[8];
uniform int count;
uniform sampler2D images[2];
void main() {
    float sum = list[count];
    float local[2];
    local[count] = 1.0; // error: E0524
    gl_Position = texture2DLod(images[count], vec2(sum), 0.0); // error: E0524
}
