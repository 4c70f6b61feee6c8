#version 150
#extension GL_ARB_shader_subroutine : require
subroutine void Step();
layout(index = 2) subroutine(Step) void step_function() {} // error: E0516
void main() {}
