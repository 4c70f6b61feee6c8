#version 450
// passes: limit_resources
// options: set limit_resources.private-bytes=1000
// refused: bytes up to here, at most 1000 are allowed
layout(location = 0) out vec4 color;
float big[300];
layout(location = 0) flat in int i;
void main() {
    big[i] = 1.0;
    color = vec4(big[i]);
}
