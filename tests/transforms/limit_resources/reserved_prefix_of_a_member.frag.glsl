#version 450
// passes: limit_resources
// options: set limit_resources.reserved-names=on
// refused: names that begin with `webgl_` are reserved
layout(location = 0) out vec4 color;
struct S { float webgl_m; };
void main() {
    S s = S(1.0);
    color = vec4(s.webgl_m);
}
