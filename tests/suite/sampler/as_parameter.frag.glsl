#version 450
// client: vulkan
// Samplers and textures as function parameters.
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform sampler2D b[2];
layout(binding = 3) uniform texture2D t;
layout(binding = 4) uniform sampler s;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 o;

vec4 blur(sampler2D x, vec2 p)
{
    vec2 px = 1.0 / vec2(textureSize(x, 0));
    return 0.5 * texture(x, p) + 0.25 * (texture(x, p + px) + texture(x, p - px));
}

vec4 join(texture2D tx, sampler sm, vec2 p) { return texture(sampler2D(tx, sm), p); }
vec4 both(sampler2D xs[2], vec2 p) { return blur(xs[0], p) - blur(xs[1], p); }

void main() { o = blur(a, uv) + blur(b[1], uv) + join(t, s, uv) + both(b, uv.yx); }
