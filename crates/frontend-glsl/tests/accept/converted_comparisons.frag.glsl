#version 450
// Arguments of lookups that compare are converted as those of others are.
layout(binding = 0) uniform sampler2DShadow depth;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(texture(depth, vec3(0), 1), textureLod(depth, ivec3(0), 0), textureOffset(depth, ivec3(1), ivec2(1)),
                 textureGrad(depth, vec3(0), ivec2(0), ivec2(1)));
}
