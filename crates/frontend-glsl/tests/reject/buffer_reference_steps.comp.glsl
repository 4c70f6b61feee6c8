#version 450
#extension GL_EXT_buffer_reference2 : require
// `++` and `--` are none of the operators that the extension gives references.
layout(local_size_x = 1) in;
layout(buffer_reference, std430) buffer Node { int i; };
layout(push_constant) uniform P { Node node; };

void main() {
    Node n = node;
    n += 1;
    n++; // error: E0401
    --n; // error: E0401
    n.i++;
}
