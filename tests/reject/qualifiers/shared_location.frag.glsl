#version 450
layout(location = 1, component = 0) flat in uint a;
layout(location = 1, component = 2) sample flat in uvec2 b; // error: E0518

void main() {}
