#version 450
// passes: specialize
// options: set specialize.values=0:1.5
// refused: the value 1.5 does not fit `N` of type `i32`
layout(constant_id = 0) const int N = 2;
layout(std430, binding = 0) buffer Result { int result; };
void main() {
    result = N;
}
