#version 320 es
// client: opengl
struct Inner { highp float a; };
layout(location = 0) in Inner inner;
layout(location = 1) in highp vec4 whole;
layout(location = 2) in Block { highp float member; highp vec4 array[1]; Inner nested; };
layout(location = 0) out mediump vec4 color;
void main() {
    color = interpolateAtCentroid(whole) + interpolateAtSample(array[0], 0);
    color.x = interpolateAtOffset(member, vec2(0));
    color.x += interpolateAtCentroid(inner.a); // error: E0700
    color.x += interpolateAtCentroid(whole.x); // error: E0700
    color.x += interpolateAtSample(nested.a, 0); // error: E0700
}
