#version 450
#extension GL_NV_explicit_typecast : require
layout(local_size_x = 4) in;
struct Pair { int x; };
layout(binding = 0) buffer Data { int value; float results[]; };
int twice(int x) { return 2 * x; }
void main() {
    Pair pair = (Pair)value; // error: E0703
    results[0] = (sampler2D)value; // error: E0703
    results[1] = (vec3)vec2(1.0); // error: E0703
    results[2] = (float)pair; // error: E0703
    results[3] = (float)value;
    (float)value = 1.0; // error: E0425
}
