#version 450
// client: vulkan
// A barrier in a function called from uniform control flow.
layout(local_size_x = 8, local_size_y = 8) in;
shared vec2 tile[8][8];
layout(binding = 0) buffer B { vec2 grid[]; };

void sync() { memoryBarrierShared(); barrier(); }

void transposeTile(uvec2 p)
{
    vec2 v = tile[p.y][p.x];
    sync();
    tile[p.x][p.y] = v;
    sync();
}

void main()
{
    uvec2 p = gl_LocalInvocationID.xy;
    tile[p.y][p.x] = grid[gl_LocalInvocationIndex];
    sync();
    for (int i = 0; i < 3; ++i)
        transposeTile(p);
    grid[gl_LocalInvocationIndex] = tile[p.y][p.x];
}
