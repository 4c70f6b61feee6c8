#version 300 es
__pixel_localEXT Kept { highp uint bits; } kept; // error: E0300
void main() {}
