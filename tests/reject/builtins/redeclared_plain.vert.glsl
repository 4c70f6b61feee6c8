#version 130
float gl_ClipDistance[3]; // error: E0501

void main() {}
