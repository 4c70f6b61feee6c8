#version 310 es
// client: opengl
// The shader of the ANGLE IR document.
// expect ir: execution early_fragment_tests
// expect ir: global @color: vec4<f32> mediump output
// expect ir: store_swizzle.yx %result
// expect ir: } continuing {
// expect ir: %18: vec4<f32> mediump = if %17 { merge vec4<f32>(0.0f32, 1.0f32, 0.0f32, 1.0f32) } else {
// expect diagnostics: location 0 assigned to `color`
// expect spirv: EarlyFragmentTests
// expect spirv: RelaxedPrecision
// expect glsl: layout(early_fragment_tests) in;
// expect glsl: precision mediump float;
// expect glsl: for (int i = 0; i < 10; ++i) {
// expect glsl: result.yx += vec2(float(i), exp(float(i)));
// expect glsl: color = result.x > result.y ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0);
precision mediump float;
layout(early_fragment_tests) in;
out vec4 color;
void main()
{
    vec2 result = vec2(0, 0);
    for (int i = 0; i < 10; ++i)
    {
        result.yx += vec2(i, exp(float(i)));
    }
    color = result.x > result.y ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1);
}
