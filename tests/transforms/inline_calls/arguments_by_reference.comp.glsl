#version 450
// passes: inline_calls
// Writes to parameters by reference reach the arguments: whole variables, elements, and variables that
// are passed on. A later argument writes to the variable before the call.
// expect buffer Result: 3 7 4 5 11 2
// without: same
#extension GL_EXT_spirv_intrinsics : require
layout(std430, binding = 0) buffer Result { int result[6]; };
int write(spirv_by_reference int value, int with) {
    int before = value;
    value = with;
    return before;
}
void pass_on(spirv_by_reference int value) {
    result[1] = write(value, value + 4);
    int before = write(value, 4);
    value += before;
}
void main() {
    int whole = 3;
    result[0] = write(whole, 7);
    int numbers[2] = int[2](4, 4);
    result[2] = write(numbers[whole - 6], 5);
    result[3] = numbers[1];
    int on = 7;
    pass_on(on);
    result[4] = on - 4;
    int later = 1;
    result[5] = write(later, later = 2);
}
