#version 450
// client: vulkan
// Tiled light culling with depth bounds by shared atomics.
#define TILE 16
#define MAX_PER_TILE 128
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(set = 0, binding = 0) uniform sampler2D depthMap;
layout(std430, set = 0, binding = 1) readonly buffer Lights { vec4 lights[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Lists { uint lists[]; };
layout(set = 0, binding = 3) uniform Camera { mat4 view; mat4 invProj; uvec2 tiles; };

shared uint minBits, maxBits, visible;
shared uint ids[MAX_PER_TILE];
shared vec4 planes[4];

vec3 unproject(vec2 ndc) { vec4 v = invProj * vec4(ndc, 1.0, 1.0); return v.xyz / v.w; }

float viewZ(float d) { vec4 v = invProj * vec4(0.0, 0.0, d, 1.0); return -v.z / v.w; }

bool touches(vec3 c, float r, float near, float far)
{
    if (-c.z + r < near || -c.z - r > far)
        return false;
    for (int i = 0; i < 4; ++i)
        if (dot(planes[i].xyz, c) < -r)
            return false;
    return true;
}

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t == 0u)
    {
        minBits = 0xFFFFFFFFu;
        maxBits = 0u;
        visible = 0u;
    }
    barrier();
    float z = viewZ(texelFetch(depthMap, ivec2(gl_GlobalInvocationID.xy), 0).r);
    atomicMin(minBits, floatBitsToUint(z));
    atomicMax(maxBits, floatBitsToUint(z));
    if (t < 4u)
    {
        vec2 lo = vec2(gl_WorkGroupID.xy) / vec2(tiles) * 2.0 - 1.0;
        vec2 hi = vec2(gl_WorkGroupID.xy + 1u) / vec2(tiles) * 2.0 - 1.0;
        vec2 corner[4] = vec2[](lo, vec2(hi.x, lo.y), hi, vec2(lo.x, hi.y));
        planes[t] = vec4(normalize(cross(unproject(corner[t]), unproject(corner[(t + 1u) & 3u]))), 0.0);
    }
    barrier();
    float near = uintBitsToFloat(minBits), far = uintBitsToFloat(maxBits);
    for (uint i = t; i < uint(lights.length()); i += uint(TILE * TILE))
    {
        vec3 c = (view * vec4(lights[i].xyz, 1.0)).xyz;
        if (touches(c, lights[i].w, near, far))
        {
            uint slot = atomicAdd(visible, 1u);
            if (slot < uint(MAX_PER_TILE))
                ids[slot] = i;
        }
    }
    barrier();
    uint base = (gl_WorkGroupID.y * tiles.x + gl_WorkGroupID.x) * uint(MAX_PER_TILE + 1);
    uint n = min(visible, uint(MAX_PER_TILE));
    if (t == 0u)
        lists[base] = n;
    for (uint i = t; i < n; i += uint(TILE * TILE))
        lists[base + 1u + i] = ids[i];
}
