#version 450
#extension GL_EXT_buffer_reference : require
// passes: bound_indices
// options: set bound_indices.buffer=clamp
// refused: `bound_indices.buffer=clamp` cannot be kept: an array behind a buffer reference has no length
layout(buffer_reference, std430) buffer Node { int values[]; };
layout(std430, binding = 0) buffer Data { Node node; int index; };
void main() { node.values[index] = 1; }
