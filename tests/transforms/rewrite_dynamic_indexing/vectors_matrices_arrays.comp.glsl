#version 450
// passes: rewrite_dynamic_indexing
// options: set rewrite_dynamic_indexing.of=vectors,matrices,arrays
// groups: 1 1 1
// buffer Data: 1 2 0 0  1.0 2.0 0.0 0.0 3.0 4.0 0.0 0.0 5.0 6.0 0.0 0.0
// expect buffer Data: 1 2 0 0  1.0 2.0 0.0 0.0 3.0 50.0 0.0 0.0 5.0 6.0 0.0 0.0
// expect buffer Result: 4.0 6.0 20.0 8.0 0.0 9.0
// without: same
layout(std430, binding = 0) buffer Data { ivec4 i; vec4 m[3]; };
layout(std430, binding = 1) buffer Result { float r[6]; };
void main() {
    mat3x2 local = mat3x2(m[0].xy, m[1].xy, m[2].xy);
    r[0] = local[i.x][i.x];
    r[1] = local[i.y][i.x];
    float a[3] = float[](10.0, 20.0, 30.0);
    r[2] = a[i.x];
    a[i.y] = 8.0;
    r[3] = a[2];
    vec3 v = vec3(0.0);
    v[i.y] = 9.0;
    r[4] = v.y;
    r[5] = v.z;
    m[i.x][i.x] = 50.0;
}
