#version 430
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable) in;
layout(local_size_x = 4) in; // error: E0505
void main() {
    uint size = gl_WorkGroupSize.x; // error: E0525
}
