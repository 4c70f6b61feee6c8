#version 330
// client: opengl
// Matrices that are not square wherever they can be: what versions without them get instead is compared too.
struct Pose {
    mat4x3 bones[2];
    float weight;
};

uniform mat2x3 m;
uniform Pose pose;

uniform vec4 q;
in vec3 p;
#define J (p.x > 0.5 ? 1 : 0)
out vec4 o;

const mat3x2 table = mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);

mat2x3 twice(mat2x3 a, inout mat3x2 b) {
    a[J] *= 2.0;
    b[J].yx = a[1].xz;
    b[1][J] = p.z;
    return a + 2.0 * m;
}

void main() {
    mat3x2 u = transpose(m);
    mat2x3 t = twice(m, u);
    vec3 r = t * p.xy + pose.bones[J] * q * pose.weight;
    vec2 s = p * t + u * p + table[J];
    u /= 2.0;
    u = -u - outerProduct(p.xy, r);
    mat2 square = u * t;
    mat4x3 product = t * mat4x2(q, q.wzyx);
    o = vec4(r + product[J], u == table ? 1.0 : s.x);
    o.xy += square * s + mat2(product)[1];
    o.zw += (p * product).zw;
}
