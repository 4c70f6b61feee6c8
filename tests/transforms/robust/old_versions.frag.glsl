#version 100
// client: opengl
// pipeline: robust
// driver: no, the block of uniforms is made for Vulkan only
// uniform far: 9
// uniform below: -3
// expect output gl_FragColor: 4.0 3.0 2.0 -2.0
// without: undefined
precision mediump float;
uniform int far;
uniform int below;
void main() {
    float values[4];
    for (int i = 0; i < 4; i++) values[i] = float(i + 1);
    vec4 all = vec4(1.0, 2.0, 3.0, 3.0);
    gl_FragColor = vec4(values[far], all[far], 2.0, values[below] - 3.0);
}
