#version 450
layout(binding = 0) uniform sampler2D t;
layout(location = 0) out vec4 o;
layout(location = 0) flat in ivec2 at;
void main() {
    o = textureOffset(t, vec2(0.5), ivec2(7, -8));
    o += textureOffset(t, vec2(0.5), ivec2(8, 0)); // error: E0406
    o += texelFetchOffset(t, at, 0, ivec2(0, -9)); // error: E0406
    o += textureGatherOffset(t, vec2(0.5), ivec2(20, 0));
}
