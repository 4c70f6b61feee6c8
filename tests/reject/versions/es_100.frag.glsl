#version 100
// client: opengl
// What ESSL 1.00 does not have.
precision mediump float;

void main()
{
    uint a = 1u; // error
    int b = 5 % 2; // error
    int c = 1 << 2; // error
    mat2x3 d; // error
    gl_FragColor = vec4(1.0);
}
