#version 450
#extension GL_EXT_buffer_reference : require
// target: vulkan1.3
// A member of a buffer that has no size and is not the last, and a block that is a buffer and what references name.
layout(local_size_x = 1) in;
layout(binding = 0, buffer_reference) buffer List { int head; int tail[]; } list;
layout(binding = 1) buffer Whole { int first[]; List other; } whole;

void main() {
    whole.first[3] = list.tail[2] + whole.other.head;
}
