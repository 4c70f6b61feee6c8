#version 450
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(location = 0) in bfloat16_t input_; // error: E0510
out Block { floate4m3_t member; }; // error: E0510
struct Holder { floate5m2_t value; };
layout(location = 3) out Holder holder; // error: E0510
void main() {
    bfloat16_t b = bfloat16_t(1.0);
    floate4m3_t a = floate4m3_t(b);
    floate5m2_t c = floate5m2_t(a);
    bfloat16_t wider = c;
    b = 1.0; // error: E0400
    b = float16_t(1.0); // error: E0400
    float16_t h = b; // error: E0400
    a = c; // error: E0400
    int i = b; // error: E0400
    bool truth = bool(b); // error: E0703
    a = floate4m3_t(true); // error: E0703
    b++; // error: E0401
    -b; // error: E0401
    b + b; // error: E0401
    b += wider; // error: E0401
    bool equal = a == a; // error: E0401
    bool below = b < b; // error: E0401
    Holder one, other;
    bool same = one == other; // error: E0401
    saturatedConvertEXT(b, 1.0); // error: E0701
}
