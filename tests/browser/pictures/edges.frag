#version 300 es
// Derivatives, texture sizes and fetches.
precision highp float;
precision highp int;
uniform sampler2D image;
uniform vec2 size;
in vec2 uv;
flat in int part;
out vec4 color;

void main() {
    ivec2 texels = textureSize(image, 0);
    ivec2 at = ivec2(uv * vec2(texels)) % texels;
    vec4 texel = texelFetch(image, at, 0);
    float circle = length(uv - 0.5) - 0.35;
    float edge = smoothstep(0.0, fwidth(circle) * 2.0, abs(circle));
    color = vec4(mix(vec3(1.0, 0.9, 0.2), texel.rgb, edge) * (part == 0 ? 1.0 : 0.5), 1.0);
}
