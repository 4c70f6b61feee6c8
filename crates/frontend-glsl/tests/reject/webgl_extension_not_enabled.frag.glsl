// options: webgl 1 GL_EXT_frag_depth
#extension GL_EXT_frag_depth : require
#extension GL_EXT_shader_texture_lod : enable
#extension GL_OES_standard_derivatives : require // error: E0115
#ifdef GL_OES_standard_derivatives
#error its macro is not defined // its application did not enable it
#endif
precision mediump float;
void main() { gl_FragDepthEXT = 0.5; gl_FragColor = vec4(1.0); }
