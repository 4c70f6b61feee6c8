#version 450
// passes: bound_indices
// options: set bound_indices.binding_array=skip
// refused: `bound_indices.binding_array=skip` cannot be kept: a texture, image or sampler is no memory that could be left out
layout(binding = 0) uniform sampler2D t[4];
layout(location = 0) flat in int i;
layout(location = 0) out vec4 color;
void main() { color = texture(t[i], vec2(0.5)); }
