#version 450
// client: vulkan
// Members of a block without instance name are global names.
layout(binding = 1) uniform Style { vec4 tint; float gamma; vec2 range; };
layout(location = 0) in vec3 c;
layout(location = 0) out vec4 o;

vec3 encode(vec3 x) { return pow(x, vec3(1.0 / gamma)); }

void main()
{
    o = vec4(encode(clamp(c, range.x, range.y)), 1.0) * tint;
}
