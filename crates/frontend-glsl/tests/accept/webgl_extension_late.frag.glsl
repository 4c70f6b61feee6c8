// options: webgl 1 GL_OES_standard_derivatives GL_EXT_frag_depth
#ifndef GL_OES_standard_derivatives
#error the macro is defined
#endif
precision mediump float;
float slope() { return dFdx(gl_FragCoord.x); }
#extension GL_OES_standard_derivatives : enable
void main() { gl_FragColor = vec4(slope()); }
