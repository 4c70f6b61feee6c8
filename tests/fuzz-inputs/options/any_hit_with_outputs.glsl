³;##version 300 es
// client: opengl
// ES has no swizzles of scalars (5.5).
precision mediump float;
in float v;
out vec2 o;
void main() {
    o = v.xx; // error
}
