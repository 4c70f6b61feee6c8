// options: webgl 1 GL_EXT_frag_depth
#extension all : warn
precision mediump float;
void main() {
    gl_FragDepthEXT = 0.5;
    gl_FragColor = vec4(dFdx(gl_FragCoord.x)); // error: E0516
}
