#version 450
// client: vulkan
// Constant float expressions incl. built-ins at compile time.
layout(location = 0) out vec4 o;

const float pi = acos(-1.0);
const float root = sqrt(2.0) * inversesqrt(8.0);
const vec3 dir = normalize(vec3(3.0, 0.0, 4.0));
const float d = dot(dir, vec3(1.0, 2.0, 0.5)) + length(vec2(3.0, 4.0));
const float m = mix(2.0, 4.0, 0.25) + clamp(5.0, 0.0, 1.0) + step(0.5, 0.4) + smoothstep(0.0, 1.0, 0.5);
const vec2 p = pow(vec2(2.0, 3.0), vec2(3.0, 2.0)) + exp2(vec2(3.0)) - log2(vec2(8.0, 2.0));

void main()
{
    o = vec4(pi * root, d, m, p.x - p.y);
}
