#version 450
// passes: clamp_depth
// options: set clamp_depth.min=0.75, set clamp_depth.max=0.25
// refused: the lower end 0.75 of the range is above its upper end 0.25
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_FragDepth = x;
}
