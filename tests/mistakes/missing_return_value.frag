// A function returns nothing on its last path.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float stripe(float x) {
    if (x > 0.5) return;
    return 0.5;
}
void main() {
    colour = vec4(stripe(uv.x));
}
