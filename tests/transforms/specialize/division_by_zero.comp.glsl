#version 450
// passes: specialize
// options: set specialize.values=0:0
// refused: an operation on specialisation constants is undefined
layout(constant_id = 0) const int N = 2;
layout(std430, binding = 0) buffer Result { int result; };
void main() {
    result = 8 / N;
}
