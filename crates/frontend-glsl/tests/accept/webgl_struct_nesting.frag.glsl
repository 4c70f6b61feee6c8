// options: webgl 1
precision mediump float;
struct One { float x; };
struct Two { One one; };
struct Three { Two two; };
struct Four { Three three; };
uniform Four four;
void main() { gl_FragColor = vec4(four.three.two.one.x); }
