#version 450
// passes: promote_variables, lower_block_parameters
// buffer Scale: 2.0
// input at: -1.0 1.0  1.0 1.0  -1.0 3.0  1.0 3.0
// input kind: 5
// image texels: rgba32 2x1 = 0.5 1.0 1.5 2.0  4.0 8.0 16.0 32.0
// expect output color: 1.0 2.0 3.0 5.0  8.0 16.0 32.0 5.0  1.0 2.0 3.0 5.0  8.0 16.0 32.0 5.0
// expect output depth: 1.0 1.0 3.0 _
// expect discarded: 0 0 0 1
// without: same
layout(binding = 0) uniform Scale { float scale; };
layout(binding = 1) uniform sampler2D texels;
layout(location = 0) in vec2 at;
layout(location = 1) flat in int kind;
layout(location = 0) out vec4 color;
layout(location = 1) out float depth;
void main() {
    int column;
    if (at.x < 0.0) column = 0; else column = 1;
    color = vec4(texelFetch(texels, ivec2(column, 0), 0).rgb * scale, float(kind));
    depth = at.y;
    if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0) discard;
}
