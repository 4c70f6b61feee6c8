// There is one `}` too many.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float twice(float x) {
    return x * 2.0;
}
}

void main() {
    colour = vec4(twice(uv.x));
}
