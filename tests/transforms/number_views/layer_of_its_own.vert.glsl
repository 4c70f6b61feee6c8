#version 450
#extension GL_EXT_multiview : require
#extension GL_ARB_shader_viewport_layer_array : require
// passes: number_views
// refused: the shader writes `gl_Layer`
void main() {
    gl_Layer = gl_ViewIndex;
    gl_Position = vec4(0.0);
}
