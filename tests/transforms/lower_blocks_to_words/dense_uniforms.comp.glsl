#version 450
#extension GL_EXT_scalar_block_layout : require
// passes: lower_blocks_to_words
// buffer U: 1.0 2.0 3.0 10.0 11.0 12.0 20.0 21.0 22.0 23.0 24.0 25.0 26.0 27.0 28.0 30.0 31.0 32.0 40.0 41.0 42.0 1 0.5lf
// expect buffer Result: 1.0 2.0 3.0 11.0 12.0 20.0 25.0 28.0 31.0 42.0 41.0 30.0 1.0 0.5
// without: same
// Arrays of scalars, vectors and structs, matrices, Booleans and doubles where WGSL has none, by constants and variables.
struct Pair { vec2 both; float one; };
layout(scalar, binding = 0) uniform U { float dense[3]; vec3 v; mat3 m; Pair pairs[2]; bool flag; double d; } u;
layout(std430, binding = 1) buffer Result { float result[]; };
int at = 0;
void put(float value) { result[at++] = value; }
void main() {
    for (int i = 0; i < 3; i++) put(u.dense[i]);
    vec3 v = u.v;
    put(v.y); put(u.v[at / 2]);
    mat3 m = u.m;
    int one = at / 5;
    put(m[0].x); put(u.m[one][one + 1]); put(u.m[2][2 * one]);
    Pair pair = u.pairs[0];
    put(pair.both.y);
    Pair all[2] = u.pairs;
    put(all[one].one); put(u.pairs[one].both.y); put(u.pairs[one - 1].both[one - 1]);
    put(u.flag ? 1.0 : 0.0);
    put(float(u.d));
}
