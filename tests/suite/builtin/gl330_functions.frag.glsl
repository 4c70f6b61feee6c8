#version 330
// client: opengl
// Older desktop built-ins: texture, noise-free common and matrix families.
in vec3 p;
uniform mat3 m;
out vec4 color;

void main()
{
    vec3 q = inverse(m) * p;
    q += floatBitsToInt(p.x) > 0 ? transpose(m)[1] : outerProduct(p, q)[0];
    q = mod(q, 3) + pow(abs(q), vec3(2)) + clamp(q, 0, 1) + mix(p, q, 0.5);
    color = vec4(faceforward(p, q, vec3(0, 1, 0)), determinant(m));
}
