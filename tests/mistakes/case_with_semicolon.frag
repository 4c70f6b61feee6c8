// `;` for `:` behind `case`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    switch (1) {
        case 1; colour = vec4(1.0); break;
    }
}
