#version 450
#include "light.glsl"

layout(set = 0, binding = 1) uniform Camera {
    mat4 view;
    vec3 eye;
    float weights[3];
    mat3 normals;
    Light lights[LIGHTS];
} camera;
layout(set = 0, binding = 2) uniform sampler2D clouds;
layout(push_constant) uniform Push { vec4 tint; bool enabled; } push;
layout(constant_id = 7) const int STEPS = 4;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    color = texture(clouds, uv) * push.tint * float(STEPS);
#ifdef NIGHT
    color.rgb *= 0.25;
#endif
    for (int i = 0; i < LIGHTS; i++) {
        color.rgb += camera.lights[i].color * camera.weights[i];
    }
    color += camera.view * vec4(camera.normals * camera.eye, push.enabled ? 1.0 : 0.0);
}
