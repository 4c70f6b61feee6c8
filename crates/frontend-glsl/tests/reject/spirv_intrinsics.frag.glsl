#version 450
#extension GL_EXT_spirv_intrinsics : require
layout(location = 0) out vec4 color;
spirv_instruction(id = 61)
float load(spirv_by_reference float pointer, spirv_literal int operands);
spirv_instruction(set = "GLSL.std.450") // error: E0523
float nameless(float x);
spirv_instruction(id = 62)
float with_body(float x) { return x; } // error: E0523
spirv_instruction(capabilities = ["a"], id = 62) // error: E0523
float wrong_list(float x);
spirv_instruction(id = 62)
float wide(spirv_literal vec2 x); // error: E0523
spirv_instruction(id = 61) float variable; // error: E0523
spirv_decorate(11, "text") out float text; // error: E0523
spirv_decorate_string(5635, "text") out float fine;
uniform spirv_storage_class(5338) float stored; // error: E0500
spirv_decorate() out float nothing; // error: E0200
void main() {
    int number = 0;
    spirv_storage_class(5338) float local; // error: E0523
    float value = 1.0;
    float a = load(value, number); // error: E0417
    float b = load(value + 1.0, 0); // error: E0523
    int whole = 1;
    float c = load(whole, 0); // error: E0700
    color = vec4(a + b + c);
}
