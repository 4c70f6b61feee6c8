#version 310 es
void main() {
    beginInvocationInterlockNV(); // error: E0516
    if (anyInvocationEXT(true)) // error: E0516
        discard;
}
