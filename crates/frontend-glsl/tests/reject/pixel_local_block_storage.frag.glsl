#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
precision highp int;
__pixel_localEXT uint loose; // error: E0501
layout(r32ui) __pixel_local_inEXT A { uint a; };
layout(r32ui) __pixel_local_outEXT B { uint b; };
__pixel_local_inEXT C { uint c; } many[2]; // error: E0501 E0526
__pixel_localEXT D { uint d[5]; }; // error: E0526
layout(binding = 1) __pixel_local_outEXT E { uint e; }; // error: E0516 E0526
layout(rgba8) uniform F { mediump vec4 f; }; // error: E0501
void main() {
    a = 1u; // error: E0425
    b = 1u;
    b += 1u; // error: E0426
    __pixel_localEXT G { uint g; }; // error: E0501 E0526
}
