#version 450
// passes: specialize
// options: set specialize.values=N:-1
// refused: an array has the length -1
layout(constant_id = 0) const int N = 2;
layout(std430, binding = 0) buffer Result { int result; };
void main() {
    int values[N];
    values[0] = 1;
    result = values[0];
}
