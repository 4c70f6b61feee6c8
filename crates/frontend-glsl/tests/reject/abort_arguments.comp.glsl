#version 450
#extension GL_EXT_abort : require
layout(local_size_x = 4) in;
struct Flags { int count; bool set; };
layout(binding = 0) uniform sampler2D tex;
layout(binding = 1) buffer Data { int count; int values[]; } data;
void main() {
    Flags flags = Flags(1, true);
    abortEXT(data.count); // error: E0700
    abortEXT("%d", tex); // error: E0700
    abortEXT("%d", data.values); // error: E0700
    abortEXT("%d", flags); // error: E0700
    abortEXT("%s", "text"); // error: E0700
    abortEXT("%d", flags.set, data.count);
}
