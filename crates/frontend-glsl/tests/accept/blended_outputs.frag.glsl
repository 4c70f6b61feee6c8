#version 450
layout(location = 0, index = 0) out vec4 a;
layout(location = 0, index = 1) out vec2 b;
layout(location = 1) out ivec4 c;
void main() {
    a = vec4(1.0);
    b = vec2(1.0);
    c = ivec4(1);
}
