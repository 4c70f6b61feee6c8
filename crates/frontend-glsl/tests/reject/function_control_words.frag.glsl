#version 450
// The words are reserved without the extension.
layout(location = 0) out vec4 color;

[[inline]] int goes(int x) { return x; } // error: E0008

void main() { color = vec4(goes(1)); }
