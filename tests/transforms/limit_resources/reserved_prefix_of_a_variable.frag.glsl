#version 450
// passes: limit_resources
// options: set limit_resources.preset=webgl2
// refused: names that begin with `webgl_` are reserved
layout(location = 0) out vec4 color;
void main() {
    float webgl_x = 1.0;
    color = vec4(webgl_x);
}
