#version 450
// passes: clamp_depth
// options: set clamp_depth.uniform=x
// refused: `x` is no uniform of the type that the pass reads
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    gl_FragDepth = x;
}
