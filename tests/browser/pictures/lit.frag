#version 100
// What the vertex shader gives, a texture, and a discarded corner.
precision mediump float;
uniform sampler2D image;
uniform vec3 tint;
varying vec2 uv;
varying vec3 normal;

void main() {
    if (uv.x + uv.y < 0.3) discard;
    vec3 n = normalize(normal);
    float diffuse = clamp(dot(n, vec3(0.3, 0.5, 0.8)), 0.0, 1.0);
    gl_FragColor = vec4(texture2D(image, uv * 2.0).rgb * mix(tint, vec3(1.0), diffuse), 1.0);
}
