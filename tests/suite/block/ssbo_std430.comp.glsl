#version 450
// client: vulkan
// A storage buffer in std430 with nested structs and a runtime array of structs.
struct Edge { uint a, b; float w; };
struct Node { vec3 p; float mass; Edge out_[2]; mat3 frame; };
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Graph { uint n; vec2 pad; Node nodes[]; } g;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= g.n) return;
    Node me = g.nodes[i];
    vec3 force = vec3(0.0);
    for (int k = 0; k < 2; ++k)
    {
        Edge e = me.out_[k];
        force += (g.nodes[e.b].p - me.p) * e.w;
    }
    me.p += force / me.mass;
    me.frame[1] = normalize(force);
    g.nodes[i] = me;
    g.nodes[i].out_[0].w *= g.pad.x;
}
