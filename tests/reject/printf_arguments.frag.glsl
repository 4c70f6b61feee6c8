#version 450
#extension GL_EXT_debug_printf : require
struct S { int x; };
void main() {
    debugPrintfEXT(1, 2); // error: E0700
    debugPrintfEXT("%d", S(1)); // error: E0700
    debugPrintfEXT("%d", "two"); // error: E0400
    float f = abs("x"); // error: E0400
}
