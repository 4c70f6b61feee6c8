#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 parts[2];
layout(location = 3) out vec4 made;

void make(out vec4 x) {
    x = vec4(1.0);
}

void main() {
    color.x = 1.0;
    if (uv.x > 0.5) {
        parts[0] = vec4(1.0);
    }
    make(made);
}
