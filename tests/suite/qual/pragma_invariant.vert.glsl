#version 300 es
// client: opengl
// #pragma STDGL invariant(all) and other pragmas.
#pragma STDGL invariant(all)
#pragma optimize(on)
#pragma debug(off)
#pragma something_unknown here
in vec3 pos;
out vec3 vNormal;

void main() {
    vNormal = normalize(pos);
    gl_Position = vec4(pos, 1.0);
}
