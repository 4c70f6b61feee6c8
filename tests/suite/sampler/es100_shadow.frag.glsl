#version 100
// client: opengl
// The functions of `GL_EXT_shadow_samplers` give one number, where those of old desktop versions give a vector.
#extension GL_EXT_shadow_samplers : require
precision mediump float;

uniform mediump sampler2DShadow map;
varying vec4 place;

void main() {
    gl_FragColor = vec4(shadow2DEXT(map, place.xyz), shadow2DProjEXT(map, place), 0.0, 1.0);
}
