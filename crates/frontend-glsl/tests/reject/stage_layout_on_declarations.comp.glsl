#version 450
layout(local_size_x = 5) in;
layout(local_size_x = 5) struct S { int a; }; // error: E0501
layout(local_size_x = 5) vec4; // error: E0501
layout(local_size_x = 5) shared vec4 v; // error: E0501
layout(local_size_x = 5) buffer B { vec4 w; }; // error: E0501
layout(local_size_x = 5) vec4 f() { return vec4(0.0); } // error: E0501
struct M { layout(local_size_x = 5) vec4 x; }; // error: E0501

void main() {
    layout(local_size_x = 5) vec4 x; // error: E0501
}
