#version 400
// The selector and a label of other signedness are compared as `uint` (GLSL 4.60 section 6.2).
uniform int selector;
const uint FIRST = 1u;
out vec4 color;

void main() {
    switch (selector) {
        case FIRST: color = vec4(1.0); break;
        case 0xFFFFFFFFu: color = vec4(0.5); break;
        case -2: color = vec4(0.25); break;
        default: color = vec4(0.0);
    }
}
