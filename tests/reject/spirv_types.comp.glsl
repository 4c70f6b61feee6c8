#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
spirv_type(4) nothing; // error: E0523
spirv_decorate(0, uint) float x; // error: E0523
spirv_type(id = number) variable; // error: E0300
void main() {}
