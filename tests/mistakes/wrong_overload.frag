// The third argument of `mix` has the wrong size.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 c = mix(vec3(0.0), vec3(1.0), uv);
    colour = vec4(c, 1.0);
}
