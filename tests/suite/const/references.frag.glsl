#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// target: vulkan1.3
// no glslang: it takes members of constant references for the references
// Addresses and references to them as constants.
layout(buffer_reference, std430) buffer Node { int value; Node next; };
layout(buffer_reference) buffer Other { float other; };
const int SIZE = int(uint64_t(Node(Other(uint64_t(3)))));
const uint64_t STRIDE = uint64_t(Node(uint64_t(0)) + 1);
const uint64_t CHOSEN = uint64_t(true ? Other(uint64_t(10)) : Other(uint64_t(11)));
const Node FIRST = Node(uint64_t(4096));
const uvec2 HALVES = uvec2(Node(uvec2(5u, 6u)));
int sizes[SIZE];
Node start = FIRST;
layout(location = 0) flat in int pick;
layout(location = 0) out vec4 result;

void main() {
    Node none = Node(uint64_t(0));
    Node nodes[2] = Node[](FIRST, Node(uint64_t(8192)));
    Node node = pick > 1 ? nodes[pick & 1] : none;
    sizes[SIZE - 1] = FIRST.next.value + start.value;
    result = vec4(node.value, sizes[2], float(STRIDE + CHOSEN), HALVES.x + HALVES.y);
}
