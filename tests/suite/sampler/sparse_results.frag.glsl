#version 450
#extension GL_ARB_sparse_texture2 : require
// client: vulkan
// The texel goes where the author wants it, and the code as well.
layout(binding = 0) uniform sampler2D s;
layout(binding = 1) uniform isampler2D is;
layout(location = 0) in vec2 c;
layout(location = 0) out vec4 color;

void main()
{
    vec4 a;
    int first = sparseTextureARB(s, c, a);
    vec4 b = vec4(0.0);
    int codes = first | sparseTextureLodARB(s, c, 2.0, b);
    ivec4 t;
    codes |= sparseTextureGatherARB(is, c, t);
    codes |= sparseTextureGatherOffsetARB(is, c, ivec2(1), t, 2);
    codes |= sparseTextureGatherOffsetARB(s, c, ivec2(2), b);
    color = sparseTexelsResidentARB(codes) ? a + b : vec4(t);
}
