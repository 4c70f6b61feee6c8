#version 450
layout(location = 0) out vec4 color;

float declared(float x);

float inner(float x) {
    return x;
}

float outer(float x) {
    return inner(x);
}

float _unused(float x) {
    return x;
}

void main() {
    color = vec4(outer(1.0));
}
