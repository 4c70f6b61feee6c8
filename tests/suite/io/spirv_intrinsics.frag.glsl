#version 450
// client: vulkan
// Instructions, decorations and execution modes by their numbers in SPIR-V.
#extension GL_EXT_spirv_intrinsics : require

spirv_execution_mode(extensions = ["SPV_EXT_shader_stencil_export"], capabilities = [5013], 5027);

spirv_decorate(extensions = ["SPV_EXT_shader_stencil_export"], capabilities = [5013], 11, 5014)
out int stencil_reference;

layout(location = 0) in vec3 amount;
layout(location = 0) out vec4 color;

spirv_instruction(set = "GLSL.std.450", id = 35)
float split(float x, spirv_by_reference float whole);

spirv_instruction(set = "GLSL.std.450", id = 37)
vec3 least(vec3 a, vec3 b);

spirv_instruction(id = 61)
float load(spirv_by_reference float pointer, spirv_literal int operands);

spirv_instruction(id = 62)
void store(spirv_by_reference float pointer, float object, spirv_literal int operands);

void main() {
    float whole;
    float part = split(amount.x, whole);
    store(whole, whole + 1.0, 0x1);
    color = vec4(least(amount, vec3(part)), load(whole, 0x0));
    stencil_reference = 3;
}
