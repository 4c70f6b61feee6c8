// options: webgl 2
precision mediump float;
void main() {
    gl_FragData[0] = vec4(1.0);
    gl_FragData[1] = vec4(1.0); // error: E0406
}
