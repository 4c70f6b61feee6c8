#version 450
// passes: limit_resources
// options: set limit_resources.reserved-names=on
// refused: 7 |     float webgl_x = 1.0;
layout(location = 0) out vec4 color;
void main() {
    float webgl_x = 1.0;
    color = vec4(webgl_x);
}
