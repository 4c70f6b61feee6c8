#version 450
// client: opengl
layout(early_fragment_tests) in float a; // error: E0501
layout(binding = 1) uniform float b; // error: E0503
layout(rgba8) uniform sampler2D c; // error: E0503
layout(std140) in; // error: E0501
layout(early_fragment_tests) out; // error: E0504
layout(early_fragment_tests) uniform; // error: E0504
layout(location = 0, component = 1) flat in dvec3 d; // error: E0503
layout(component = 1) in float e; // error: E0503
layout(location = 1, index = 2) out vec4 f; // error: E0503
layout(index = 1) out vec4 g; // error: E0503
layout(rgba8, rgba16f) uniform image2D h; // error: E0505
layout(shared, align = 32) uniform U { vec4 i; } u; // error: E0505
layout(binding = 1) in J { vec4 j; } k; // error: E0501
uniform L { layout(r32f) float m; } l; // error: E0501
in N { vec4 o; layout(location = 3) float p; } q; // error: E0505
float r(layout(location = 0) float s); // error: E0501
layout(origin_upper_left) in vec4 gl_FragCoord;
layout(depth_less) in vec4 gl_FragCoord; // error: E0504 E0505
void main() {}
