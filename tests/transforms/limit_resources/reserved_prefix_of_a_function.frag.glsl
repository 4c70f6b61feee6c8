#version 450
// passes: limit_resources
// options: set limit_resources.reserved-names=on
// refused: names that begin with `_webgl_` are reserved
layout(location = 0) out vec4 color;
float _webgl_f() { return 1.0; }
void main() { color = vec4(_webgl_f()); }
