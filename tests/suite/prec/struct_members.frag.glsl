#version 310 es
// client: opengl
// Precision on struct and block members.
precision mediump float;
struct Wave { highp float phase; lowp float amp; float freq; };
layout(std140, binding = 0) uniform Params { highp vec4 region; mediump vec2 tilt; lowp float gain; } params;
uniform Wave waves[2];
in highp vec2 xy;
out vec4 color;

void main() {
    float v = 0.0;
    for (int i = 0; i < 2; ++i)
        v += waves[i].amp * sin(dot(xy, params.tilt) * waves[i].freq + waves[i].phase);
    color = params.region * v * params.gain;
}
