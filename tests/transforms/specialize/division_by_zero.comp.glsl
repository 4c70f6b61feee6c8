#version 450
// passes: specialize
// options: set specialize.values=0:0
// expect buffer Result: 7 _
// without: other
// The quotient is not chosen, so the result is defined.
layout(constant_id = 0) const int N = 2;
const int CHOSEN = N == 0 ? 7 : 8 / N;
layout(std430, binding = 0) buffer Result { int result; int quotient; };
void main() {
    result = CHOSEN;
    quotient = 8 / N;
}
