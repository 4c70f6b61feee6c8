// options: webgl 1 GL_OES_standard_derivatives
#extension GL_OES_standard_derivatives : enable
precision mediump float;
#extension GL_OES_standard_derivatives : disable // error: E0116
void main() { gl_FragColor = vec4(1.0); }
