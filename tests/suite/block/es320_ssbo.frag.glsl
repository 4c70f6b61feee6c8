#version 320 es
// client: opengl
// Storage blocks with memory qualifiers in an ES fragment shader.
precision highp float;
struct Node { vec4 c; uint next; };
layout(std430, binding = 2) coherent restrict buffer Lists { uint used; Node nodes[]; };
layout(std140, binding = 1) readonly buffer Cfg { uint limit; vec4 base; } cfg;
flat in uint head;
out vec4 color;

void main() {
    vec4 sum = cfg.base;
    uint n = head, guard = 0u;
    while (n != 0u && guard++ < cfg.limit) {
        sum += nodes[n].c;
        n = nodes[n].next;
    }
    uint slot = atomicAdd(used, 1u);
    if (slot < uint(nodes.length())) nodes[slot] = Node(sum, head);
    color = sum;
}
