#version 300 es // error: E0113
// options: webgl 1
precision mediump float;
void main() {}
