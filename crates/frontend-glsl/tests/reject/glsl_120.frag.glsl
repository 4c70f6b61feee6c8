#version 120
uniform sampler2D s;
varying int b; // error: E0510
attribute vec4 old; // error: E0609
void main() {
    float converted = 1;
    float list[2] = float[2](1.0, 2.0);
    vec4 level = texture2DLod(s, vec2(0.0), 1.0); // error: E0609
    gl_FragColor = level;
    gl_FragData[0] = level; // error: E0522
    uint x; // error: E0300
    int m = 3 % 2; // error: E0516
    switch (m) { case 0: break; } // error: E0008
}
