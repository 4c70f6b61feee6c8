// client: opengl
#version 300 es
// ESSL 3.00 removed `attribute` and `varying` (section 1.2).
attribute vec2 a; // error: E0516
varying vec2 v; // error: E0516
varying struct S { float member; }; // error: E0516
void main() {
    float attribute = 1.0; // error: E0200
}
