#version 460
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node { int value; Node next; };
layout(buffer_reference) buffer Tail { int count; float rest[]; };
layout(push_constant) uniform P { Node a; Node b; Tail t; };
shared int s;

void main() {
    bool same = a == b; // error: E0401
    bool less = a < b; // error: E0401
    Tail u = t + 1; // error: E0401
    Node n = a * 2; // error: E0401
    Node m = t; // error: E0400
    coherent int c = 1; // error: E0501
    s = a.missing; // error: E0407
}
