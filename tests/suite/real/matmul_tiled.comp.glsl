#version 450
// client: vulkan
// Tiled matrix multiplication, several results per invocation.
#define TILE 16
#define PER 2
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(std430, binding = 0) readonly buffer MatA { float a[]; };
layout(std430, binding = 1) readonly buffer MatB { float b[]; };
layout(std430, binding = 2) writeonly buffer MatC { float c[]; };
layout(push_constant) uniform Dim { uint M; uint N; uint K; float alpha; };

shared float ta[TILE * PER][TILE];
shared float tb[TILE][TILE * PER];

void main()
{
    uvec2 l = gl_LocalInvocationID.xy;
    uvec2 o = gl_WorkGroupID.xy * uint(TILE * PER);
    float acc[PER][PER];
    for (int i = 0; i < PER; ++i)
        for (int j = 0; j < PER; ++j)
            acc[i][j] = 0.0;
    for (uint k0 = 0u; k0 < K; k0 += uint(TILE))
    {
        for (uint i = 0u; i < uint(PER); ++i)
        {
            uint r = o.y + l.y + i * uint(TILE);
            uint q = o.x + l.x + i * uint(TILE);
            ta[l.y + i * uint(TILE)][l.x] = r < M && k0 + l.x < K ? a[r * K + k0 + l.x] : 0.0;
            tb[l.y][l.x + i * uint(TILE)] = q < N && k0 + l.y < K ? b[(k0 + l.y) * N + q] : 0.0;
        }
        barrier();
        for (int k = 0; k < TILE; ++k)
            for (uint i = 0u; i < uint(PER); ++i)
                for (uint j = 0u; j < uint(PER); ++j)
                    acc[i][j] += ta[l.y + i * uint(TILE)][k] * tb[k][l.x + j * uint(TILE)];
        barrier();
    }
    for (uint i = 0u; i < uint(PER); ++i)
        for (uint j = 0u; j < uint(PER); ++j)
        {
            uvec2 p = o + l + uvec2(j, i) * uint(TILE);
            if (p.x < N && p.y < M)
                c[p.y * N + p.x] = alpha * acc[i][j];
        }
}
