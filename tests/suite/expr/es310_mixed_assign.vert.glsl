#version 310 es
// client: opengl
// Compound assignments through swizzles and matrices in ES.
in mat3 basis;
in vec3 p;
uniform ivec3 k;
out vec3 q;

void main() {
    mat3 m = basis;
    m *= m;
    m[1].zx += p.xy;
    vec3 v = p;
    v *= m;
    ivec3 i = k;
    i.zy ^= i.xz;
    i |= 3;
    q = v + vec3(i);
    gl_Position = vec4((v.x += 1.0, v), 1.0);
}
