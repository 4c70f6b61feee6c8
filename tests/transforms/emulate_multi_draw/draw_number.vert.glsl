#version 460
// passes: emulate_multi_draw
// vertices: 2
// buffer DriverUniforms: 7
// expect output seen: 7 7
// without: other
layout(location = 0) flat out int seen;
void main() {
    seen = gl_DrawID;
    gl_Position = vec4(0.0);
}
