#version 450
layout(location = 0) out vec4 color;
layout(location = 0) in vec2 v;
void set(out float x) { x = 1.0; }

void main() {
    color = vec4(0.0);
    color.xxyy.xz = v; // error: E0425
    (color.xxyy).x = 1.0; // error: E0425
    color.rr[0] = 1.0; // error: E0425
    set(color.xx.y); // error: E0425
}
