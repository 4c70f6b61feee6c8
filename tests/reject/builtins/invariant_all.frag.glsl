#version 300 es
#pragma STDGL invariant(all) // error: E0501
void main() {}
