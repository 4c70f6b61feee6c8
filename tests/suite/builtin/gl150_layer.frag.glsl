#version 150
#extension GL_ARB_fragment_layer_viewport : require
#extension GL_AMD_shader_stencil_export : require
// client: opengl
// no glslang: it does not know the extensions
// Layer and viewport of a fragment before GLSL 4.30, and its stencil reference by the name of AMD.
out vec4 color;

void main() {
    color = vec4(gl_Layer, gl_ViewportIndex, 0.0, 1.0);
    gl_FragStencilRefAMD = gl_Layer & 3;
}
