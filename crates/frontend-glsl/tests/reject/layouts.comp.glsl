#version 450
layout(local_size_x = 8) in;
layout(local_size_x = 4) in; // error: E0505
layout(local_size_y = 0) in; // error: E0503
in vec4 input_of_compute; // error: E0609
void main() {}
