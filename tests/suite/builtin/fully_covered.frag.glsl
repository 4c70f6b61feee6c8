#version 450
// client: vulkan
// A test that the primitive covers the whole pixel (GL_NV_conservative_raster_underestimation).
#extension GL_NV_conservative_raster_underestimation : require
layout(location = 0) out vec4 color;
void main() {
    color = gl_FragFullyCoveredNV ? vec4(1.0) : vec4(0.5);
}
