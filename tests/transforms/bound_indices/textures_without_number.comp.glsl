#version 450
#extension GL_EXT_nonuniform_qualifier : require
// passes: bound_indices
// options: set bound_indices.unbounded=refuse
// refused: the array has no length, and `bound_indices.resources` gives none
layout(binding = 0) uniform usampler2D t[];
layout(std430, binding = 8) buffer Index { int far; };
layout(std430, binding = 9) buffer Result { uint result; };
void main() { result = texelFetch(t[far], ivec2(0), 0).x; }
