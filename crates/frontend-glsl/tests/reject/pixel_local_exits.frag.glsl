#version 300 es
#extension GL_ANGLE_shader_pixel_local_storage : require
precision highp float;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE plane;
out vec4 a;
out vec4 b; // error: E0526
in vec4 v;
void f() { if (v.x > 0.5) discard; } // error: E0526
void main() {
    f();
    a = b = v;
    gl_FragDepth = v.y; // error: E0526
    if (v.x > 0.0) return; // error: E0526
    pixelLocalStoreANGLE(plane, v);
}
