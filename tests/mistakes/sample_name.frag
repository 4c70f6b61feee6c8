// A keyword is used as the name of a parameter.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
float brighten(float sample, float gain) {
    return sample * gain;
}
void main() {
    colour = vec4(brighten(uv.x, 2.0));
}
