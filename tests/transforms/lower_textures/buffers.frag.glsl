#version 450
// passes: lower_textures
// options: set lower_textures.of=buffers, set lower_textures.row=4
// image texels: r32 4x2
// image stored: r32 4x2
// expect output color: 1.0 4.0 6.0 8.0
// expect image stored: 1.0 2.0 3.0 4.0 5.0 77.0 7.0 8.0
// without: undefined
// driver: no, the texture has another shape without the pass
layout(binding = 0) uniform samplerBuffer texels;
layout(binding = 1, r32f) uniform imageBuffer stored;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(texelFetch(texels, 0).x, texelFetch(texels, 3).x, texelFetch(texels, 5).x, textureSize(texels));
    imageStore(stored, 5, vec4(imageLoad(stored, 6).x + 70.0));
}
