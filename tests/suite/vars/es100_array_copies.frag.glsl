#version 100
// client: opengl
// ESSL 1.00 has no values of arrays: what optimising makes of variables is copied element by element when printed.
precision mediump float;
uniform float u;
float global[3];

float changed(float a[3]) {
    a[1] = 2.0;
    return a[0] + a[1];
}

void both(inout float a[3], out float b[12]) {
    a[2] += 1.0;
    global[0] = 7.0;
    for (int i = 0; i < 12; i++)
        b[i] = a[1];
}

float last(float a[12]) {
    a[0] = 1.0;
    return a[11];
}

void main() {
    float x[3];
    x[0] = u;
    x[1] = 1.0;
    x[2] = 3.0;
    float many[12];
    global[0] = x[0];
    both(global, many);
    both(x, many);
    if (u > 1.0)
        x[0] = 4.0;
    gl_FragColor = vec4(changed(x) + x[1], global[0] + x[2], last(many), 0.0);
}
