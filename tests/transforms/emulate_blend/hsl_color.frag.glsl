#version 450
#extension GL_KHR_blend_equation_advanced : require
// passes: emulate_blend
// options: set emulate_blend.equation=hsl_color, set emulate_blend.from=attachment
// buffer Colors: 0.08 0.64 0.72 0.8  1.0 0.0 0.5 1.0  0.0 0.0 0.0 0.0  0.1 0.4 0.05 0.5
// image blend_destination: rgba32 2x2 = 0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6
// expect output color: 0.056000 0.624168 0.754192 0.920000  1.000000 0.097209 0.548605 1.000000  0.120000 0.300000 0.570000 0.600000  0.134950 0.524950 0.309950 0.800000
// tolerance: 1e-4
// without: other
layout(location = 0) out vec4 color;
layout(std430, binding = 0) readonly buffer Colors { vec4 colors[4]; };
void main() {
    color = colors[int(gl_FragCoord.x) + 2 * int(gl_FragCoord.y)];
    if (gl_FragCoord.x < 0.0) return;
    color = color * 1.0;
}
