#version 450
// client: vulkan
// Only the layout words of the table exist (4.4).
layout(place = 0) out vec4 o; // error
void main() { o = vec4(1.0); }
