#version 450
// client: vulkan
// Skeletal animation by dual quaternions or matrices.
layout(constant_id = 0) const bool DUAL_QUATERNIONS = false;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 joints;
layout(location = 3) in vec4 weights;

layout(set = 0, binding = 0) uniform View { mat4 viewProj; mat4 model; };
layout(std430, set = 1, binding = 0) readonly buffer Palette { mat4 bones[]; };
layout(std430, set = 1, binding = 1) readonly buffer Duals { mat2x4 duals[]; };

layout(location = 0) out vec3 vNormal;
layout(location = 1) out vec3 vWorld;

mat4 linearBlend()
{
    mat4 m = bones[joints.x] * weights.x;
    m += bones[joints.y] * weights.y;
    m += bones[joints.z] * weights.z;
    m += bones[joints.w] * weights.w;
    return m;
}

mat2x4 dualBlend()
{
    mat2x4 first = duals[joints[0]];
    mat2x4 sum = first * weights[0];
    for (int i = 1; i < 4; ++i)
    {
        mat2x4 d = duals[joints[i]];
        float s = dot(first[0], d[0]) < 0.0 ? -weights[i] : weights[i];
        sum += d * s;
    }
    return sum / length(sum[0]);
}

vec3 rotate(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

void main()
{
    vec3 p, n;
    if (DUAL_QUATERNIONS)
    {
        mat2x4 d = dualBlend();
        vec4 r = d[0], t = d[1];
        p = rotate(r, position) + 2.0 * (r.w * t.xyz - t.w * r.xyz + cross(r.xyz, t.xyz));
        n = rotate(r, normal);
    }
    else
    {
        mat4 m = linearBlend();
        p = (m * vec4(position, 1.0)).xyz;
        n = mat3(m) * normal;
    }
    vec4 w = model * vec4(p, 1.0);
    vWorld = w.xyz;
    vNormal = transpose(inverse(mat3(model))) * n;
    gl_Position = viewProj * w;
}
