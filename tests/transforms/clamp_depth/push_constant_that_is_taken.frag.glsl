#version 450
// passes: clamp_depth
// options: set clamp_depth.push-constant=8
// refused: lies within the push constants, which end at 16
layout(push_constant) uniform Push { vec4 used; } push;
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = push.used;
    gl_FragDepth = x;
}
