#version 300 es
// client: opengl
// Sampler arrays with constant indices and as parameters.
precision mediump float;
uniform sampler2D maps[3];
uniform mediump usampler2D ids;
in vec2 uv;
out vec4 color;

vec4 two(sampler2D a, sampler2D b, float k) { return mix(texture(a, uv), texture(b, uv), k); }

void main() {
    uint id = texture(ids, uv).r;
    vec4 c = two(maps[0], maps[1], 0.5) * texture(maps[2], uv.yx);
    color = id > 3u ? c : textureLod(maps[1], uv, float(id));
}
