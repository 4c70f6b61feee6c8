#version 450
// client: vulkan
// Texture look-ups in the vertex stage.
layout(binding = 0) uniform sampler2D heights;
layout(binding = 1) uniform isamplerBuffer joints;
layout(location = 0) in vec3 p;
layout(location = 0) out float h;

void main()
{
    h = texture(heights, p.xz).r + textureLod(heights, p.xz, 3.0).r;
    ivec4 j = texelFetch(joints, gl_VertexIndex);
    gl_Position = vec4(p.x, p.y + h, p.z, 1.0) + vec4(j);
}
