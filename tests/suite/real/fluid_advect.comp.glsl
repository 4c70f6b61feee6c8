#version 450
// client: vulkan
// Semi-Lagrangian advection and Jacobi pressure, chosen by a specialisation constant.
layout(local_size_x = 8, local_size_y = 8) in;
layout(constant_id = 0) const int PASS = 0;
layout(binding = 0) uniform sampler2D velocity;
layout(binding = 1) uniform sampler2D field;
layout(binding = 2, rgba16f) uniform writeonly image2D result;
layout(push_constant) uniform Pc { float dt; float dissipation; float alpha; float beta; };

vec4 advect(vec2 uv)
{
    vec2 v = texture(velocity, uv).xy;
    return texture(field, uv - v * dt) * dissipation;
}

vec4 jacobi(ivec2 p)
{
    vec4 l = texelFetchOffset(field, p, 0, ivec2(-1, 0));
    vec4 r = texelFetchOffset(field, p, 0, ivec2(1, 0));
    vec4 b = texelFetchOffset(field, p, 0, ivec2(0, -1));
    vec4 t = texelFetchOffset(field, p, 0, ivec2(0, 1));
    return (l + r + b + t + alpha * texelFetch(velocity, p, 0)) * beta;
}

float divergence(ivec2 p)
{
    float dx = texelFetchOffset(velocity, p, 0, ivec2(1, 0)).x - texelFetchOffset(velocity, p, 0, ivec2(-1, 0)).x;
    float dy = texelFetchOffset(velocity, p, 0, ivec2(0, 1)).y - texelFetchOffset(velocity, p, 0, ivec2(0, -1)).y;
    return 0.5 * (dx + dy);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(result);
    if (p.x >= size.x || p.y >= size.y)
        return;
    vec4 r;
    if (PASS == 0)
        r = advect((vec2(p) + 0.5) / vec2(size));
    else if (PASS == 1)
        r = jacobi(p);
    else
        r = vec4(divergence(p));
    imageStore(result, p, r);
}
