#version 300 es
// client: opengl
// Distance field text with outline, glow and supersampling by derivatives.
precision mediump float;
uniform sampler2D atlas;
uniform vec4 fill;
uniform vec4 outline;
uniform float thickness;
in highp vec2 uv;
out vec4 color;

float median(vec3 s) { return max(min(s.r, s.g), min(max(s.r, s.g), s.b)); }

float cover(highp vec2 p, float edge) {
    float d = median(texture(atlas, p).rgb) - edge;
    highp vec2 unit = 4.0 / vec2(textureSize(atlas, 0));
    return clamp(d / max(dot(unit, fwidth(p)) * 64.0, 0.001) + 0.5, 0.0, 1.0);
}

void main() {
    float inner = 0.0, outer = 0.0;
    highp vec2 dx = dFdx(uv) * 0.25, dy = dFdy(uv) * 0.25;
    for (int i = 0; i < 4; ++i) {
        highp vec2 o = ((i & 1) == 0 ? dx : -dx) + ((i & 2) == 0 ? dy : -dy);
        inner += cover(uv + o, 0.5);
        outer += cover(uv + o, 0.5 - thickness);
    }
    vec4 c = mix(outline, fill, inner * 0.25);
    color = vec4(c.rgb, c.a * outer * 0.25);
    if (color.a < 0.004) discard;
}
