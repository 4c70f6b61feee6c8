// options: webgl 2
precision mediump float;
struct One { float x; };
struct Two { One one; };
struct Three { Two two[2]; };
struct Four { Three three; };
struct Five {
    Four four; // error: E0201
};
void main() { gl_FragColor = vec4(1.0); }
