#version 450
#extension GL_KHR_blend_equation_advanced : require
// passes: emulate_blend
// options: set emulate_blend.equation=colorburn, set emulate_blend.from=attachment
// buffer Colors: 0.08 0.64 0.72 0.8  1.0 0.0 0.5 1.0  0.0 0.0 0.0 0.0  0.1 0.4 0.05 0.5
// image blend_destination: rgba32 2x2 = 0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6  0.12 0.3 0.57 0.6
// expect output color: 0.056000 0.496000 0.855333 0.920000  0.520000 0.000000 0.740000 1.000000  0.120000 0.300000 0.570000 0.600000  0.100000 0.422500 0.455000 0.800000
// tolerance: 1e-4
// without: other
layout(location = 0) out vec4 color;
layout(std430, binding = 0) readonly buffer Colors { vec4 colors[4]; };
void main() {
    color = colors[int(gl_FragCoord.x) + 2 * int(gl_FragCoord.y)];
    if (gl_FragCoord.x < 0.0) return;
    color = color * 1.0;
}
