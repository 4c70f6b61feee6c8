// options: webgl 1
#define defined 1 // error: E0119
#define HAS_ES defined(GL_ES)
#if HAS_ES // error: E0108
#endif
#if defined(GL_ES)
precision mediump float;
#endif
void main() { gl_FragColor = vec4(1.0); }
