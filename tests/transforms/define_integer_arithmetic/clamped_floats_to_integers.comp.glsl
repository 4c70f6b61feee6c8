#version 450
// passes: define_integer_arithmetic
// buffer Data: nan inf -inf 0.5 300.0 -4.0
// expect buffer Result: 1 255 1 128 255 1 7 7 -7 0 7 -4
// without: undefined
layout(std430, binding = 0) buffer Data { float x[6]; };
layout(std430, binding = 1) buffer Result { uint bin[6]; int near[6]; };
void main() {
    for (int i = 0; i < 6; ++i) {
        bin[i] = uint(clamp(x[i], 0.0, 1.0) * 254.0 + 1.0);
        near[i] = int(max(min(x[i], 7.0), -7.0));
    }
}
