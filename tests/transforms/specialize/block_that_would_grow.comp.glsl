#version 450
// passes: specialize
// options: set specialize.values=0:8
// refused: an array of the block `Result` is longer than its default length
layout(constant_id = 0) const int N = 2;
layout(std430, binding = 0) buffer Result { int results[N]; int last; };
void main() {
    last = results[N - 1];
}
