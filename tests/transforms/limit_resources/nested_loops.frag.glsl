#version 450
// passes: limit_resources
// options: set limit_resources.loop-nesting=1
// refused: loops nest 2 deep, at most 1 are allowed
layout(location = 0) out vec4 color;
layout(location = 0) flat in int n;
void main() {
    color = vec4(0.0);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) color += vec4(1.0);
}
