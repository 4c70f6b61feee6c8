// The initialiser is wrong; the name is used three times later.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 normal = normalise(vec3(uv, 1.0));
    float light = dot(normal, vec3(0.0, 1.0, 0.0));
    float back = max(-normal.z, 0.0);
    colour = vec4(normal * light + back, 1.0);
}
