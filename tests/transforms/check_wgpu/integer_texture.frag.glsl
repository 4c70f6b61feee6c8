#version 450
// passes: check_wgpu
// refused: only fetches them
layout(binding = 0) uniform isampler2D texels;
layout(location = 0) out ivec4 color;
void main() { color = texture(texels, vec2(0.5)); }
