#version 450
// client: vulkan
// Shared variables of struct, matrix, vector and bool type.
layout(local_size_x = 16) in;
struct Cell { vec3 v; ivec2 k; bool alive; };
shared Cell cells[16];
shared mat3 frame;
shared uvec2 pair;
shared bool done;
layout(std430, binding = 0) buffer B { vec4 r[]; };

void main()
{
    uint t = gl_LocalInvocationID.x;
    cells[t] = Cell(vec3(t), ivec2(t, 1), (t & 1u) == 0u);
    if (t == 0u)
    {
        frame = mat3(2.0);
        pair = uvec2(3u, 4u);
        done = false;
    }
    barrier();
    Cell n = cells[(t + 1u) & 15u];
    cells[t].v.y = 5.0;
    frame[1][2] = n.alive && !done ? 1.0 : 0.5;
    barrier();
    r[t] = vec4(frame * n.v, float(n.k.x) + float(pair.y));
}
