#version 310 es
// Coordinates keep their precision whatever that of the sampler and of the result is.
precision mediump float;
layout(binding = 0) uniform sampler2D low;
layout(binding = 1) uniform highp sampler2D high;
layout(binding = 2) uniform mediump sampler2DShadow depth;
layout(location = 0) in highp vec2 uv;
layout(location = 1) in mediump vec2 near;
layout(location = 0) out highp vec4 c;

void main() {
    highp vec2 at = near;
    at = at * 1.0009765625 + uv * uv;
    mediump vec2 short_at = at;
    c = texture(low, at) * texture(low, short_at * 1.001);
    c += texture(high, near) * textureLod(high, at * at, 0.0) + vec4(texture(depth, vec3(at, near.x * near.y)));
    highp vec4 texel = texture(low, uv);
    c.xy += texel.xy * texel.zw * at + dFdx(at * at) + vec2(texelFetch(high, ivec2(at * 100.0) & 3, 0));
    c.z += fwidth(texel.x * at.y);
}
