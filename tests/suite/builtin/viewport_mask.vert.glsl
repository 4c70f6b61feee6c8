#version 450
// client: vulkan
// A vertex for several viewports, and a layer that is counted from each (GL_NV_viewport_array2).
#extension GL_NV_viewport_array2 : require
layout(location = 0) in vec4 position;
layout(viewport_relative) out int gl_Layer;
void main() {
    gl_Position = position;
    gl_ViewportMask[0] = 3;
    gl_Layer = 1;
}
