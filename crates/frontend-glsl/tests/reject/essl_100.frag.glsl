#version 100
varying float no_precision; // error: E0512
precision mediump float;
precision mediump sampler2D;
precision mediump vec2; // error: E0513
precision mediump bool; // error: E0513
uniform sampler2D s;
void main() {
    vec4 level = texture2DLod(s, vec2(0.0), 1.0); // error: E0609
    vec4 biased = texture2D(s, vec2(0.0), 1.0);
    gl_FragData[1] = vec4(0.0); // error: E0406
    gl_FragData[0] = level;
    gl_FragColor = vec4(1.0); // error: E0522
}
