#version 450
// client: vulkan
// Every compound assignment operator.
layout(location = 0) flat in ivec4 k;
layout(location = 1) in vec3 f;
layout(location = 0) out vec4 o;

void main()
{
    int i = k.x;
    i += 3; i -= k.y; i *= 5; i /= 2; i %= 17;
    i <<= 2; i >>= 1; i &= 0x3f; i |= 0x40; i ^= k.z;
    vec3 v = f;
    v += 1.0; v -= f.zyx; v *= 0.5; v /= vec3(1.0, 2.0, 4.0);
    mat3 m = mat3(1.0);
    m *= 2.0;
    m += mat3(v, v, v);
    v *= m;
    m *= m;
    o = vec4(v, float(i)) + m[2].xyzx;
}
