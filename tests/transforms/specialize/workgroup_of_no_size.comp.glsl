#version 450
// passes: specialize
// options: set specialize.values=4:0
// refused: a workgroup has the size 0
layout(local_size_x_id = 4) in;
layout(std430, binding = 0) buffer Result { int result; };
void main() {
    result = 1;
}
