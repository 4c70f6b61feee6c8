#version 450
// client: vulkan
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
layout(local_size_x = 1) in;
layout(constant_id = 1) const float SPECIAL = 1.0;
struct Nested { floate2m1_t value; };
layout(binding = 0) buffer Block {
    floate2m1_t small; // error: E0510
    Nested nested; // error: E0510
    floatue8m0_t scale;
};
shared fe2m3vec2 shared_; // error: E0510
void main() {
    float number = 2.0;
    floate2m1_t a = floate2m1_t(number); // error: E0703
    floatmxint8_t b = floatmxint8_t(SPECIAL); // error: E0703
    fe2m3vec2 c = fe2m3vec2(1.0, number); // error: E0703
    floate2m3_t d = 1.0; // error: E0400
    number = scale; // error: E0400
    number = a;
    floate2m3_t e = 1.0fe2m1; // error: E0400
    bool g = a == a; // error: E0401
    floate2m1_t h = a + a; // error: E0401
    floate2m1_t i = floate2m1_t(true); // error: E0703
}
