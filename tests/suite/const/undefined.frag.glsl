#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// Undefined constant expressions get the values that glslang gives them, and a warning (GLSL 4.60 section 5.9).
// expect diagnostics: division by zero in constant expression
// expect diagnostics: shift of a 32-bit integer by -1 in constant expression
layout(location = 0) flat in int a;
layout(location = 0) out vec4 o;
layout(constant_id = 0) const int spec = 4;
const int quotient = 1 / 0, rest = 5 % 0, far = 1 << 40, back = -7 >> -1, least = (-2147483647 - 1) / -1;
const int none = (-2147483647 - 1) % -1;
const uint largest = 7u / 0u, same = 7u % 0u;
const ivec3 some = ivec3(8, 9, 10) / ivec3(2, 0, 5), shifted = ivec3(1, 2, 3) << ivec3(1, 33, 2);
const int64_t wide = 1L << 70;
const int16_t narrow = int16_t(1) << 16, narrow_quotient = int16_t(-3) / int16_t(0);
float sized[7 % 0];
int later = 3 / (spec - spec) + spec / 0;
void main() {
    int n = 0;
    switch (a) {
        case 1 / 0: n = 1; break;
        case 1 << 33: n = 3; break;
    }
    n += quotient + rest + far + back + least + none + int(largest) + int(same) + some.y + shifted.y + sized.length();
    n += int(wide) + int(narrow) + int(narrow_quotient) + later;
    o = vec4(n, 1.0 / 0.0, 5 / a, a << 40);
}
