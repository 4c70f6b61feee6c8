// options: webgl 1
#line 2 "foo.glsl" // error: E0128
precision mediump float;
void main() { gl_FragColor = vec4(1.0); }
