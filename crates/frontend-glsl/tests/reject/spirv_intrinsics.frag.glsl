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
float whole_global;
float later(spirv_by_reference float a);
float read_global() { return whole_global; }
float with_global(spirv_by_reference float a) { a = 1.0; return read_global(); }
float with_reference(spirv_by_reference float a, spirv_by_reference float b) { a = b; b = 2.0; return a; }
void main() {
    int number = 0;
    spirv_storage_class(5338) float local; // error: E0523
    float value = 1.0;
    float a = load(value, number); // error: E0417
    float b = load(value + 1.0, 0); // error: E0523
    vec2 pair = vec2(1.0);
    float fine_parts = with_reference(value, pair.x);
    float fine_global = with_reference(whole_global, value);
    float d = with_global(whole_global); // error: E0523
    float d2 = later(whole_global); // error: E0523
    float e = with_reference(value, value); // error: E0523
    float g = with_reference(pair.x, pair.y); // error: E0523
    float h = with_reference(value, 1.0); // error: E0425
    int whole = 1;
    float c = load(whole, 0); // error: E0700
    color = vec4(a + b + c);
}
float later(spirv_by_reference float a) { return a; }
