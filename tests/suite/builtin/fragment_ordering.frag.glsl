#version 450
// client: opengl
// no glslang: it does not know the extension
// An order of fragments without an end: in SPIR-V, the shader is one section (GL_INTEL_fragment_shader_ordering).
// expect glsl: beginFragmentShaderOrderingINTEL();
// expect spirv: OpBeginInvocationInterlockEXT
#extension GL_INTEL_fragment_shader_ordering : require
layout(std430, binding = 0) buffer Sums { float sums[]; };
layout(location = 0) in float amount;
layout(location = 0) out vec4 color;

void main() {
    int place = int(gl_FragCoord.x);
    if (amount > 0.5) {
        beginFragmentShaderOrderingINTEL();
        sums[place] = sums[place] * 0.5 + amount;
    }
    beginFragmentShaderOrderingINTEL();
    color = vec4(sums[place]);
}
