// options: webgl 1 GL_EXT_draw_buffers
precision mediump float;
void main() {
    gl_FragData[1] = vec4(1.0); // error: E0406
}
