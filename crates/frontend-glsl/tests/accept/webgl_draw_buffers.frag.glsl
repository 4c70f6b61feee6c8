// options: webgl 1 GL_EXT_draw_buffers
#extension GL_EXT_draw_buffers : require
precision mediump float;
void main() {
    for (int i = 0; i < gl_MaxDrawBuffers; i++) gl_FragData[i] = vec4(float(i));
}
