#version 460
// client: vulkan
// References to blocks: members, chains, a forward declaration, arithmetic, constructors.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 32) in;

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node {
    vec4 value;
    Node next;
    uint flags[3];
};
layout(buffer_reference, scalar) readonly buffer Weights { float w[]; };

layout(push_constant) uniform Start {
    Node head;
    Weights weights;
    uvec2 raw;
    uint64_t address;
} start;

vec4 walk(Node node, int count) {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; ++i) {
        sum += node.value;
        node = node.next;
    }
    return sum;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    coherent Node here = start.head + int(i);
    here.value = walk(start.head, 4) * start.weights.w[i];
    here.value.yz += vec2(1.0);
    here.flags[i % 3u]++;
    atomicAdd(here.flags[0], 2u);
    Node there = start.head[2];
    there += 1;
    there += 3;
    there.next = here;
    if (there - start.head == 6)
        Node(start.address).value = Node(start.raw).value;
    there.next.next.flags[1] = uint(uint64_t(there) >> 32);
    Node copy = i > 3u ? here : there;
    copy.value.x = 0.0;
}
