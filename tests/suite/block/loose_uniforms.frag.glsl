#version 430
// client: opengl
// Loose uniforms of all kinds, with locations, initialisers and structs.
struct Fog { vec3 rgb; float density; };
layout(location = 2) uniform vec4 tint;
layout(location = 5) uniform float weights[4];
uniform float exposure = 1.5;
uniform Fog fog[2];
uniform mat3 basis;
uniform bvec2 flags;
in vec3 n;
out vec4 color;

void main()
{
    vec3 c = basis * n * exposure;
    for (int i = 0; i < 4; i++) c += weights[i] * tint.rgb;
    if (flags.y) c = mix(c, fog[1].rgb, fog[0].density);
    color = vec4(c, 1.0);
}
