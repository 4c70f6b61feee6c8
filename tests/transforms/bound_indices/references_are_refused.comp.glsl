#version 450
#extension GL_EXT_buffer_reference : require
// passes: bound_indices
// options: set bound_indices.unbounded=refuse
// refused: memory behind a reference to `Node` has no bounds
layout(buffer_reference, std430) buffer Node { int value; };
layout(std430, binding = 0) buffer Data { Node node; int result; };
void main() { result = Node(uvec2(1u, 2u)).value; }
